import {
  BankAccountChanged,
  type BankAccountForm,
  firstAccountName,
  maxBankAccounts,
  type updateBankAccount,
} from '@keyhold/contracts/payments/bank-accounts'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { bankAccount } from '../../schema/bank-accounts.ts'
import { storedId } from './account-for-money.ts'

type Form = z.output<typeof BankAccountForm>
type Changes = z.output<NonNullable<(typeof updateBankAccount)['body']>>

interface Saving {
  landlordId: string
  now: string
}

/** Gives the first account a row and locks it: changes of a landlord's accounts happen one after the other. */
async function lockAll(tx: Tx, { landlordId, now }: Saving): Promise<void> {
  const first = { id: landlordId, landlordId, name: firstAccountName, kind: 'operating' as const, isDefault: true }
  await tx
    .insert(bankAccount)
    .values({ ...first, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  await tx.execute(
    sql`select from bank_account b where b.landlord_id = ${landlordId} and b.id = ${landlordId} for no key update`,
  )
}

/** @throws Refusal 409 for a name that another account has, or for too many accounts */
export async function addAccount(tx: Tx, form: Form, saving: Saving): Promise<string> {
  const { landlordId, now } = saving
  await lockAll(tx, saving)
  await assertNameIsFree(tx, landlordId, form.name)
  const [{ count } = { count: 0 }] = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from bank_account b where b.landlord_id = ${landlordId}`,
  )
  if (count >= maxBankAccounts) refuse('conflict', `You can have at most ${maxBankAccounts} accounts.`)
  if (form.isDefault) await clearDefault(tx, landlordId, now)
  const { name, kind, lastFour = null, isDefault = false } = form
  const [made] = await tx
    .insert(bankAccount)
    .values({ landlordId, name, kind, lastFour, isDefault, createdAt: now, updatedAt: now })
    .returning({ id: bankAccount.id })
  if (!made) throw new Error('the account was not written')
  await emit(tx, BankAccountChanged, { bankAccountId: made.id, landlordId })
  return made.id
}

/** @throws Refusal 404, 409 for a name that another account has, or for an archived account as the default */
export async function changeAccount(tx: Tx, id: string, changes: Changes, saving: Saving): Promise<void> {
  const { landlordId, now } = saving
  const { archivedAt } = await lockAccount(tx, id, saving)
  const { name, kind, lastFour, isDefault } = changes
  if (name !== undefined) await assertNameIsFree(tx, landlordId, name, id)
  if (isDefault) {
    if (archivedAt !== null) refuse('conflict', 'An archived account can’t receive money. Restore it first.')
    await clearDefault(tx, landlordId, now)
  }
  await update(tx, id, { name, kind, lastFour, isDefault }, saving)
}

/** @throws Refusal 404, 409 for the default account, and for one with money in it unless that is confirmed */
export async function archiveAccount(
  tx: Tx,
  id: string,
  { isConfirmed }: { isConfirmed: boolean },
  saving: Saving,
): Promise<void> {
  const { landlordId, now } = saving
  const { name, isDefault, archivedAt } = await lockAccount(tx, id, saving)
  if (archivedAt !== null) return
  if (isDefault) refuse('conflict', `${name} is the default. Make another account the default first.`)
  // Money that is on its way into the account is there before it is archived.
  await tx.execute(sql`select from bank_account b where b.landlord_id = ${landlordId} and b.id = ${id} for update`)
  const cents = isConfirmed ? 0 : await balanceOf(tx, landlordId, id)
  if (cents !== 0)
    refuse(
      'confirmation-needed',
      `The books show ${moneyText(cents)} in ${name}. Move the money to another account first, or archive it anyway.`,
    )
  await update(tx, id, { archivedAt: now }, saving)
}

/** @throws Refusal 404 */
export async function restoreAccount(tx: Tx, id: string, saving: Saving): Promise<void> {
  await lockAccount(tx, id, saving)
  await update(tx, id, { archivedAt: null }, saving)
}

async function update(
  tx: Tx,
  id: string,
  values: Partial<typeof bankAccount.$inferInsert> | { [K in keyof Changes]: Changes[K] | undefined },
  { landlordId, now }: Saving,
): Promise<void> {
  await tx
    .update(bankAccount)
    .set({ ...values, updatedAt: now })
    .where(and(eq(bankAccount.landlordId, landlordId), eq(bankAccount.id, id)))
  await emit(tx, BankAccountChanged, { bankAccountId: id, landlordId })
}

/** @throws Refusal 404 */
async function lockAccount(tx: Tx, id: string, saving: Saving): Promise<typeof bankAccount.$inferSelect> {
  await lockAll(tx, saving)
  const [found] = await tx
    .select()
    .from(bankAccount)
    .where(and(eq(bankAccount.landlordId, saving.landlordId), eq(bankAccount.id, id)))
  return found ?? notFound('Account')
}

async function assertNameIsFree(tx: Tx, landlordId: string, name: string, except?: string): Promise<void> {
  const [other] = await tx.execute<{ isArchived: boolean }>(sql`
    select b.archived_at is not null as "isArchived" from bank_account b
    where b.landlord_id = ${landlordId} and lower(b.name) = lower(${name}) and b.id is distinct from ${except ?? null}::uuid`)
  if (other)
    refuseField('name', other.isArchived ? 'An archived account has this name' : 'Another account has this name')
}

async function clearDefault(tx: Tx, landlordId: string, now: string): Promise<void> {
  await tx
    .update(bankAccount)
    .set({ isDefault: false, updatedAt: now })
    .where(and(eq(bankAccount.landlordId, landlordId), eq(bankAccount.isDefault, true)))
}

/** What is in an account by the books, in cents. */
async function balanceOf(tx: Tx, landlordId: string, id: string): Promise<number> {
  const [row] = await tx.execute<{ amount: number }>(sql`
    select coalesce(sum(p.amount), 0) as amount from posting p
    where p.landlord_id = ${landlordId} and p.account = 'cash' and p.bank_account_id is not distinct from ${storedId(landlordId, id)}::uuid`)
  return toCents(row?.amount ?? 0)
}
