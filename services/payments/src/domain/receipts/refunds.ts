import type { Refund } from '@keyhold/contracts/payments/credits'
import type { paymentMethods } from '@keyhold/contracts/payments/payments'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { laterOf } from '@keyhold/kit/lib/dates'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { sql } from 'drizzle-orm'
import { creditRefund, refundUndo } from '../../schema/deposits.ts'
import { accountNameOf } from '../bank-accounts/account-query.ts'
import { availableOn, bookedDay, dayOfCorrection } from '../journal/dating.ts'
import { makeUpDeposits } from '../journal/make-up-deposits.ts'
import { type Author, type Line, recordEntries } from '../journal/record.ts'
import { allocateCredit } from '../ledger/allocations.ts'
import { lockAccounts } from '../ledger/charges.ts'
import type { Tag } from '../ledger/sql.ts'
import { readDays } from './latest-day.ts'

export type RefundRow = z.output<typeof Refund>

/** Refunds `f` of deposits and credit that match `where`, latest first. */
export const selectRefunds = <F>(tag: Tag<F>, landlordId: string, where: F): F => tag`
  select f.id, f.tenant_id as "tenantId", f.of, f.amount, f.on, f.method as "paymentMethod", coalesce(f.bank_account_id, f.landlord_id) as "bankAccountId",
    ${accountNameOf(tag, { landlord: tag`f.landlord_id`, account: tag`f.bank_account_id` })} as "bankAccountName", f.notes, u.on as "undoneOn", u.reason as "undoneReason", f.created_at as "createdAt"
  from (
    select m.landlord_id, m.id, m.tenant_id, 'deposit' as of, m.amount, m.on, m.method, m.bank_account_id, m.notes, m.created_at from deposit_movement m where m.landlord_id = ${landlordId} and m.kind = 'refunded'
    union all select c.landlord_id, c.id, c.tenant_id, 'credit', c.amount, c.on, c.method, c.bank_account_id, c.notes, c.created_at from credit_refund c where c.landlord_id = ${landlordId}
  ) f left join refund_undo u on u.landlord_id = f.landlord_id and u.refund_id = f.id
  where ${where} order by f.on desc, f.id desc`

/** @throws Refusal 404 */
export async function readRefund(tx: Tx, landlordId: string, id: string): Promise<RefundRow> {
  const [found] = await tx.execute<RefundRow>(selectRefunds(sql, landlordId, sql`f.id = ${id}`))
  return found ?? notFound('Refund')
}

interface PayOut {
  tenantId: string
  amount: number
  on: string
  method: (typeof paymentMethods)[number]
  notes: string | null
  /** As `accountForMoney` gives it. */
  bankAccountId: string | null
}

/** Pays credit out, the oldest receipt first. Requires the account's lock. @throws Refusal 409 if there is less credit on that day or a later one */
export async function payOutCredit(
  tx: Tx,
  { tenantId, amount, on, method, notes, bankAccountId }: PayOut,
  author: Author & { by: string },
): Promise<string> {
  const { landlordId, by, now } = author
  const rows = await tx.execute<{ receiptId: string; on: string; amount: number }>(sql`
    select p.receipt_id as "receiptId", p.effective_on as "on", -sum(p.amount) as amount
    from receipt r join posting p on p.landlord_id = r.landlord_id and p.receipt_id = r.id and p.account = 'tenant_credit'
    where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId} and r.unallocated > 0 group by r.reported_at, p.receipt_id, p.effective_on order by r.reported_at, p.receipt_id`)
  const movements = Map.groupBy(
    rows.map((row) => ({ ...row, cents: toCents(row.amount) })),
    ({ receiptId }) => receiptId,
  )
  const takenOn = await bookedDay(tx, { landlordId, on })
  let left = toCents(amount)
  const lines = [...movements].flatMap(([receiptId, list]): Line[] => {
    const cents = Math.min(left, availableOn(list, takenOn))
    left -= cents
    return cents > 0 ? [{ account: 'tenant_credit', cents, receiptId }] : []
  })
  if (left > 0) {
    const there = toCents(amount) - left
    refuse(
      'conflict',
      there === 0
        ? 'There is no credit to pay out on that day.'
        : `Only ${moneyText(there)} of credit is available on that day, so you can’t pay out more than that.`,
    )
  }
  const [made] = await tx
    .insert(creditRefund)
    .values({ landlordId, tenantId, amount, on, method, notes, bankAccountId, by, createdAt: now })
    .returning({ id: creditRefund.id })
  if (!made) throw new Error('the refund was not written')
  const draft = { kind: 'credit_refunded' as const, tenantId, on, movementId: made.id }
  const paid: Line = { account: 'cash', cents: -toCents(amount), bankAccountId }
  await recordEntries(tx, [{ ...draft, lines: [...lines, paid] }], author)
  return made.id
}

/** Books that a refund was not paid out, from today or, of a closed period, from the first open day on. @throws Refusal 404, 409 if it was undone already */
export async function undo(tx: Tx, id: string, reason: string, author: Author & { by: string }): Promise<void> {
  const { landlordId, by, now } = author
  const { tenantId, of, amount, on: refundedOn } = await readRefund(tx, landlordId, id)
  await lockAccounts(tx, landlordId, [tenantId])
  const { undoneOn } = await readRefund(tx, landlordId, id)
  if (undoneOn !== null) refuse('conflict', 'This refund was already undone.')
  const { today } = await readDays(tx, { landlordId, tenantId, now })
  // What a correction moved to the receipt that replaces the first one is undone there.
  const entries = await tx.execute<
    Omit<Line, 'cents' | 'charge'> & { amount: number; last: string; [column: string]: unknown }
  >(sql`
    select p.account, -sum(p.amount) as amount, max(p.effective_on) as last, p.receipt_id as "receiptId", p.tenancy_id as "tenancyId", p.property_id as "propertyId", p.bank_account_id as "bankAccountId"
    from journal_entry e join posting p on p.landlord_id = e.landlord_id and p.entry_id = e.id
    where e.landlord_id = ${landlordId} and e.movement_id = ${id} and e.tenant_id = ${tenantId}
    group by 1, 4, 5, 6, 7 having sum(p.amount) <> 0 order by min(p.line)`)
  const correctedOn = await dayOfCorrection(tx, { landlordId, of: refundedOn, today })
  const on = entries.reduce((day, { last }) => laterOf(day, last), correctedOn)
  if (of === 'credit') await assertNotReturned(tx, landlordId, entries)
  const lines = entries.map(({ account, amount: part, receiptId, tenancyId, propertyId, bankAccountId }) => ({
    account,
    tenancyId,
    propertyId,
    bankAccountId,
    receiptId: receiptId ?? undefined,
    cents: toCents(part),
  }))
  await tx.insert(refundUndo).values({ landlordId, tenantId, refundId: id, on, reason, undoneAt: now, undoneBy: by })
  const kind = of === 'deposit' ? ('deposit_refund_undone' as const) : ('credit_refund_undone' as const)
  const belongsOn = correctedOn === refundedOn ? refundedOn : undefined
  await recordEntries(tx, [{ kind, tenantId, on, belongsOn, movementId: id, lines }], author)
  if (of === 'credit') await allocateCredit(tx, [tenantId], author)
  else await makeUpDeposits(tx, { tenantIds: [tenantId], from: on, regained: toCents(amount) }, author)
}

/** What was paid out of a payment that was returned since is a charge of its own. @throws Refusal 409 */
async function assertNotReturned(tx: Tx, landlordId: string, lines: readonly Pick<Line, 'receiptId'>[]): Promise<void> {
  const receipts = lines.flatMap(({ receiptId }) => receiptId ?? [])
  const returned = await tx.execute(
    sql`select from reversal v where v.landlord_id = ${landlordId} and v.receipt_id = any(${sql.param(receipts)}::uuid[])`,
  )
  if (returned.length > 0)
    refuse(
      'conflict',
      'The payment this credit came from has since been reversed, and the amount paid out is now owed as a separate charge. Cancel that charge instead.',
    )
}

/** The last day on which a refund of a receipt's credit was undone; null if none was. */
export async function lastUndoOf(tx: Tx, landlordId: string, receiptId: string): Promise<string | null> {
  const [row] = await tx.execute<{ on: string | null }>(sql`
    select max(p.effective_on) as "on" from posting p join journal_entry e on e.landlord_id = p.landlord_id and e.id = p.entry_id
    where p.landlord_id = ${landlordId} and p.receipt_id = ${receiptId} and e.kind = 'credit_refund_undone'`)
  return row?.on ?? null
}
