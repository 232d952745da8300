import { BankAccountChanged, type BankTransfer, type recordTransfer } from '@keyhold/contracts/payments/bank-accounts'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { laterOf } from '@keyhold/kit/lib/dates'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { sql as drizzleSql } from 'drizzle-orm'
import { bankTransfer, bankTransferUndo } from '../../schema/bank-accounts.ts'
import { dayText } from '../explain/format.ts'
import { availableOn } from '../journal/dating.ts'
import { type Author, type Line, recordEntries } from '../journal/record.ts'
import type { Tag } from '../ledger/sql.ts'
import { accountNameOf, readAccount } from './account-query.ts'
import { storedId } from './account-for-money.ts'

type Form = z.output<NonNullable<(typeof recordTransfer)['body']>>

/** Transfers `t` in the contract's shape, latest first. */
export const selectTransfers = <F>(sql: Tag<F>, transfers: F): F => sql`
  with t as materialized (${transfers})
  select t.id, coalesce(t.from_id, t.landlord_id) as "fromId", ${accountNameOf(sql, { landlord: sql`t.landlord_id`, account: sql`t.from_id` })} as "fromName",
    coalesce(t.to_id, t.landlord_id) as "toId", ${accountNameOf(sql, { landlord: sql`t.landlord_id`, account: sql`t.to_id` })} as "toName",
    t.amount, t.on, t.notes, t.by, t.created_at as "createdAt", u.on as "undoneOn", u.reason as "undoneReason"
  from t left join bank_transfer_undo u on u.landlord_id = t.landlord_id and u.transfer_id = t.id
  order by t.on desc, t.id desc`

/** @throws Refusal 404 */
export async function readTransfer(tx: Tx, landlordId: string, id: string): Promise<BankTransfer> {
  const one = drizzleSql`select t.* from bank_transfer t where t.landlord_id = ${landlordId} and t.id = ${id}`
  const [found] = await tx.execute<BankTransfer & Record<string, unknown>>(selectTransfers(drizzleSql, one))
  return found ?? notFound('Transfer')
}

/**
 * Books that money was moved between two accounts. Neither tenants nor income are concerned.
 * @throws Refusal 400 for an account that is archived or not this landlord's, or for a future day; 409 if less is there
 */
export async function transfer(
  tx: Tx,
  { fromId, toId, amount, on: asked, notes = null }: Form,
  today: string,
  author: Author & { by: string },
): Promise<string> {
  const { landlordId, by, now } = author
  if (fromId === toId) refuseField('toId', 'Choose a different account from the one it comes from')
  const on = asked ?? today
  if (on > today) refuseField('on', "A transfer can't be dated after today")
  await lockBoth(tx, landlordId, [fromId, toId])
  const names = new Map<string, string>()
  for (const [path, id] of [
    ['fromId', fromId],
    ['toId', toId],
  ] as const) {
    const { name, archivedAt } = await readAccount(tx, landlordId, id)
    names.set(id, name)
    // What is left in an archived account can be moved out of it.
    if (archivedAt !== null && path === 'toId') refuseField(path, `${name} is archived. Choose another account`)
  }
  const from = storedId(landlordId, fromId)
  const there = availableOn(await movementsOf(tx, landlordId, from), on)
  if (toCents(amount) > there)
    refuse(
      'conflict',
      `The books show only ${moneyText(there)} in ${names.get(fromId)} from ${dayText(on)} on. You can’t move more than that.`,
    )
  const row = { landlordId, fromId: from, toId: storedId(landlordId, toId), amount, on, notes, by, createdAt: now }
  const [made] = await tx.insert(bankTransfer).values(row).returning({ id: bankTransfer.id })
  if (!made) throw new Error('the transfer was not written')
  await book(tx, 'transferred', { ...row, id: made.id, cents: toCents(amount) }, author)
  return made.id
}

/** Books that a transfer was not made, from today on. @throws Refusal 404, 409 if it was undone already */
export async function undoTransfer(
  tx: Tx,
  { id, reason, today }: { id: string; reason: string; today: string },
  author: Author & { by: string },
): Promise<void> {
  const { landlordId, by, now } = author
  const known = await readTransfer(tx, landlordId, id)
  await lockBoth(tx, landlordId, [known.fromId, known.toId])
  const { undoneOn, fromId, toId, amount, on: movedOn } = await readTransfer(tx, landlordId, id)
  if (undoneOn !== null) refuse('conflict', 'This transfer was already undone.')
  const on = laterOf(today, movedOn)
  await tx.insert(bankTransferUndo).values({ landlordId, transferId: id, on, reason, undoneAt: now, undoneBy: by })
  const moved = { id, on, fromId: storedId(landlordId, fromId), toId: storedId(landlordId, toId) }
  await book(tx, 'transfer_undone', { ...moved, cents: -toCents(amount) }, author)
}

async function book(
  tx: Tx,
  kind: 'transferred' | 'transfer_undone',
  {
    id: movementId,
    fromId,
    toId,
    on,
    cents,
  }: { id: string; fromId: string | null; toId: string | null; on: string; cents: number },
  author: Author,
): Promise<void> {
  const { landlordId } = author
  const lines: Line[] = [
    { account: 'cash', cents, bankAccountId: toId },
    { account: 'cash', cents: -cents, bankAccountId: fromId },
  ]
  // It is about no tenant.
  await recordEntries(tx, [{ kind, tenantId: landlordId, on, movementId, lines }], author)
  await emit(tx, BankAccountChanged, { bankAccountId: fromId ?? landlordId, landlordId })
}

/** In the order of their ids, so that transfers in both directions cannot deadlock. @throws Refusal 400 */
async function lockBoth(tx: Tx, landlordId: string, ids: readonly string[]): Promise<void> {
  const found = await tx.execute<{ id: string }>(drizzleSql`
    select b.id from bank_account b where b.landlord_id = ${landlordId} and b.id = any(${drizzleSql.param(ids)}::uuid[]) order by b.id for no key update`)
  const unknown = ids.findLastIndex((id) => found.every((one) => one.id !== id))
  if (unknown >= 0) refuseField(unknown === 0 ? 'fromId' : 'toId', 'Choose one of your accounts')
}

async function movementsOf(tx: Tx, landlordId: string, account: string | null) {
  const rows = await tx.execute<{ on: string; amount: number }>(drizzleSql`
    select p.effective_on as "on", sum(p.amount) as amount from posting p
    where p.landlord_id = ${landlordId} and p.account = 'cash' and p.bank_account_id is not distinct from ${account}::uuid group by p.effective_on`)
  return rows.map(({ on, amount }) => ({ on, cents: toCents(amount) }))
}
