import type { Payment, paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { bookNewCharges } from '../journal/book-charges.ts'
import type { Author } from '../journal/record.ts'
import { orderOf } from './allocation-order.ts'
import { isAbandoned, namesOf } from './accounts.ts'
import { selectPayments } from './payment-query.ts'
import { chargeBalances, joinProperty, todayAtProperty } from './charge-balance.ts'

/** A charge and its balance as this transaction sees it. */
export interface ChargeBalance {
  id: string
  landlordId: string
  tenantId: string
  propertyId: string | null
  method: (typeof paymentMethods)[number]
  amount: number
  open: number
  dueDate: string
  paymentType: (typeof paymentTypes)[number]
  description: string | null
  /** Today at the charge's property. */
  today: string
  [column: string]: unknown
}

type NewCharge = Omit<
  typeof charge.$inferInsert,
  'type' | 'method' | 'open' | 'bookedFrom' | 'bookedTo' | 'settledOn'
> & {
  type: (typeof paymentTypes)[number]
  method: (typeof paymentMethods)[number]
}

/** Inserts a charge, books it and emits `ChargeChanged`. Charges posted by rules emit `RentsPlanned` or `ChargesPosted` instead. */
export async function addCharge(tx: Tx, row: NewCharge, author: Author): Promise<string> {
  const [made] = await tx
    .insert(charge)
    .values({ ...row, open: row.amount, bookedFrom: row.dueDate, bookedTo: row.dueDate })
    .returning()
  if (!made) throw new Error('the charge was not written')
  await bookNewCharges(tx, [made.id], author)
  await emit(tx, ChargeChanged, chargeSnapshotOf(made))
  return made.id
}

export const chargeSnapshotOf = ({
  id,
  landlordId,
  tenantId,
  propertyId,
  amount,
  dueDate,
}: Pick<ChargeBalance, 'id' | 'landlordId' | 'tenantId' | 'propertyId' | 'amount' | 'dueDate'>) => ({
  chargeId: id,
  landlordId,
  tenantId,
  propertyId,
  amount,
  dueDate,
})

/**
 * Locks the ledger that a charge belongs to and reads the charge. The lock is per account, not per charge: a receipt may pay several charges, and
 * locking them in different orders would deadlock.
 * @throws Refusal 404 if the charge does not exist or is another landlord's, 409 if it is cancelled
 */
export async function lockCharge(
  tx: Tx,
  asked: { landlordId: string; id: string; now: string },
): Promise<ChargeBalance> {
  return (
    (await lockChargeUnlessCancelled(tx, asked)) ??
    refuse('conflict', 'This charge was cancelled, so it can no longer be changed.')
  )
}

/** Locks the ledger that a charge belongs to, even if the charge is cancelled. @throws Refusal 404 */
export async function lockLedgerOf(
  tx: Tx,
  { landlordId, id }: { landlordId: string; id: string },
): Promise<{ tenantId: string }> {
  const [found] = await tx.execute<{ tenantId: string }>(sql`
    select t.tenant_id as "tenantId" from tenant t join charge c on c.landlord_id = t.landlord_id and c.tenant_id = t.tenant_id
    where c.landlord_id = ${landlordId} and c.id = ${id} for no key update of t`)
  return found ?? notFound('Payment')
}

/** Today at the property of a charge, even if it is cancelled. */
export async function readTodayAtCharge(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<string> {
  const [row] = await tx.execute<{ today: string }>(
    sql`select ${todayAtProperty(sql, now)} as today from charge c ${joinProperty(sql)} where c.landlord_id = ${landlordId} and c.id = ${id}`,
  )
  return row?.today ?? notFound('Payment')
}

/** Like `lockCharge`, but null if the charge is cancelled. @throws Refusal 404 */
export async function lockChargeUnlessCancelled(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<ChargeBalance | null> {
  await lockLedgerOf(tx, { landlordId, id })
  const where = sql`c.landlord_id = ${landlordId} and c.id = ${id}`
  // A separate statement: only one that starts after the lock was acquired sees what the previous holder committed.
  const [balance] = await tx.execute<ChargeBalance>(
    sql`select ${balanceColumns} from (${chargeBalances(sql, { where, now })}) c`,
  )
  return balance ?? null
}

/** Locks the ledgers of accounts, in the order of their ids, so that transactions that lock several cannot deadlock. */
export async function lockAccounts(tx: Tx, landlordId: string, accounts: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select from tenant where landlord_id = ${landlordId} and tenant_id = any(${sql.param(accounts)}::uuid[])
    order by tenant_id for no key update`)
}

/**
 * Locks the account that a tenant is to be charged on, as looked up before the transaction.
 * @throws Refusal 409 if the tenant's account has changed since, or if only other tenants use it now
 */
export async function lockAccountOf(
  tx: Tx,
  { landlordId, tenantId, accountId }: { landlordId: string; tenantId: string; accountId: string },
): Promise<void> {
  await lockAccounts(tx, landlordId, [accountId])
  const [stored] = await tx.execute<{ accountId: string; isLeft: boolean; others: string }>(sql`
    select t.account_id as "accountId", ${isAbandoned(sql)} as "isLeft", ${namesOf(sql, { landlord: sql`t.landlord_id`, account: sql`t.tenant_id` })} as others
    from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}`)
  if (stored && stored.accountId !== accountId)
    refuse('conflict', 'This tenant has just joined or left a tenancy. Please reload the tenant and try again.')
  if (stored?.isLeft)
    refuse(
      'conflict',
      `This tenant left the ledger they opened, which now belongs to ${stored.others}. Charge them instead.`,
    )
}

/**
 * The open charges of an account in the order in which money pays them: the charge `first`, where the landlord has set rent first the rents that are
 * due, then all by due date, on one day rents first.
 */
export async function openCharges(
  tx: Tx,
  {
    landlordId,
    tenantId,
    first = null,
    now,
  }: { landlordId: string; tenantId: string; first?: string | null; now: string },
): Promise<ChargeBalance[]> {
  const where = sql`c.landlord_id = ${landlordId} and c.tenant_id = ${tenantId}`
  return tx.execute<ChargeBalance>(sql`
    select ${balanceColumns} from (${chargeBalances(sql, { where, now })}) c
    where c.open > 0 order by (c.id is not distinct from ${first}::uuid) desc,
      (c.type = 'rent' and c.due_date <= c.today and ${orderOf(sql, { landlordId, tenantId })} = 'rent_first') desc, c.due_date, (c.type = 'rent') desc, c.id`)
}

const balanceColumns = sql`c.id, c.landlord_id as "landlordId", c.tenant_id as "tenantId", c.property_id as "propertyId", c.method, c.amount, c.open, c.due_date as "dueDate", c.type as "paymentType", c.description, c.today`

/** The payment as this transaction sees it. @throws Refusal 404 */
export async function readPayment(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<Payment> {
  const charges = sql`select c.* from charge c where c.landlord_id = ${landlordId} and c.id = ${id}`
  const [record] = await tx.execute<Payment>(selectPayments(sql, { charges, order: 'due', now }))
  return record ?? notFound('Payment')
}
