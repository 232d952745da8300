import { ChargePaid } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { allocation } from '../../schema/receipts.ts'
import { bookAllocations } from '../journal/book-allocations.ts'
import type { Author } from '../journal/record.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocate } from './allocate.ts'
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
export async function deallocate(tx: Tx, charges: readonly Reduction[], author: Author): Promise<Reduction[]> {
  if (charges.length === 0) return []
  const { landlordId, now } = author
  const ids = sql.param(charges.map(({ id }) => id))
  const parts = await tx.execute<{ chargeId: string; receiptId: string; part: number }>(sql`
    select a.charge_id as "chargeId", a.receipt_id as "receiptId", sum(a.amount) as part
    from allocation a where a.landlord_id = ${landlordId} and a.charge_id = any(${ids}::uuid[])
    group by a.charge_id, a.receipt_id having sum(a.amount) > 0 order by max(a.id::text) filter (where a.amount > 0)`)
  const partsOf = Map.groupBy(parts, ({ chargeId }) => chargeId)
  const taken = charges.flatMap((reduction) => {
    let left = reduction.keepCents
    return (partsOf.get(reduction.id) ?? [])
      .map(({ receiptId, part }) => {
        const stays = Math.min(left, toCents(part))
        left -= stays
        return { reduction, receiptId, cents: toCents(part) - stays }
      })
      .filter(({ cents }) => cents > 0)
  })
  if (taken.length === 0) return []
  await tx.insert(allocation).values(
    taken.map(({ reduction: { id, tenantId }, receiptId, cents }) => ({
      landlordId,
      tenantId,
      chargeId: id,
      receiptId,
      amount: toDollars(-cents),
      createdAt: now,
    })),
  )
  await bookAllocations(
    tx,
    taken.map(({ reduction: { id, today }, receiptId, cents }) => ({
      receiptId,
      chargeId: id,
      cents: -cents,
      on: today,
    })),
    author,
  )
  return [...new Set(taken.map(({ reduction }) => reduction))]
}

/**
 * Allocates the credit of accounts to their open charges, oldest receipt first. Called under the accounts' locks when charges were added or lost money.
 * Not after a reversal: the reopened charge would at once have another receipt on it, which a repeated reversal request would reverse too.
 */
export async function allocateCredit(tx: Tx, accounts: readonly string[], author: Author): Promise<void> {
  if (accounts.length === 0) return
  const { landlordId, now } = author
  const spending = { ...author, reason: 'Paid from credit.' }
  const credits = await tx.execute<{ tenantId: string; receiptId: string; amount: number }>(sql`
    select r.tenant_id as "tenantId", r.id as "receiptId", r.unallocated as amount from receipt r
    where r.landlord_id = ${landlordId} and r.tenant_id = any(${sql.param(accounts)}::uuid[]) and r.unallocated > 0
    order by r.tenant_id, r.reported_at, r.id`)
  const paid: string[] = []
  for (const credit of credits) paid.push(...(await allocateReceipt(tx, credit, spending)))
  await reassessLateFees(tx, { landlordId, chargeIds: paid, now })
}

interface CountedReceipt {
  tenantId: string
  receiptId: string
  amount: number
  /** Received just now, rather than credit from earlier. */
  isNew?: boolean
}

/** Allocates `amount` of a counted receipt to the tenant's open charges. @returns the charges it pays, fully or in part */
export async function allocateReceipt(
  tx: Tx,
  { first = null, ...paying }: CountedReceipt & { first?: string | null },
  author: Author,
): Promise<string[]> {
  const { landlordId, now } = author
  return allocateToCharges(
    tx,
    paying,
    await openCharges(tx, { landlordId, tenantId: paying.tenantId, first, now }),
    author,
  )
}

/** Allocates to the given charges in order. The caller reassesses the late fees. */
export async function allocateToCharges(
  tx: Tx,
  { amount, ...paying }: CountedReceipt,
  charges: ChargeBalance[],
  author: Author,
): Promise<string[]> {
  const { shares } = allocate(
    toCents(amount),
    charges.map(({ id, open }) => ({ id, open: toCents(open) })),
  )
  const byId = new Map(charges.map((one) => [one.id, one]))
  const parts = shares.flatMap(({ chargeId, cents }) => {
    const owed = byId.get(chargeId)
    return owed ? [{ charge: owed, cents }] : []
  })
  return allocateParts(tx, paying, parts, author)
}

/** What a receipt pays of a charge. */
export interface Part {
  charge: ChargeBalance
  cents: number
}

/** Allocates exactly these parts, none above what is open. The caller reassesses the late fees. @returns the charges */
export async function allocateParts(
  tx: Tx,
  { tenantId, receiptId, isNew = false }: Omit<CountedReceipt, 'amount'>,
  parts: readonly Part[],
  author: Author,
): Promise<string[]> {
  if (parts.length === 0) return []
  const { landlordId, now } = author
  const common = { landlordId, tenantId, receiptId, createdAt: now }
  await tx
    .insert(allocation)
    .values(parts.map(({ charge: { id: chargeId }, cents }) => ({ ...common, chargeId, amount: toDollars(cents) })))
  await bookAllocations(
    tx,
    parts.map(({ charge: { id: chargeId }, cents }) => ({ receiptId, chargeId, cents, isNew })),
    author,
  )
  const paid = parts.map(({ charge: { id } }) => id)
  await markUpdated(tx, landlordId, paid, now)
  for (const { charge: owed, cents } of parts)
    if (cents === toCents(owed.open)) await emit(tx, ChargePaid, chargeSnapshotOf(owed))
  return paid
}

/** Sets `updatedAt` of charges whose payment record has changed. */
export async function markUpdated(tx: Tx, landlordId: string, ids: string[], now: string): Promise<void> {
  await tx
    .update(charge)
    .set({ updatedAt: now })
    .where(and(eq(charge.landlordId, landlordId), inArray(charge.id, ids)))
}
