import { ChargeChanged } from '@keyhold/contracts/payments/events'
import {
  createPayment,
  getPayment,
  listPayments,
  type Payment,
  type PaymentForm,
  updatePayment,
} from '@keyhold/contracts/payments/payments'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { laterOf } from '@keyhold/kit/lib/dates'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { accountForMoney } from '../../domain/bank-accounts/account-for-money.ts'
import { bookChangedCharges } from '../../domain/journal/book-charges.ts'
import { resolveAccounts } from '../../domain/ledger/accounts.ts'
import { keepTexts } from '../../domain/ledger/charge-texts.ts'
import { addCharge, chargeSnapshotOf, lockAccountOf, lockCharge, readPayment } from '../../domain/ledger/charges.ts'
import { reassessLateFees } from '../../domain/late-fees/reassess.ts'
import { readPage } from '../../domain/ledger/payment-list.ts'
import { assertReceivedBy, readDays } from '../../domain/receipts/latest-day.ts'
import { allocateCredit } from '../../domain/ledger/allocations.ts'
import { recordReceipt } from '../../domain/ledger/receipts.ts'
import { hasReceivedMoney, findReceipts } from '../../domain/ledger/receipts-on-charge.ts'
import { assertFirst } from '../../domain/ledger/second-charge.ts'
import { selectPayments } from '../../domain/ledger/payment-query.ts'
import { findProperty, type PropertyRow } from '../../projections/properties.ts'
import { fetchMissingAccount, findTenant } from '../../projections/tenants.ts'
import { charge } from '../../schema/charges.ts'
import { tenancy } from '../../schema/projections.ts'

export const paymentRoutes: Route[] = [
  serve(listPayments, async ({ actor, query: { sort, limit, cursor, ...query }, db, clock }) => {
    const now = clock.now().toISOString()
    const filter = await resolveAccounts(db, actor, actor.landlordId, query)
    return readPage(db, actor, { landlordId: actor.landlordId, filter, now }, { sort, limit, cursor })
  }),

  serve(getPayment, async ({ actor, params, db, clock }) => {
    const now = clock.now().toISOString()
    const [record] = await db.read(actor, (sql) => {
      const charges = sql`select c.* from charge c where c.landlord_id = ${actor.landlordId} and c.id = ${params.id}`
      return sql<Payment[]>`${selectPayments(sql, { charges, order: 'due', now })}`
    })
    return record ?? notFound('Payment')
  }),

  serve(createPayment, async ({ actor, body, db, call, clock }) => {
    const { landlordId, userId } = actor
    const received = receivedAtOnce(body)
    const tenant = await findTenant({ db, call, clock, actor }, body.tenantId)
    await fetchMissingAccount({ db, call, clock, actor }, tenant)
    const { accountId, tenancyId } = tenant
    const propertyId = body.propertyId ?? tenant.propertyId
    if (propertyId !== null)
      await findProperty({ db, call, clock, actor }, propertyId).catch(unlessNamed(body.propertyId))
    const now = clock.now().toISOString()

    return db.transaction(actor, async (tx) => {
      await lockAccountOf(tx, tenant)
      if (!body.isAdditional) await assertFirst(tx, { ...body, landlordId, tenantId: accountId })
      const row = {
        landlordId,
        tenantId: accountId,
        propertyId,
        unitId: await unitOf(tx, { landlordId, tenancyId, propertyId }),
        tenancyId,
        type: body.paymentType,
        method: body.paymentMethod,
        amount: body.amount,
        dueDate: body.dueDate,
        notes: body.notes ?? null,
        source: 'manual' as const,
        createdAt: now,
        updatedAt: now,
      }
      const id = await addCharge(tx, row, { landlordId, by: userId, now })
      if (received !== null) {
        const made = await lockCharge(tx, { landlordId, id, now })
        const receivedOn = body.paidDate ?? made.today
        const { latest } = await readDays(tx, { landlordId, tenantId: accountId, now })
        assertReceivedBy(receivedOn, laterOf(latest, made.today), 'paidDate')
        const bankAccountId = await accountForMoney(tx, landlordId, body.bankAccountId)
        await recordReceipt(tx, made, { amount: received, receivedOn, bankAccountId, by: userId, now })
      }
      await allocateCredit(tx, [accountId], { landlordId, by: userId, now })
      return readPayment(tx, { landlordId, id, now })
    })
  }),

  serve(updatePayment, async ({ actor, params, body, db, call, clock }) => {
    const { landlordId, userId } = actor
    if (body.propertyId) await findProperty({ db, call, clock, actor }, body.propertyId)
    const now = clock.now().toISOString()

    return db.transaction(actor, async (tx) => {
      const { id, amount: was, propertyId: propertyWas } = await lockCharge(tx, { landlordId, id: params.id, now })
      const receipts = await findReceipts(tx, { landlordId, id })
      if (hasReceivedMoney(receipts))
        refuse(
          'has-receipts',
          'Money was recorded on this payment, so it can no longer be edited. Reverse what was received first.',
        )
      const { paymentType: type, paymentMethod: method, propertyId, amount, dueDate, notes } = body
      const elsewhere = propertyId !== undefined && propertyId !== propertyWas
      const typed = amount !== undefined && amount !== was
      await keepTexts(tx, { landlordId, ids: [id], now })
      // Drizzle skips undefined values, so a PUT changes only the fields it contains.
      const [changed] = await tx
        .update(charge)
        .set({
          type,
          method,
          propertyId,
          amount,
          dueDate,
          notes,
          updatedAt: now,
          ...(elsewhere ? { unitId: null } : {}),
          ...(typed ? { basis: null } : {}),
        })
        .where(and(eq(charge.landlordId, landlordId), eq(charge.id, id)))
        .returning()
      await bookChangedCharges(tx, [id], { landlordId, by: userId, now })
      if (changed) await emit(tx, ChargeChanged, chargeSnapshotOf(changed))
      await reassessLateFees(tx, { landlordId, chargeIds: [id], now })
      return readPayment(tx, { landlordId, id, now })
    })
  }),
]

/** The amount that the form says was received; null for nothing. @throws Refusal 400 if status and amounts contradict each other */
function receivedAtOnce({ status, amount, amountPaid }: z.output<typeof PaymentForm>): number | null {
  const part = amountPaid ?? null
  if (part !== null && part > amount) refuse('invalid-input', "The amount paid can't be more than the amount.")
  switch (status) {
    case 'paid':
      return part ?? amount
    case 'partial':
      return part ?? refuse('invalid-input', 'A partial payment needs an amount paid.')
    case 'pending':
    case 'overdue':
      return part === null ? null : refuse('invalid-input', 'An amount paid needs the status paid or partial.')
  }
}

/** The tenancy's unit, if the charge is for the tenancy's property. */
async function unitOf(
  tx: Tx,
  { landlordId, tenancyId, propertyId }: { landlordId: string; tenancyId: string | null; propertyId: string | null },
): Promise<string | null> {
  if (tenancyId === null || propertyId === null) return null
  const [row] = await tx
    .select({ unitId: tenancy.unitId })
    .from(tenancy)
    .where(
      and(eq(tenancy.landlordId, landlordId), eq(tenancy.tenancyId, tenancyId), eq(tenancy.propertyId, propertyId)),
    )
  return row?.unitId ?? null
}

/** The tenant's own property may not have arrived yet; a property named in the form must exist. */
const unlessNamed =
  (named: string | null | undefined) =>
  (error: unknown): PropertyRow | null => {
    if (named) throw error
    return null
  }
