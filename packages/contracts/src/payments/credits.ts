import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id, instant, moneyDate, optional, positiveMoney, prose } from '../scalars.ts'
import { z } from '../zod.ts'
import * as routes from './credits.routes.ts'
import { journalKinds } from './journal.ts'
import { paymentMethods } from './payments.ts'
import { Receipt } from './receipts.ts'

/** A deposit or a credit that was given back. */
export const Refund = z
  .object({
    id,
    tenantId: id,
    of: z.enum(['deposit', 'credit']),
    amount,
    on: calendarDate,
    paymentMethod: z.enum(paymentMethods).nullable(),
    /** The account it was paid from. */
    bankAccountId: id,
    bankAccountName: z.string(),
    notes: z.string().nullable(),
    /** The day on which it was undone. */
    undoneOn: calendarDate.nullable(),
    undoneReason: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Refund' })

/** Money that is given back to a tenant. */
export const RefundForm = z.object({
  amount: positiveMoney,
  paymentMethod: z.enum(paymentMethods).default('check'),
  paidOn: optional(moneyDate),
  /** The account it is paid from; default: the default account. */
  bankAccountId: optional(id),
  notes: optional(prose(500)),
})

/** A concession: the tenant owes less, and no money was received. Pays open charges like a receipt. */
export const giveCredit = endpoint(routes.giveCredit, {
  status: 201,
  body: z.object({
    amount: positiveMoney,
    on: optional(moneyDate),
    reason: prose(500, 'Say why'),
  }),
  response: Receipt,
  summary: 'Give a tenant a credit',
})

/** 409 if the tenant has less credit on that day or any later one. */
export const refundCredit = endpoint(routes.refundCredit, {
  status: 201,
  body: RefundForm,
  response: Refund,
  summary: "Record that a tenant's credit was paid out",
})

export const listRefunds = endpoint(routes.listRefunds, {
  response: z.array(Refund),
  summary: 'Deposits and credit given back to a tenant, latest first',
})

export const undoRefund = endpoint(routes.undoRefund, {
  body: z.object({ reason: prose(500, 'Say why') }),
  response: Refund,
  summary: 'Undo a refund of a deposit or of credit that was not paid out',
})

/** 409 if more than that is open. */
export const writeOff = endpoint(routes.writeOff, {
  status: 201,
  body: z.object({ amount: optional(positiveMoney), reason: prose(500, 'Say why') }),
  response: Receipt,
  summary: 'Write off what is open on a charge as a bad debt; default: all of it',
})

/** What happened to a charge, oldest first: who, when, why, and what it was before. */
export const ChargeEvent = z.object({
  id,
  kind: z.enum(journalKinds),
  /** The day on which it takes effect. */
  on: calendarDate,
  /** The day it belongs to, if that day's period was closed. */
  belongsOn: calendarDate.nullable(),
  recordedAt: instant,
  /** Null: Keyhold itself. */
  recordedBy: id.nullable(),
  recordedByName: z.string().nullable(),
  /** Above 0: more is owed; below 0: less. */
  amount,
  /** What was open before. */
  before: amount,
  receiptId: id.nullable(),
  /** The account that the money of the receipt is in. */
  bankAccountName: z.string().nullable(),
  reason: z.string().nullable(),
})

export const paymentHistory = endpoint(routes.paymentHistory, {
  response: z.array(ChargeEvent),
  summary: 'The history of a charge in the books',
})
