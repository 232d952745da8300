import { LateFeeChanged } from '@keyhold/contracts/payments/late-fees'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { lateFee } from '../../schema/late-fees.ts'
import { bookChangedCharges } from '../journal/book-charges.ts'
import { chargeSnapshotOf } from '../ledger/charges.ts'
import { type AssessedFee, assess, type Proposal } from './assess.ts'
import type { Rent } from './calculate.ts'
import { policyOfColumns } from './policies.ts'
import {
  readRents,
  readFees,
  type ChargesToAssess,
  readAwaiting,
  type RentRow,
  readReceived,
  type FeeRow,
} from './read-rents.ts'

/**
 * Brings the late fees of these charges in line with the money on them: proposes fees that are due and withdraws those that no longer apply.
 * Called under the account's lock whenever money moves; charges that are not rents or have no policy cost one query.
 */
export async function reassessLateFees(tx: Tx, { landlordId, chargeIds, now }: ChargesToAssess): Promise<void> {
  if (chargeIds.length === 0) return
  const rents = await readRents(tx, { landlordId, chargeIds, now })
  if (rents.length === 0) return
  const ids = rents.map(({ id }) => id)
  const received = await readReceived(tx, landlordId, ids)
  const fees = await readFees(tx, landlordId, ids)
  const awaiting = await readAwaiting(tx, landlordId, [...new Set(rents.map(({ tenantId }) => tenantId))])
  for (const row of rents) {
    const own = fees.filter(({ chargeId }) => chargeId === row.id)
    const { withdrawn, proposed } = assess({
      rent: row.isOwedRent ? rentOf(row, received.get(row.id)) : null,
      policy: row.policy && policyOfColumns(row.policy),
      policyId: row.policyId,
      policySince: row.policySince,
      fees: own.map(assessedOf),
      awaiting: awaiting.get(row.tenantId) ?? 0,
      today: row.today,
    })
    const gone = new Map(withdrawn.map(({ fee, reason }) => [fee.id, reason]))
    for (const fee of own) {
      const reason = gone.get(fee.id)
      if (reason !== undefined) await withdraw(tx, { landlordId, fee, reason, now })
    }
    await propose(tx, { landlordId, ...row, now }, proposed)
  }
}

/** After charges were cancelled: withdraws the fees of a cancelled rent, and waives a fee whose own charge was cancelled. */
export async function applyCancellations(tx: Tx, { landlordId, chargeIds, now }: ChargesToAssess): Promise<void> {
  if (chargeIds.length === 0) return
  const waived = await tx.execute<FeeRow>(sql`
    update late_fee f set status = 'waived', reason = c.cancellation_reason, decided_at = ${now}::timestamptz, decided_by = c.cancelled_by
    from charge c where c.landlord_id = f.landlord_id and c.id = f.fee_charge_id and c.cancelled_at is not null
      and f.landlord_id = ${landlordId} and f.fee_charge_id in ${chargeIds} and f.status = 'posted'
    returning f.id, f.tenant_id as "tenantId", f.amount`)
  for (const { id, tenantId, amount } of waived)
    await emitLateFeeChanged(tx, { lateFeeId: id, landlordId, tenantId, status: 'waived', amount })
  await reassessLateFees(tx, { landlordId, chargeIds, now })
}

/** Cancels the charge of a fee, which has no money on it. Not in cancel-charges.ts, which imports this file. */
export async function cancelFeeCharge(
  tx: Tx,
  {
    landlordId,
    id,
    reason,
    by,
    now,
  }: { landlordId: string; id: string; reason: string; by: string | null; now: string },
): Promise<void> {
  const [cancelled] = await tx
    .update(charge)
    .set({ cancelledAt: now, cancelledBy: by, cancellationReason: reason, updatedAt: now })
    .where(and(eq(charge.landlordId, landlordId), eq(charge.id, id), isNull(charge.cancelledAt)))
    .returning()
  if (!cancelled) return
  await bookChangedCharges(tx, [id], { landlordId, by, now })
  await emit(tx, ChargeChanged, chargeSnapshotOf(cancelled))
}

export const emitLateFeeChanged = (
  tx: Tx,
  data: { lateFeeId: string; landlordId: string; tenantId: string; status: FeeRow['status']; amount: number },
) => emit(tx, LateFeeChanged, data)

async function withdraw(
  tx: Tx,
  { landlordId, fee, reason, now }: { landlordId: string; fee: FeeRow; reason: string; now: string },
): Promise<void> {
  await tx
    .update(lateFee)
    .set({ status: 'withdrawn', reason, decidedAt: now })
    .where(and(eq(lateFee.landlordId, landlordId), eq(lateFee.id, fee.id)))
  if (fee.feeChargeId) await cancelFeeCharge(tx, { landlordId, id: fee.feeChargeId, reason, by: null, now })
  await emitLateFeeChanged(tx, {
    lateFeeId: fee.id,
    landlordId,
    tenantId: fee.tenantId,
    status: 'withdrawn',
    amount: fee.amount,
  })
}

async function propose(
  tx: Tx,
  { landlordId, tenantId, id: chargeId, now }: { landlordId: string; tenantId: string; id: string; now: string },
  proposals: Proposal[],
): Promise<void> {
  if (proposals.length === 0) return
  const rows = proposals.map(({ occurrence, on, cents, policyId, basis }) => ({
    landlordId,
    tenantId,
    chargeId,
    occurrence,
    assessedOn: on,
    amount: toDollars(cents),
    status: 'proposed' as const,
    policyId,
    basis,
    createdAt: now,
  }))
  const made = await tx.insert(lateFee).values(rows).returning({ id: lateFee.id, amount: lateFee.amount })
  for (const { id, amount } of made)
    await emitLateFeeChanged(tx, { lateFeeId: id, landlordId, tenantId, status: 'proposed', amount })
}

const rentOf = ({ amount, dueDate }: RentRow, received: Rent['received'] = []): Rent => ({
  cents: toCents(amount),
  dueDate,
  received,
})

const assessedOf = ({ id, occurrence, amount, status, basis, isPaid }: FeeRow): AssessedFee => ({
  id,
  occurrence,
  cents: toCents(amount),
  status,
  basis,
  isPaid,
})
