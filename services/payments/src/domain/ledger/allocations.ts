import { ChargePaid } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { allocation } from '../../schema/receipts.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocate } from './allocate.ts'
import { isCounted } from './charge-balance.ts'
import { type ChargeBalance, chargeSnapshotOf, openCharges } from './charges.ts'

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
export async function allocateReceipt(
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

/** The records of these charges read differently from now on. */
export async function markUpdated(tx: Tx, landlordId: string, ids: string[], now: string): Promise<void> {
  await tx
    .update(charge)
    .set({ updatedAt: now })
    .where(and(eq(charge.landlordId, landlordId), inArray(charge.id, ids)))
}
