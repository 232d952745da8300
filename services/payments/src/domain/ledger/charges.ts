import type { Payment, paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { sql } from 'drizzle-orm'
import { charge } from '../../schema/charges.ts'
import { isAbandoned, namesOf } from './accounts.ts'
import { selectPayments } from './payment-query.ts'
import { chargeBalances } from './charge-balance.ts'

/** A charge as the ledger sees it at this moment of the transaction. */
export interface ChargeBalance {
  id: string
  landlordId: string
  tenantId: string
  propertyId: string | null
  method: (typeof paymentMethods)[number]
  amount: number
  open: number
  dueDate: string
  /** The day it is at the charge's property. */
  today: string
  [column: string]: unknown
}

type NewCharge = Omit<typeof charge.$inferInsert, 'type' | 'method'> & {
  type: (typeof paymentTypes)[number]
  method: (typeof paymentMethods)[number]
}

/** Writes a charge and says so. Planned rents are told of together, by `RentsPlanned`. */
export async function addCharge(tx: Tx, row: NewCharge): Promise<string> {
  const [made] = await tx.insert(charge).values(row).returning()
  if (!made) throw new Error('the charge was not written')
  await emit(tx, ChargeChanged, chargeSnapshotOf(made))
  return made.id
}

/** What the facts about a charge say. */
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
 * A charge and the lock on its tenant's ledger: until the transaction ends, nobody else moves money of this tenant.
 * One lock for all, because a receipt may pay several charges and two orders of locking would wait for each other.
 * @throws Refusal 404 for a charge that is absent or another landlord's, 409 for a cancelled one
 */
export async function lockCharge(
  tx: Tx,
  asked: { landlordId: string; id: string; now: string },
): Promise<ChargeBalance> {
  return (
    (await lockChargeUnlessCancelled(tx, asked)) ??
    refuse('conflict', 'This charge was cancelled, so nothing can be recorded or changed on it any more.')
  )
}

/** The same lock, whatever became of the charge. @throws Refusal 404 */
export async function lockLedgerOf(
  tx: Tx,
  { landlordId, id }: { landlordId: string; id: string },
): Promise<{ tenantId: string }> {
  const [found] = await tx.execute<{ tenantId: string }>(sql`
    select t.tenant_id as "tenantId" from tenant t join charge c on c.landlord_id = t.landlord_id and c.tenant_id = t.tenant_id
    where c.landlord_id = ${landlordId} and c.id = ${id} for no key update of t`)
  return found ?? notFound('Payment')
}

/** The same; null where the charge is cancelled. @throws Refusal 404 */
export async function lockChargeUnlessCancelled(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<ChargeBalance | null> {
  await lockLedgerOf(tx, { landlordId, id })
  const where = sql`c.landlord_id = ${landlordId} and c.id = ${id}`
  // A statement of its own: only one that starts after the lock sees what the one before us did.
  const [standing] = await tx.execute<ChargeBalance>(
    sql`select ${balanceColumns} from (${chargeBalances(sql, { where, now })}) c`,
  )
  return standing ?? null
}

/** The same lock where no charge is known yet. */
export async function lockTenant(tx: Tx, landlordId: string, tenantId: string): Promise<void> {
  await tx.execute(
    sql`select from tenant where landlord_id = ${landlordId} and tenant_id = ${tenantId} for no key update`,
  )
}

/**
 * Locks the account on which a tenant is to be charged, as it was looked up before the transaction.
 * @throws Refusal 409 where it is another one by now, or the ledger of others, who would owe what is meant for the tenant
 */
export async function lockAccountOf(
  tx: Tx,
  { landlordId, tenantId, accountId }: { landlordId: string; tenantId: string; accountId: string },
): Promise<void> {
  await lockTenant(tx, landlordId, accountId)
  const [stored] = await tx.execute<{ accountId: string; isLeft: boolean; others: string }>(sql`
    select t.account_id as "accountId", ${isAbandoned(sql)} as "isLeft", ${namesOf(sql, { landlord: sql`t.landlord_id`, account: sql`t.tenant_id` })} as others
    from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}`)
  if (stored && stored.accountId !== accountId)
    refuse('conflict', 'This tenant joined or left a tenancy just now. Please look at it again, then charge it.')
  if (stored?.isLeft)
    refuse(
      'conflict',
      `The ledger under this tenant's name is that of ${stored.others}, who would owe this. Charge them, or nobody.`,
    )
}

/** What a tenant still owes: the rents first, oldest first, then all else, oldest first. `first` goes before them. */
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
    where c.open > 0 order by (c.id is not distinct from ${first}::uuid) desc, (c.type = 'rent') desc, c.due_date, c.id`)
}

const balanceColumns = sql`c.id, c.landlord_id as "landlordId", c.tenant_id as "tenantId", c.property_id as "propertyId", c.method, c.amount, c.open, c.due_date as "dueDate", c.today`

/** The payment record as this transaction sees it. */
export async function readPayment(
  tx: Tx,
  { landlordId, id, now }: { landlordId: string; id: string; now: string },
): Promise<Payment> {
  const charges = sql`select c.* from charge c where c.landlord_id = ${landlordId} and c.id = ${id}`
  const [record] = await tx.execute<Payment>(selectPayments(sql, { charges, order: 'due', now }))
  return record ?? notFound('Payment')
}
