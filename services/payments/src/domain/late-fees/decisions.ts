import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { LateFee } from '@keyhold/contracts/payments/late-fees'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { and, eq, sql } from 'drizzle-orm'
import { lateFee } from '../../schema/late-fees.ts'
import { addCharge, lockAccounts } from '../ledger/charges.ts'
import { dayText, ordinal } from '../explain/format.ts'
import { cancelFeeCharge, applyCancellations, emitLateFeeChanged } from './reassess.ts'
import { placeOfFee } from './place-of-fee.ts'
import { selectLateFees } from './late-fee-query.ts'
import type { Author } from '../journal/record.ts'
import { allocateCredit } from '../ledger/allocations.ts'
import { hasMoney, todayAtProperty, joinProperty } from '../ledger/charge-balance.ts'

interface Decision {
  landlordId: string
  by: string
  now: string
}

/** A fee and its rent, as this transaction sees them. */
interface FeeWithRent {
  id: string
  tenantId: string
  kind: LateFee['kind']
  occurrence: number
  amount: number
  status: LateFee['status']
  basis: Basis
  feeChargeId: string | null
  rentId: string | null
  rentDueDate: string | null
  propertyId: string | null
  unitId: string | null
  tenancyId: string | null
  method: Parameters<typeof addCharge>[1]['method']
  today: string
  [column: string]: unknown
}

/** Posts the proposed fees among `ids` as charges due today. @throws Refusal 404 if one does not exist or is another landlord's */
export async function postFees(tx: Tx, ids: string[], { landlordId, by, now }: Decision): Promise<LateFee[]> {
  await lockAccountsOf(tx, landlordId, ids)
  const accounts = new Set<string>()
  for (const fee of await findFees(tx, landlordId, { ids, now })) {
    if (fee.status !== 'proposed') continue
    const feeChargeId = await chargeFee(tx, fee, { landlordId, by, now })
    await tx
      .update(lateFee)
      .set({ status: 'posted', feeChargeId, decidedAt: now, decidedBy: by })
      .where(and(eq(lateFee.landlordId, landlordId), eq(lateFee.id, fee.id)))
    await emitLateFeeChanged(tx, {
      lateFeeId: fee.id,
      landlordId,
      tenantId: fee.tenantId,
      status: 'posted',
      amount: fee.amount,
    })
    accounts.add(fee.tenantId)
  }
  await allocateCredit(tx, [...accounts], { landlordId, by, now })
  return readFees(tx, landlordId, ids)
}

/** @throws Refusal 404; 409 if the posted charge has money on it, or if the fee was withdrawn */
export async function waiveFee(
  tx: Tx,
  id: string,
  { landlordId, by, now, reason }: Decision & { reason: string },
): Promise<LateFee> {
  await lockAccountsOf(tx, landlordId, [id])
  const [fee] = await findFees(tx, landlordId, { ids: [id], now })
  if (!fee) return notFound('Late fee')
  switch (fee.status) {
    case 'waived':
      break
    case 'withdrawn':
      return refuse('conflict', 'This late fee was already withdrawn.')
    case 'posted':
      if (fee.feeChargeId) await cancelPosted(tx, fee.feeChargeId, { landlordId, by, now, reason })
      break
    case 'proposed':
      await tx
        .update(lateFee)
        .set({ status: 'waived', reason, decidedAt: now, decidedBy: by })
        .where(and(eq(lateFee.landlordId, landlordId), eq(lateFee.id, id)))
      await emitLateFeeChanged(tx, {
        lateFeeId: id,
        landlordId,
        tenantId: fee.tenantId,
        status: 'waived',
        amount: fee.amount,
      })
  }
  const [waived] = await readFees(tx, landlordId, [id])
  return waived ?? notFound('Late fee')
}

async function cancelPosted(
  tx: Tx,
  id: string,
  { landlordId, by, now, reason }: Decision & { reason: string },
): Promise<void> {
  const money = await tx.execute(
    sql`select from charge c where c.landlord_id = ${landlordId} and c.id = ${id} and ${hasMoney(sql)}`,
  )
  if (money.length > 0)
    refuse(
      'has-receipts',
      "Money was recorded or reported on this late fee, so it can't be waived. Reverse the payment first.",
    )
  await cancelFeeCharge(tx, { landlordId, id, reason, by, now })
  await applyCancellations(tx, { landlordId, chargeIds: [id], now })
}

function chargeFee(tx: Tx, fee: FeeWithRent, author: Author): Promise<string> {
  const { landlordId, now } = author
  const { tenantId, propertyId, unitId, tenancyId, method, amount, basis } = fee
  const row = {
    landlordId,
    tenantId,
    propertyId,
    unitId,
    tenancyId,
    method,
    amount,
    basis,
    type: 'late_fee' as const,
    dueDate: fee.today,
    source: 'late_fee' as const,
    lateChargeId: fee.rentId,
    description: describeFee(fee),
    createdAt: now,
    updatedAt: now,
  }
  return addCharge(tx, row, author)
}

function describeFee({ kind, basis, rentDueDate, occurrence }: FeeWithRent): string {
  if (kind === 'returned_payment' || rentDueDate === null)
    return `Fee for a returned payment, received ${dayText(String(basis.inputs.receivedOn))}`
  const day = basis.inputs.frequency === 'daily' ? `, ${ordinal(occurrence)} day` : ''
  return `Late fee for the rent due ${dayText(rentDueDate)}${day}`
}

async function lockAccountsOf(tx: Tx, landlordId: string, ids: string[]): Promise<void> {
  const accounts = await tx.execute<{ tenantId: string }>(
    sql`select distinct f.tenant_id as "tenantId" from late_fee f where f.landlord_id = ${landlordId} and f.id in ${ids}`,
  )
  await lockAccounts(
    tx,
    landlordId,
    accounts.map(({ tenantId }) => tenantId),
  )
}

/** A separate statement after the lock: only then does it see what the previous holder committed. */
async function findFees(
  tx: Tx,
  landlordId: string,
  { ids, now }: { ids: string[]; now: string },
): Promise<FeeWithRent[]> {
  const of = { landlord: sql`f.landlord_id`, account: sql`f.tenant_id`, charge: sql`f.charge_id` }
  const found = await tx.execute<FeeWithRent>(sql`
    select f.id, f.kind, f.tenant_id as "tenantId", f.occurrence, f.amount, f.status, f.basis, f.fee_charge_id as "feeChargeId", c.id as "rentId",
      c.due_date as "rentDueDate", c.property_id as "propertyId", c.unit_id as "unitId", c.tenancy_id as "tenancyId", c.method, ${todayAtProperty(sql, now)} as today
    from late_fee f cross join lateral (${placeOfFee(sql, of)}) c ${joinProperty(sql)}
    where f.landlord_id = ${landlordId} and f.id in ${ids} order by c.due_date, f.occurrence, f.id`)
  if (found.length < new Set(ids).size) notFound('Late fee')
  return found
}

const readFees = (tx: Tx, landlordId: string, ids: string[]) =>
  tx.execute<LateFee & Record<string, unknown>>(
    selectLateFees(sql, {
      fees: sql`select f.* from late_fee f where f.landlord_id = ${landlordId} and f.id in ${ids}`,
    }),
  )
