import type { paymentMethods } from '@keyhold/contracts/payments/payments'
import type { ReceiptChanges } from '@keyhold/contracts/payments/receipts'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { laterOf } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { allocation } from '../../schema/receipts.ts'
import { accountForMoney, storedId } from '../bank-accounts/account-for-money.ts'
import { bookAllocations } from '../journal/book-allocations.ts'
import { readPaidOut } from '../journal/book-returns.ts'
import { type Author, keptAsCredit, movedToCharge } from '../journal/record.ts'
import { reassessLateFees } from '../late-fees/reassess.ts'
import { allocateParts, markUpdated } from '../ledger/allocations.ts'
import { lockAccounts } from '../ledger/charges.ts'
import { assertReceivedBy, readDays } from './latest-day.ts'
import { receive } from './receive.ts'
import { partsOf, type Share } from './spread.ts'
import { takeBack, type Taken, takenBackOn } from './take-back.ts'

/** A receipt under its account's lock. */
export interface LockedReceipt extends Taken {
  kind: 'money' | 'deposit' | 'concession' | 'write_off'
  method: (typeof paymentMethods)[number]
  confirmationNumber: string | null
  payerId: string | null
  notes: string | null
  bankAccountId: string | null
  [column: string]: unknown
}

/** Locks the account of a receipt that counts and reads it. @throws Refusal 404, 409 if it was taken back or awaits confirmation */
export async function lockReceipt(
  tx: Tx,
  { landlordId, id, orAwaiting = false }: { landlordId: string; id: string; orAwaiting?: boolean },
): Promise<LockedReceipt> {
  const [known] = await tx.execute<{ tenantId: string }>(
    sql`select tenant_id as "tenantId" from receipt where landlord_id = ${landlordId} and id = ${id}`,
  )
  if (!known) return notFound('Receipt')
  await lockAccounts(tx, landlordId, [known.tenantId])
  // A separate statement: it sees what the previous holder of the lock committed.
  const [found] = await tx.execute<LockedReceipt & { isReversed: boolean }>(sql`
    select r.id, r.tenant_id as "tenantId", r.kind, r.amount, r.received_on as "receivedOn", r.charge_id as "chargeId", r.method,
      r.confirmation_number as "confirmationNumber", r.payer_id as "payerId", r.notes, r.bank_account_id as "bankAccountId", r.reported_by = 'tenant' and r.verified_at is null as "isAwaiting",
      exists (select from reversal v where v.landlord_id = r.landlord_id and v.receipt_id = r.id) as "isReversed"
    from receipt r where r.landlord_id = ${landlordId} and r.id = ${id}`)
  if (!found) return notFound('Receipt')
  if (found.isReversed) return refuse('conflict', 'This payment was already reversed.')
  if (found.isAwaiting && !orAwaiting)
    return refuse('conflict', 'Your tenant reported this payment. Confirm or reject it first.')
  return found
}

/** What a receipt pays now. */
async function sharesOf(tx: Tx, landlordId: string, receiptId: string): Promise<Share[]> {
  return tx.execute<{ paymentId: string; amount: number }>(sql`
    select a.charge_id as "paymentId", sum(a.amount) as amount from allocation a where a.landlord_id = ${landlordId} and a.receipt_id = ${receiptId}
    group by a.charge_id having sum(a.amount) > 0 order by min(a.id::text)`)
}

/**
 * Takes the receipt back and records it anew as corrected. In the books both happen today, so that no past day changes, or on the first open day if the
 * first receipt is of a closed period; the new receipt keeps its own day. What it paid it pays again, as far as its amount reaches, unless it says
 * otherwise; what was paid out of its credit counts as paid out of the new receipt, as far as that leaves enough. @returns the id of the new receipt
 */
export async function correctReceipt(
  tx: Tx,
  old: LockedReceipt,
  to: z.output<typeof ReceiptChanges>,
  author: Author & { by: string; payerAccounts: readonly string[] },
): Promise<string> {
  const { landlordId, now, payerAccounts } = author
  const { id, tenantId } = old
  if (old.kind !== 'money') refuse('conflict', 'Only money received can be corrected. Reverse it and record it again.')
  const { today, latest } = await readDays(tx, { landlordId, tenantId, now })
  const receivedOn = to.receivedOn ?? old.receivedOn
  assertReceivedBy(receivedOn, latest)
  const kept = to.allocations ?? firstOf(await sharesOf(tx, landlordId, id), to.amount)
  // Money that is in an archived account stays there.
  const isElsewhere = to.bankAccountId && storedId(landlordId, to.bankAccountId) !== old.bankAccountId
  const bankAccountId = isElsewhere ? await accountForMoney(tx, landlordId, to.bankAccountId) : old.bankAccountId
  const correctedOn = await takenBackOn(tx, old, { landlordId, today: laterOf(today, receivedOn) })
  // Credit that was paid out comes from one of the two receipts on every day.
  const isPaidOut = (await readPaidOut(tx, { receiptId: id, on: correctedOn }, author)).length > 0
  const on = isPaidOut ? laterOf(correctedOn, receivedOn) : correctedOn
  const keptCents = kept.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const [made] = await tx.execute<{ id: string }>(sql`select uuidv7() as id`)
  if (!made) throw new Error('no id was made')
  const replacement = { id: made.id, leftCents: Math.max(0, toCents(to.amount) - keptCents) }
  await takeBack(tx, [old], { kind: 'mistake', on, reason: 'Corrected', replacement }, author)
  return receive(
    tx,
    {
      id: replacement.id,
      tenantId,
      kind: 'money',
      amount: to.amount,
      method: to.paymentMethod,
      receivedOn,
      effectiveOn: laterOf(on, receivedOn),
      confirmationNumber: to.confirmationNumber ?? null,
      payerId: to.payerId ?? old.payerId,
      payerAccounts,
      notes: to.notes ?? null,
      bankAccountId,
      replacesId: id,
      shares: kept,
    },
    author,
  )
}

/** The shares up to an amount. */
function firstOf(shares: readonly Share[], amount: number): Share[] {
  let left = toCents(amount)
  return shares.flatMap(({ paymentId, amount: part }) => {
    const cents = Math.min(left, toCents(part))
    left -= cents
    return cents > 0 ? [{ paymentId, amount: toDollars(cents) }] : []
  })
}

/** Moves the money of a receipt from today on, so that it pays exactly `wanted`; the rest is credit. */
export async function moveAllocations(
  tx: Tx,
  { id: receiptId, tenantId, amount }: LockedReceipt,
  wanted: readonly Share[],
  author: Author,
): Promise<void> {
  const { landlordId, now } = author
  const current = await sharesOf(tx, landlordId, receiptId)
  const want = new Map(wanted.map((share) => [share.paymentId, toCents(share.amount)]))
  const less = current.flatMap(({ paymentId, amount: is }) => {
    const cents = Math.max(0, toCents(is) - (want.get(paymentId) ?? 0))
    return cents > 0 ? [{ receiptId, chargeId: paymentId, cents: -cents }] : []
  })
  const has = new Map(current.map((share) => [share.paymentId, toCents(share.amount)]))
  const more = wanted.flatMap(({ paymentId, amount: to }) => {
    const cents = toCents(to) - (has.get(paymentId) ?? 0)
    return cents > 0 ? [{ paymentId, amount: toDollars(cents) }] : []
  })
  if (less.length > 0) {
    const common = { landlordId, tenantId, receiptId, createdAt: now }
    await tx
      .insert(allocation)
      .values(less.map(({ chargeId, cents }) => ({ ...common, chargeId, amount: toDollars(cents) })))
    await bookAllocations(tx, less, { ...author, reason: more.length > 0 ? movedToCharge : keptAsCredit })
    await markUpdated(
      tx,
      landlordId,
      less.map(({ chargeId }) => chargeId),
      now,
    )
  }
  const [left] = await tx.execute<{ unallocated: number }>(
    sql`select unallocated from receipt where landlord_id = ${landlordId} and id = ${receiptId}`,
  )
  const parts = await partsOf(tx, { landlordId, tenantId, now }, { amount: left?.unallocated ?? amount, shares: more })
  const paid = await allocateParts(tx, { tenantId, receiptId }, parts, author)
  await reassessLateFees(tx, { landlordId, chargeIds: [...less.map(({ chargeId }) => chargeId), ...paid], now })
}
