import { ChargeChanged, createPayment, getPayment, listPayments, type Payment, type PaymentForm, updatePayment } from '@keyhold/contracts/payments'
import type { z } from '@keyhold/contracts/zod'
import { emit } from '@keyhold/kit/outbox'
import { notFound, Refusal, refuse } from '@keyhold/kit/problem'
import { type Route, serve } from '@keyhold/kit/serve'
import { and, eq } from 'drizzle-orm'
import { addCharge, factsOf, lockCharge, lockTenant, readRecord } from '../domain/charges.ts'
import { findProperty, findTenant, keepKnown, type PropertyRow } from '../domain/known.ts'
import { readPage } from '../domain/list.ts'
import { receiptsOn, recordReceipt, settleCredit } from '../domain/receipts.ts'
import { recordsOf } from '../domain/record.ts'
import { charge } from '../schema.ts'

export const paymentRoutes: Route[] = [
  serve(listPayments, ({ actor, query: { sort, limit, cursor, ...filter }, db, clock }) => {
    const now = clock.now().toISOString()
    return readPage(db, actor, { landlordId: actor.landlordId, filter, now }, { sort, limit, cursor })
  }),

  serve(getPayment, async ({ actor, params, db, clock }) => {
    const now = clock.now().toISOString()
    const [record] = await db.read(actor, (sql) => {
      const charges = sql`select c.* from charge c where c.landlord_id = ${actor.landlordId} and c.id = ${params.id}`
      return sql<Payment[]>`${recordsOf(sql, { charges, order: 'due', now })}`
    })
    return record ?? notFound('Payment')
  }),

  serve(createPayment, async ({ actor, body, db, call, clock }) => {
    const { landlordId, userId } = actor
    const received = receivedAtOnce(body)
    const tenant = await findTenant({ db, call, actor }, body.tenantId)
    const propertyId = body.propertyId ?? tenant.propertyId
    const property = propertyId === null ? null : await findProperty({ db, call, actor }, propertyId).catch(unlessNamed(body.propertyId))
    const now = clock.now().toISOString()

    return db.as(actor, async (tx) => {
      await keepKnown(tx, tenant, property)
      await lockTenant(tx, landlordId, tenant.tenantId)
      const id = await addCharge(tx, {
        landlordId,
        tenantId: tenant.tenantId,
        propertyId,
        type: body.paymentType,
        method: body.paymentMethod,
        amount: body.amount,
        dueDate: body.dueDate,
        notes: body.notes ?? null,
        source: 'manual',
        createdAt: now,
        updatedAt: now,
      })
      if (received !== null) {
        const made = await lockCharge(tx, { landlordId, id, now })
        const receivedOn = body.paidDate ?? made.today
        if (receivedOn > made.today) throw notYet()
        await recordReceipt(tx, made, { amount: received, receivedOn, by: userId, now })
      }
      await settleCredit(tx, { landlordId, tenantId: tenant.tenantId, now })
      return readRecord(tx, { landlordId, id, now })
    })
  }),

  serve(updatePayment, async ({ actor, params, body, db, call, clock }) => {
    const { landlordId } = actor
    const property = body.propertyId ? await findProperty({ db, call, actor }, body.propertyId) : null
    const now = clock.now().toISOString()

    return db.as(actor, async (tx) => {
      const { id } = await lockCharge(tx, { landlordId, id: params.id, now })
      const receipts = await receiptsOn(tx, { landlordId, id })
      if (receipts.length > 0)
        refuse('has-receipts', 'Money was recorded on this payment, so it can no longer be edited. Take back what was received first.')
      await keepKnown(tx, null, property)
      const { paymentType: type, paymentMethod: method, propertyId, amount, dueDate, notes } = body
      // Drizzle leaves out what is undefined: a PUT changes what it carries.
      const [changed] = await tx
        .update(charge)
        .set({ type, method, propertyId, amount, dueDate, notes, updatedAt: now })
        .where(and(eq(charge.landlordId, landlordId), eq(charge.id, id)))
        .returning()
      if (changed) await emit(tx, ChargeChanged, factsOf(changed))
      return readRecord(tx, { landlordId, id, now })
    })
  }),
]

/** How much the form says was received, null for nothing. What contradicts itself is refused: about money nothing is guessed. */
function receivedAtOnce({ status, amount, amountPaid }: z.output<typeof PaymentForm>): number | null {
  const part = amountPaid ?? null
  if (part !== null && part > amount) refuse('invalid-input', "The amount paid can't be more than the amount.")
  switch (status) {
    case 'paid':
      return part ?? amount
    case 'partial':
      return part ?? refuse('invalid-input', 'Say how much was paid: a partial payment needs an amount paid.')
    case 'pending':
    case 'overdue':
      return part === null ? null : refuse('invalid-input', 'An amount paid goes with the status paid or partial.')
  }
}

/** Money that is still to come is not received, or it would be revenue before it is there. */
function notYet(): Refusal {
  const message = "Money can't be received after today"
  return new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'paidDate', message }] })
}

/** The tenant's own home may be unknown here for a moment; the property that the form names may not. */
const unlessNamed =
  (named: string | null | undefined) =>
  (error: unknown): PropertyRow | null => {
    if (named) throw error
    return null
  }
