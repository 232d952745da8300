import type { verificationMethods } from '@keyhold/contracts/payments/payments'
import { ChargePaid, ReceiptRecorded, ReceiptReversed } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { allocation, receipt, reversal } from '../../schema/receipts.ts'
import { allocate } from './allocate.ts'
import { chargeSnapshotOf, openCharges, type ChargeBalance } from './charges.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { isCounted, isNotReversed } from './charge-balance.ts'

export interface ReceiptOnCharge {
  id: string
  amount: number
  chargeId: string | null
  isVerified: boolean
  /** Reported by the tenant and not confirmed: it does not count yet. */
  isAwaiting: boolean
  /** Recorded or reported on the charge asked about; not just money that another charge left over. */
  isOwn: boolean
  /** What of it stands on that charge. */
  part: number
  [column: string]: unknown
}

/** Receipts that stand and have to do with a charge, oldest first. */
export async function findReceipts(
  tx: Tx,
  { landlordId, id }: Pick<ChargeBalance, 'landlordId' | 'id'>,
): Promise<ReceiptOnCharge[]> {
  return tx.execute<ReceiptOnCharge>(sql`
    select r.id, r.amount, r.charge_id as "chargeId", r.verified_at is not null as "isVerified", r.reported_by = 'tenant' and r.verified_at is null as "isAwaiting",
      r.charge_id is not distinct from ${id}::uuid as "isOwn", s.part
    from (
      select o.receipt_id, sum(o.amount) as part from (
        select a.receipt_id, a.amount from allocation a where a.landlord_id = ${landlordId} and a.charge_id = ${id}
        union all
        select w.id, 0 from receipt w where w.landlord_id = ${landlordId} and w.charge_id = ${id}) o group by o.receipt_id
    ) s join receipt r on r.landlord_id = ${landlordId} and r.id = s.receipt_id
    where ${isNotReversed(sql)} and (r.charge_id = ${id} or s.part > 0)
    order by r.reported_at, r.id`)
}

/** Any of these stands on the charge that they were asked for, reported money too. */
export const hasReceivedMoney = (receipts: ReceiptOnCharge[]): boolean =>
  receipts.some(({ part, isAwaiting }) => part > 0 || isAwaiting)

export interface Verification {
  verifiedAt: string
  verifiedBy: string
  verificationMethod: (typeof verificationMethods)[number]
  verificationNotes: string | null
}

/** Writes money that the landlord says came in, and pays with it. */
export async function recordReceipt(
  tx: Tx,
  on: ChargeBalance,
  {
    amount,
    receivedOn,
    by,
    now,
    verification,
  }: { amount: number; receivedOn: string; by: string; now: string; verification?: Verification },
): Promise<void> {
  const { landlordId, tenantId, id: chargeId, method } = on
  const values = {
    landlordId,
    tenantId,
    chargeId,
    amount,
    method,
    receivedOn,
    reportedBy: 'landlord' as const,
    recordedBy: by,
    reportedAt: now,
    ...verification,
  }
  const [made] = await tx.insert(receipt).values(values).returning({ id: receipt.id })
  if (made)
    await reassessLateFees(tx, {
      landlordId,
      chargeIds: await startCounting(tx, on, { id: made.id, amount }, now),
      now,
    })
}

/** Confirms receipts; what a tenant had reported counts from now on. */
export async function verifyReceipts(
  tx: Tx,
  on: ChargeBalance,
  receipts: ReceiptOnCharge[],
  verification: Verification,
): Promise<void> {
  if (receipts.length === 0) return
  const ids = receipts.map(({ id }) => id)
  await tx
    .update(receipt)
    .set(verification)
    .where(and(eq(receipt.landlordId, on.landlordId), inArray(receipt.id, ids)))
  const now = verification.verifiedAt
  const paid: string[] = []
  for (const one of receipts) if (one.isAwaiting) paid.push(...(await startCounting(tx, on, one, now)))
  await reassessLateFees(tx, { landlordId: on.landlordId, chargeIds: paid, now })
}

/** A receipt begins to count: it pays the charge it was made on, then the tenant's next ones; the rest stays credit. @returns what it pays */
async function startCounting(
  tx: Tx,
  on: ChargeBalance,
  { id: receiptId, amount }: { id: string; amount: number },
  now: string,
): Promise<string[]> {
  const { landlordId, tenantId } = on
  await emit(tx, ReceiptRecorded, { receiptId, chargeId: on.id, landlordId, tenantId, amount })
  return allocateReceipt(tx, { landlordId, tenantId, receiptId, amount, first: on.id, now })
}

/**
 * Takes money that counts off charges until `keep` cents are left on each, what paid it last first. The receipts stand: it is the tenant's credit
 * from `today` on. Nothing is removed, as in a reversal. @returns the charges that it was taken off
 */
export async function deallocate(
  tx: Tx,
  { landlordId, tenantId, today, now }: { landlordId: string; tenantId: string; today: string; now: string },
  charges: { id: string; keep: number }[],
): Promise<string[]> {
  if (charges.length === 0) return []
  const ids = charges.map(({ id }) => id)
  const parts = await tx.execute<{ chargeId: string; receiptId: string; part: number; since: string }>(sql`
    select a.charge_id as "chargeId", a.receipt_id as "receiptId", sum(a.amount) as part, greatest(max(a.counts_from), max(r.received_on)) as since
    from allocation a join receipt r on r.landlord_id = a.landlord_id and r.id = a.receipt_id
    where a.landlord_id = ${landlordId} and a.charge_id in ${ids}
    group by a.charge_id, a.receipt_id having sum(a.amount) > 0 order by max(a.id::text) filter (where a.amount > 0)`)
  const freed = charges.flatMap(({ id, keep }) => {
    let left = keep
    return parts
      .filter(({ chargeId }) => chargeId === id)
      .map(({ receiptId, part, since }) => {
        const stays = Math.min(left, toCents(part))
        left -= stays
        // Where it is still yesterday, nothing is freed before it came.
        return { chargeId: id, receiptId, cents: toCents(part) - stays, countsFrom: later(since, today) }
      })
      .filter(({ cents }) => cents > 0)
  })
  if (freed.length === 0) return []
  const common = { landlordId, tenantId, createdAt: now }
  await tx.insert(allocation).values(freed.map(({ cents, ...of }) => ({ ...common, ...of, amount: toDollars(-cents) })))
  return [...new Set(freed.map(({ chargeId }) => chargeId))]
}

/**
 * Gives the tenant's credit, oldest receipt first, to what is open: called under the tenant's lock when charges are made, or give money back.
 * Not on a reversal: what it reopened would have another receipt on it at once, which a second press would take back too.
 */
export async function allocateCredit(
  tx: Tx,
  { landlordId, tenantId, now }: { landlordId: string; tenantId: string; now: string },
): Promise<void> {
  const credits = await tx.execute<{ receiptId: string; amount: number; freedOn: string | null }>(sql`
    select r.id as "receiptId", r.amount - s.allocated as amount, s.freed_on as "freedOn"
    from receipt r
    cross join lateral (select coalesce(sum(a.amount), 0) as allocated, max(a.counts_from) as freed_on from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id) s
    where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and ${isCounted(sql)} and r.amount > s.allocated
    order by r.reported_at, r.id`)
  const paid: string[] = []
  for (const credit of credits) paid.push(...(await allocateReceipt(tx, { landlordId, tenantId, ...credit, now })))
  await reassessLateFees(tx, { landlordId, chargeIds: paid, now })
}

interface CountedReceipt {
  landlordId: string
  tenantId: string
  receiptId: string
  amount: number
  /** The last day from which any of it counts somewhere, where some of it was freed. */
  freedOn?: string | null
  now: string
}

/** Pays with `amount` of a receipt that counts what the tenant owes. @returns the charges that it pays, wholly or in part */
async function allocateReceipt(
  tx: Tx,
  { first = null, ...paying }: CountedReceipt & { first?: string | null },
): Promise<string[]> {
  const { landlordId, tenantId, now } = paying
  return allocateToCharges(tx, paying, await openCharges(tx, { landlordId, tenantId, first, now }))
}

/** The same for charges that the caller chose, in their order. Late fees are the caller's to judge again. */
export async function allocateToCharges(
  tx: Tx,
  { landlordId, tenantId, receiptId, amount, freedOn = null, now }: CountedReceipt,
  charges: ChargeBalance[],
): Promise<string[]> {
  const { shares } = allocate(
    toCents(amount),
    charges.map(({ id, open }) => ({ id, open: toCents(open) })),
  )
  const paid = shares.map(({ chargeId }) => chargeId)
  if (paid.length > 0) {
    // What was freed stood elsewhere until then: it pays from the day on which it does, or it would have paid two charges on the days before.
    const today = new Map(charges.map((one) => [one.id, one.today]))
    const countsFrom = (id: string) => (freedOn === null ? null : later(freedOn, today.get(id) ?? freedOn))
    const common = { landlordId, tenantId, receiptId, createdAt: now }
    await tx.insert(allocation).values(
      shares.map(({ chargeId, cents }) => ({
        ...common,
        chargeId,
        amount: toDollars(cents),
        countsFrom: countsFrom(chargeId),
      })),
    )
    await markUpdated(tx, landlordId, paid, now)
  }
  const paidOff = new Set(shares.filter(({ paysOff }) => paysOff).map(({ chargeId }) => chargeId))
  for (const one of charges.filter(({ id }) => paidOff.has(id))) await emit(tx, ChargePaid, chargeSnapshotOf(one))
  return paid
}

const later = (one: string, other: string) => (one > other ? one : other)

/** Takes receipts back, each as a whole: a returned check pays none of the charges it was spread over. */
export async function reverseReceipts(
  tx: Tx,
  on: Pick<ChargeBalance, 'landlordId' | 'tenantId' | 'id'>,
  receipts: ReceiptOnCharge[],
  { reason, by, now }: { reason: string; by: string; now: string },
): Promise<void> {
  const { landlordId, tenantId } = on
  const ids = receipts.map(({ id }) => id)
  await tx
    .insert(reversal)
    .values(ids.map((receiptId) => ({ landlordId, tenantId, receiptId, reason, reversedAt: now, reversedBy: by })))
  // Nothing is removed: what stands on each charge gets its counterpart, and they add up to nothing. What was freed from one stands elsewhere.
  const reopened = await tx.execute<{ chargeId: string }>(sql`
    insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, created_at)
    select landlord_id, tenant_id, receipt_id, charge_id, -sum(amount), ${now}::timestamptz from allocation
    where landlord_id = ${landlordId} and ${inArray(allocation.receiptId, ids)}
    group by landlord_id, tenant_id, receipt_id, charge_id having sum(amount) <> 0
    returning charge_id as "chargeId"`)
  const chargeIds = [on.id, ...reopened.map(({ chargeId }) => chargeId)]
  await markUpdated(tx, landlordId, chargeIds, now)
  await reassessLateFees(tx, { landlordId, chargeIds, now })
  for (const { id: receiptId, amount, chargeId } of receipts)
    await emit(tx, ReceiptReversed, { receiptId, chargeId: chargeId ?? on.id, landlordId, tenantId, amount, reason })
}

/** The records of these charges read differently from now on. */
export async function markUpdated(tx: Tx, landlordId: string, ids: string[], now: string): Promise<void> {
  await tx
    .update(charge)
    .set({ updatedAt: now })
    .where(and(eq(charge.landlordId, landlordId), inArray(charge.id, ids)))
}
