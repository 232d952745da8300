import { type Basis } from '@keyhold/contracts/payments/explanations'
import { LateFeeChanged, type lateFeeStatuses } from '@keyhold/contracts/payments/late-fees'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { lateFee } from '../../schema/late-fees.ts'
import { chargeSnapshotOf } from '../ledger/charges.ts'
import { type AssessedFee, assess, type Proposal } from './assess.ts'
import { type PolicyColumns, policyColumns, policyFor, policyOfColumns } from './policies.ts'
import type { Rent } from './calculate.ts'
import { hasMoney, isNotReversed, todayAtProperty, joinProperty } from '../ledger/charge-balance.ts'

interface ChargesToAssess {
  landlordId: string
  chargeIds: string[]
  now: string
}

interface RentRow {
  id: string
  tenantId: string
  amount: number
  dueDate: string
  isOwedRent: boolean
  today: string
  policy: PolicyColumns | null
  policyId: string | null
  policySince: string | null
  [column: string]: unknown
}

interface FeeRow {
  id: string
  tenantId: string
  chargeId: string
  occurrence: number
  amount: number
  status: (typeof lateFeeStatuses)[number]
  basis: Basis
  feeChargeId: string | null
  isPaid: boolean
  [column: string]: unknown
}

/**
 * Brings the late fees of these charges in line with the money on them as this transaction sees it: proposes what is due, withdraws what rests on
 * something that is no more. Called under the account's lock wherever money moves; charges that are no rents, or without a policy, cost one look.
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

/** These charges were cancelled: of a rent nothing is late any more, and a late fee whose own charge is gone was waived by whoever cancelled it. */
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

/** Cancels the charge of a fee on which no money stands. Here, not in `cancel.ts`: that one comes here to ask what its cancelling means. */
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
  if (cancelled) await emit(tx, ChargeChanged, chargeSnapshotOf(cancelled))
}

/** Says that a fee was proposed, posted, waived or withdrawn. */
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

/** The charges that late fees can be about: rents under a policy, and whatever has a fee already. For a late fee's own charge, its rent. */
const readRents = (tx: Tx, { landlordId, chargeIds, now }: ChargesToAssess) =>
  tx.execute<RentRow>(sql`
    select c.id, c.tenant_id as "tenantId", c.amount, c.due_date as "dueDate", c.type = 'rent' and c.cancelled_at is null as "isOwedRent",
      ${todayAtProperty(sql, now)} as today, (o.created_at at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date as "policySince",
      o.id as "policyId", ${policyColumns(sql)} as policy
    from charge c ${joinProperty(sql)} left join lateral (${policyFor(sql)}) o on true
    where c.landlord_id = ${landlordId}
      and c.id in (select coalesce(l.late_charge_id, l.id) from charge l where l.landlord_id = ${landlordId} and l.id in ${chargeIds})
      and (c.type = 'rent' and o.is_enabled
        or exists (select from late_fee f where f.landlord_id = c.landlord_id and f.charge_id = c.id and f.status <> 'withdrawn'))
    order by c.due_date, c.id`)

async function readReceived(tx: Tx, landlordId: string, ids: string[]): Promise<Map<string, Rent['received']>> {
  const rows = await tx.execute<{ chargeId: string; on: string; amount: number }>(sql`
    select a.charge_id as "chargeId", r.received_on as on, sum(a.amount) as amount
    from allocation a join receipt r on r.landlord_id = a.landlord_id and r.id = a.receipt_id
    where a.landlord_id = ${landlordId} and a.charge_id in ${ids} group by a.charge_id, r.received_on having sum(a.amount) <> 0`)
  const byCharge = Map.groupBy(rows, ({ chargeId }) => chargeId)
  return new Map(
    [...byCharge].map(([id, parts]) => [id, parts.map(({ on, amount }) => ({ on, cents: toCents(amount) }))]),
  )
}

const readFees = (tx: Tx, landlordId: string, ids: string[]) =>
  tx.execute<FeeRow>(sql`
    select f.id, f.tenant_id as "tenantId", f.charge_id as "chargeId", f.occurrence, f.amount, f.status, f.basis, f.fee_charge_id as "feeChargeId",
      exists (select from charge c where c.landlord_id = f.landlord_id and c.id = f.fee_charge_id and ${hasMoney(sql)}) as "isPaid"
    from late_fee f where f.landlord_id = ${landlordId} and f.charge_id in ${ids} and f.status <> 'withdrawn'`)

/** What the tenants of these accounts reported and nobody confirmed, in cents. */
async function readAwaiting(tx: Tx, landlordId: string, accounts: string[]): Promise<Map<string, number>> {
  const rows = await tx.execute<{ tenantId: string; amount: number }>(sql`
    select r.tenant_id as "tenantId", sum(r.amount) as amount from receipt r
    where r.landlord_id = ${landlordId} and r.tenant_id in ${accounts} and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)}
    group by r.tenant_id`)
  return new Map(rows.map(({ tenantId, amount }) => [tenantId, toCents(amount)]))
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
