import { endpoint } from '../endpoint.ts'
import {
  amount,
  bytes,
  calendarDate,
  id,
  instant,
  line,
  moneyDate,
  optional,
  pageQuery,
  positiveMoney,
  prose,
} from '../scalars.ts'
import { z } from '../zod.ts'
import { paymentMethods, paymentTypes } from './payments.ts'
import * as routes from './receipts.routes.ts'

/** Money that was received, or what pays a charge like it: the tenant's deposit, a concession, a debt that is written off. */
export const receiptKinds = ['money', 'deposit', 'concession', 'write_off'] as const

/** Why a receipt no longer counts: the bank returned it, or it was entered by mistake. */
export const reversalKinds = ['returned', 'mistake'] as const

/** `awaiting`: reported by the tenant and not confirmed. */
export const receiptStatuses = ['awaiting', 'counted', 'returned', 'mistake'] as const

export const ReceiptAllocation = z.object({
  paymentId: id,
  paymentType: z.enum(paymentTypes),
  description: z.string().nullable(),
  dueDate: calendarDate,
  /** What the receipt pays on it. */
  amount,
})

/** One receipt: from whom, when, how, how much, and how it was spread. */
export const Receipt = z
  .object({
    id,
    tenantId: id,
    /** Everyone who shares the account. */
    tenantName: z.string(),
    /** Who paid, of those who share the account. */
    payerId: id.nullable(),
    payerName: z.string().nullable(),
    propertyName: z.string().nullable(),
    /** Null if the property has one unit. */
    unitName: z.string().nullable(),
    kind: z.enum(receiptKinds),
    amount,
    paymentMethod: z.enum(paymentMethods),
    receivedOn: calendarDate,
    /** Check number or other reference. */
    confirmationNumber: z.string().nullable(),
    notes: z.string().nullable(),
    /** The account it was deposited into; null for what is not money, and for a report that is not confirmed. */
    bankAccountId: id.nullable(),
    bankAccountName: z.string().nullable(),
    status: z.enum(receiptStatuses),
    allocations: z.array(ReceiptAllocation),
    /** The tenant's credit from it. */
    unallocated: amount,
    reportedBy: z.enum(['tenant', 'landlord']),
    recordedBy: id,
    recordedAt: instant,
    verifiedAt: instant.nullable(),
    /** The day from which it no longer counts in the books, because it was returned or taken back. */
    reversedOn: calendarDate.nullable(),
    /** The day the reversal belongs to, if that day's period was closed. */
    reversalBelongsOn: calendarDate.nullable(),
    reversalReason: z.string().nullable(),
    /** The receipt that this one corrects. */
    replacesId: id.nullable(),
  })
  .meta({ id: 'Receipt' })

export type Receipt = z.output<typeof Receipt>

const shares = z.array(z.object({ paymentId: id, amount: positiveMoney })).max(200)

export const ReceiptForm = z.object({
  tenantId: id,
  amount: positiveMoney,
  paymentMethod: z.enum(paymentMethods).default('check'),
  /** At most today where the landlord or the property is, whichever is later; default: today at the property. */
  receivedOn: optional(moneyDate),
  confirmationNumber: optional(line(100)),
  payerId: optional(id),
  /** The account it was deposited into; default: the default account, of a correction the one it is in. */
  bankAccountId: optional(id),
  notes: optional(prose(2000)),
  /** How it is spread; what is left is the tenant's credit. Default: as `proposeAllocation` proposes. */
  allocations: shares.optional(),
})

export const ReceiptChanges = ReceiptForm.omit({ tenantId: true })

export const ProposedAllocation = z.object({
  allocations: z.array(ReceiptAllocation.extend({ open: amount })),
  /** What is left over: the tenant's credit. */
  credit: amount,
})

export const ReceiptReversal = z.object({
  kind: z.enum(reversalKinds),
  /** The day of the return; at most today, and not before the receipt. Default: today at the property; of a mistake in a closed period the first open day. */
  on: optional(moneyDate),
  reason: prose(500, 'Say why'),
})

export const listReceipts = endpoint(routes.listReceipts, {
  query: pageQuery.extend({
    tenantId: id.optional(),
    paymentId: id.optional(),
    from: calendarDate.optional(),
    to: calendarDate.optional(),
  }),
  response: z.array(Receipt),
  paged: true,
  summary: 'Money received, latest day first',
})

export const getReceipt = endpoint(routes.getReceipt, { response: Receipt, summary: 'One receipt' })

/** 409 if an allocation exceeds what is open, or all of them the amount. */
export const recordReceipt = endpoint(routes.recordReceipt, {
  status: 201,
  body: ReceiptForm,
  response: Receipt,
  summary: 'Record money received from a tenant and spread it over the open charges',
})

export const proposeAllocation = endpoint(routes.proposeAllocation, {
  query: z.object({ amount: positiveMoney.optional() }),
  response: ProposedAllocation,
  summary: "The tenant's open charges in the order in which money pays them, and what an amount would pay of each",
})

/** What changes the books is taken back and recorded anew in one step; the new receipt names the one it replaces. */
export const editReceipt = endpoint(routes.editReceipt, {
  body: ReceiptChanges,
  response: Receipt,
  summary: 'Correct a receipt',
})

export const reallocateReceipt = endpoint(routes.reallocateReceipt, {
  body: z.object({ allocations: shares }),
  response: Receipt,
  summary: 'Move the money of a receipt to other charges from today on',
})

/** Takes back exactly this receipt, from every charge that it pays. Repeated: 409. */
export const reverseReceipt = endpoint(routes.reverseReceipt, {
  body: ReceiptReversal,
  response: Receipt,
  summary: 'Take back a receipt that was returned or entered by mistake',
})

/** To the address of the tenant who paid. 409 if nothing counts on it or the tenant has no address. */
export const sendReceipt = endpoint(routes.sendReceipt, {
  response: z.object({ to: z.string() }),
  summary: 'Mail a receipt to the tenant',
})

export const receiptFile = endpoint(routes.receiptFile, { response: bytes, summary: 'The receipt as PDF' })
