import { ChargeChanged, ReceiptReversed } from '@keyhold/contracts/payments/events'
import type { reversalKinds } from '@keyhold/contracts/payments/receipts'
import type { Tx } from '@keyhold/kit/database/database'
import { laterOf } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emit, emitAll } from '@keyhold/kit/messaging/outbox'
import { sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { reversal } from '../../schema/receipts.ts'
import { bookReturn, type PaidOut, readPaidOut, type Returned } from '../journal/book-returns.ts'
import { dayOfCorrection } from '../journal/dating.ts'
import type { Author, ChargeRef } from '../journal/record.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { markUpdated } from '../ledger/allocations.ts'
import { chargeSnapshotOf } from '../ledger/charges.ts'
import { lastUndoOf } from './refunds.ts'

/** A receipt to be taken back. */
export interface Taken {
  id: string
  tenantId: string
  amount: number
  receivedOn: string
  chargeId: string | null
  /** Reported and not confirmed: nothing was booked. */
  isAwaiting: boolean
}

interface Reversal {
  kind: (typeof reversalKinds)[number]
  /** The day on which it takes effect. */
  on: string
  reason: string
  /** Of a correction: the receipt that takes its place, and what of it is left for what was paid out already. */
  replacement?: { id: string; leftCents: number }
}

/** The day on which a receipt that was entered wrongly is taken back; never before a refund of its credit that was undone. */
export async function takenBackOn(
  tx: Tx,
  { id, receivedOn, isAwaiting }: Taken,
  { landlordId, today }: { landlordId: string; today: string },
): Promise<string> {
  if (isAwaiting) return today
  const on = await dayOfCorrection(tx, { landlordId, of: receivedOn, today })
  return laterOf(on, (await lastUndoOf(tx, landlordId, id)) ?? on)
}

/** Takes back whole receipts of one account, from every charge that they pay. Requires the account's lock. */
export async function takeBack(
  tx: Tx,
  receipts: readonly Taken[],
  { kind, on, reason, replacement }: Reversal,
  author: Author & { by: string },
): Promise<void> {
  const { landlordId, by, now } = author
  // Never before the money was there, even if today at the property is an earlier day.
  const dayOf = new Map(receipts.map(({ id, receivedOn }) => [id, laterOf(on, receivedOn)]))
  const day = (id: string) => dayOf.get(id) ?? on
  const rows = receipts.map(({ id: receiptId, tenantId }) => ({ landlordId, tenantId, receiptId, on: day(receiptId) }))
  await tx.insert(reversal).values(rows.map((row) => ({ ...row, kind, reason, reversedAt: now, reversedBy: by })))
  // Append-only: each charge gets a negative allocation that cancels out what the receipt still pays on it.
  const reopened = await tx.execute<{ chargeId: string }>(sql`
    insert into allocation (landlord_id, tenant_id, receipt_id, charge_id, amount, is_reversal, created_at)
    select landlord_id, tenant_id, receipt_id, charge_id, -sum(amount), true, ${now}::timestamptz from allocation
    where landlord_id = ${landlordId} and receipt_id = any(${sql.param(receipts.map(({ id }) => id))}::uuid[])
    group by landlord_id, tenant_id, receipt_id, charge_id having sum(amount) <> 0
    returning charge_id as "chargeId"`)
  for (const { id: receiptId, tenantId, isAwaiting } of receipts) {
    if (isAwaiting) continue
    const paidOut = await readPaidOut(tx, { receiptId, on: day(receiptId) }, author)
    const { covered, missing } = splitAt(paidOut, replacement?.leftCents ?? 0)
    const claims = await claimPaidOut(tx, { tenantId, receiptId, paidOut: missing }, author)
    const moved = replacement ? covered.map((one) => ({ ...one, to: replacement.id })) : []
    await bookReturn(tx, { receiptId, tenantId, on: day(receiptId), claims, moved }, author)
  }
  const reported = receipts.flatMap(({ chargeId }) => chargeId ?? [])
  const chargeIds = [...new Set([...reopened.map(({ chargeId }) => chargeId), ...reported])]
  await markUpdated(tx, landlordId, chargeIds, now)
  await reassessLateFees(tx, { landlordId, chargeIds, now })
  for (const { id: receiptId, tenantId, amount, chargeId } of receipts)
    await emit(tx, ReceiptReversed, { receiptId, chargeId, landlordId, tenantId, amount, reason })
}

/** What of refunds `cents` cover, the first ones first, and the rest. */
function splitAt(paidOut: readonly PaidOut[], cents: number): { covered: PaidOut[]; missing: PaidOut[] } {
  let left = cents
  const parts = paidOut.map((one) => {
    const part = Math.min(left, one.cents)
    left -= part
    return { covered: { ...one, cents: part }, missing: { ...one, cents: one.cents - part } }
  })
  const some = (one: PaidOut) => one.cents > 0
  return {
    covered: parts.map(({ covered }) => covered).filter(some),
    missing: parts.map(({ missing }) => missing).filter(some),
  }
}

/** Credit of the receipt that was paid out already is owed by the tenant again: for each day a charge of its own. */
async function claimPaidOut(
  tx: Tx,
  { tenantId, receiptId, paidOut }: { tenantId: string; receiptId: string; paidOut: readonly PaidOut[] },
  author: Author,
): Promise<Returned['claims']> {
  const { landlordId, now } = author
  if (paidOut.length === 0) return []
  const home = await homeOf(tx, { landlordId, tenantId, receiptId })
  const days = [...Map.groupBy(paidOut, ({ on }) => on)].map(([on, list]) => {
    return { on, cents: list.reduce((sum, one) => sum + one.cents, 0) }
  })
  const rows = days.map(({ on: dueDate, cents }) => ({
    landlordId,
    tenantId,
    ...home,
    type: 'other' as const,
    method: 'check' as const,
    amount: toDollars(cents),
    open: toDollars(cents),
    dueDate,
    bookedFrom: dueDate,
    bookedTo: dueDate,
    source: 'manual' as const,
    description: 'Paid-out credit from a returned payment',
    createdAt: now,
    updatedAt: now,
  }))
  const made = await tx.insert(charge).values(rows).returning()
  await emitAll(tx, ChargeChanged, made.map(chargeSnapshotOf))
  return made.map(({ id, amount, dueDate: dueOn }) => {
    const ref = { id, type: 'other' as const, dueOn, ...home }
    return { charge: ref, cents: toCents(amount), on: dueOn }
  })
}

type Home = Pick<ChargeRef, 'tenancyId' | 'propertyId' | 'unitId'>

/** Where the charge is that a receipt was for; else where the account's last tenancy is, or the tenant. */
async function homeOf(
  tx: Tx,
  { landlordId, tenantId, receiptId }: { landlordId: string; tenantId: string; receiptId: string },
): Promise<Home> {
  const [home] = await tx.execute<Home & Record<string, unknown>>(sql`
    select h.tenancy_id as "tenancyId", h.property_id as "propertyId", h.unit_id as "unitId" from (
      select 1 as rank, c.tenancy_id, c.property_id, c.unit_id, null::date as start_date from receipt r
      join charge c on c.landlord_id = r.landlord_id and c.id = r.charge_id where r.landlord_id = ${landlordId} and r.id = ${receiptId}
      union all select 2, y.tenancy_id, y.property_id, y.unit_id, y.start_date from tenancy y where y.landlord_id = ${landlordId} and y.tenant_id = ${tenantId} and not y.is_void
      union all select 3, null, t.property_id, null, null from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}
    ) h order by h.rank, h.start_date desc nulls last, h.tenancy_id desc limit 1`)
  return home ?? { tenancyId: null, propertyId: null, unitId: null }
}
