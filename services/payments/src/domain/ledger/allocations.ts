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

/** A charge that money is deallocated from. */
interface Reduction {
  id: string
  tenantId: string
  keepCents: number
  /** Today at its property. */
  today: string
}

/**
 * Deallocates counted money from charges until `keepCents` are left on each, last allocated first. The receipts stay valid: the money is the
 * tenant's credit from `today` on. Append-only, like a reversal. @returns the charges that lost money
 */
export async function deallocate(
  tx: Tx,
  { landlordId, now }: { landlordId: string; now: string },
  charges: readonly Reduction[],
): Promise<Reduction[]> {
  if (charges.length === 0) return []
  const ids = sql.param(charges.map(({ id }) => id))
  const parts = await tx.execute<{ chargeId: string; receiptId: string; part: number; since: string }>(sql`
    select a.charge_id as "chargeId", a.receipt_id as "receiptId", sum(a.amount) as part, greatest(max(a.counts_from), max(r.received_on)) as since
    from allocation a join receipt r on r.landlord_id = a.landlord_id and r.id = a.receipt_id
    where a.landlord_id = ${landlordId} and a.charge_id = any(${ids}::uuid[])
    group by a.charge_id, a.receipt_id having sum(a.amount) > 0 order by max(a.id::text) filter (where a.amount > 0)`)
  const partsOf = Map.groupBy(parts, ({ chargeId }) => chargeId)
  const taken = charges.flatMap((reduction) => {
    let left = reduction.keepCents
    return (partsOf.get(reduction.id) ?? [])
      .map(({ receiptId, part, since }) => {
        const stays = Math.min(left, toCents(part))
        left -= stays
        // Never before the money counted, even if today at the property is an earlier day.
        return { reduction, receiptId, cents: toCents(part) - stays, countsFrom: later(since, reduction.today) }
      })
      .filter(({ cents }) => cents > 0)
  })
  if (taken.length === 0) return []
  await tx.insert(allocation).values(
    taken.map(({ reduction: { id, tenantId }, receiptId, cents, countsFrom }) => ({
      landlordId,
      tenantId,
      chargeId: id,
      receiptId,
      amount: toDollars(-cents),
      countsFrom,
      createdAt: now,
    })),
  )
  return [...new Set(taken.map(({ reduction }) => reduction))]
}

/**
 * Allocates the credit of accounts to their open charges, oldest receipt first. Called under the accounts' locks when charges were added or lost money.
 * Not after a reversal: the reopened charge would at once have another receipt on it, which a repeated reversal request would reverse too.
 */
export async function allocateCredit(
  tx: Tx,
  { landlordId, accounts, now }: { landlordId: string; accounts: readonly string[]; now: string },
): Promise<void> {
  if (accounts.length === 0) return
  const credits = await tx.execute<{ tenantId: string; receiptId: string; amount: number; freedOn: string | null }>(sql`
    select r.tenant_id as "tenantId", r.id as "receiptId", r.amount - s.allocated as amount, s.freed_on as "freedOn"
    from receipt r
    cross join lateral (select coalesce(sum(a.amount), 0) as allocated, max(a.counts_from) as freed_on from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id) s
    where r.landlord_id = ${landlordId} and r.tenant_id = any(${sql.param(accounts)}::uuid[]) and ${isCounted(sql)} and r.amount > s.allocated
    order by r.tenant_id, r.reported_at, r.id`)
  const paid: string[] = []
  for (const credit of credits) paid.push(...(await allocateReceipt(tx, { landlordId, ...credit, now })))
  await reassessLateFees(tx, { landlordId, chargeIds: paid, now })
}

interface CountedReceipt {
  landlordId: string
  tenantId: string
  receiptId: string
  amount: number
  /** The last `countsFrom` of its allocations, if some of it was deallocated. */
  freedOn?: string | null
  now: string
}

/** Allocates `amount` of a counted receipt to the tenant's open charges. @returns the charges it pays, fully or in part */
export async function allocateReceipt(
  tx: Tx,
  { first = null, ...paying }: CountedReceipt & { first?: string | null },
): Promise<string[]> {
  const { landlordId, tenantId, now } = paying
  return allocateToCharges(tx, paying, await openCharges(tx, { landlordId, tenantId, first, now }))
}

/** Allocates to the given charges in order. The caller reassesses the late fees. */
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
    // Deallocated money counted on another charge until now. It counts here from today on, otherwise it would pay two charges on earlier days.
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

/** Sets `updatedAt` of charges whose payment record has changed. */
export async function markUpdated(tx: Tx, landlordId: string, ids: string[], now: string): Promise<void> {
  await tx
    .update(charge)
    .set({ updatedAt: now })
    .where(and(eq(charge.landlordId, landlordId), inArray(charge.id, ids)))
}
