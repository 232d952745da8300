import * as routes from './payments.routes.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  bytes,
  calendarDate,
  changesOf,
  flag,
  id,
  instant,
  money,
  moneyDate,
  optional,
  pageQuery,
  positiveMoney,
  prose,
  requiredMoneyDate,
  search,
} from '../scalars.ts'
import { z } from '../zod.ts'

export const paymentTypes = ['rent', 'security_deposit', 'late_fee', 'maintenance', 'other'] as const

export const paymentMethods = ['cash', 'check', 'credit_card', 'ach', 'online', 'bank_transfer', 'money_order'] as const

export const paymentStatuses = ['pending', 'paid', 'overdue', 'partial'] as const

export const verificationMethods = ['manual', 'detailed'] as const

/** A payment that the tenant reported and the landlord has not confirmed yet: not revenue, and not subtracted from the balance. */
export const ReportedReceipt = z.object({
  id,
  amount,
  paymentMethod: z.enum(paymentMethods),
  confirmationNumber: z.string().nullable(),
  receivedOn: calendarDate,
  reportedAt: instant,
})

export const Payment = z
  .object({
    id,
    landlordId: id,
    tenantId: id,
    tenantName: z.string(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    unitId: id.nullable(),
    /** Null where the property has one unit. */
    unitName: z.string().nullable(),
    /** What is owed. */
    amount,
    /** The money on it, the deposit included. */
    amountPaid: amount,
    /** What was credited or written off: nothing was received for it, so it is not part of `amountPaid`. */
    amountCredited: amount,
    /** What of `amountCredited` was written off. */
    amountWrittenOff: amount,
    /** amount − amountPaid − amountCredited. */
    balance: amount,
    paymentType: z.enum(paymentTypes),
    /** How it was paid, or is to be paid while nothing was received; null if it was settled without any money. */
    paymentMethod: z.enum(paymentMethods).nullable(),
    /** Derived from the due date and the allocations, in the property's time zone. What is settled by credits or write-offs is `paid`, too. */
    status: z.enum(paymentStatuses),
    dueDate: calendarDate,
    /** Something is still open after the due date, whatever part was paid. */
    isOverdue: z.boolean(),
    /** The last day on which money on it was received. */
    paidDate: calendarDate.nullable(),
    notes: z.string().nullable(),
    /** More than the type says: the period of a rent, the rent that a late fee is for. */
    description: z.string().nullable(),
    verificationStatus: z.enum(['unverified', 'verified']),
    verifiedAt: instant.nullable(),
    verifiedBy: id.nullable(),
    verificationMethod: z.enum(verificationMethods).nullable(),
    verificationNotes: z.string().nullable(),
    /** The PDF receipt; null while no received money counts. */
    receiptUrl: z.string().nullable(),
    /** Unconfirmed reports, oldest first. */
    reported: z.array(ReportedReceipt),
    /** A cancelled charge stays in the ledger, but is left out of every list, count and sum. */
    cancelledAt: instant.nullable(),
    cancellationReason: z.string().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Payment' })

export type Payment = z.output<typeof Payment>

export const PaymentForm = z.object({
  tenantId: id,
  propertyId: optional(id),
  amount: positiveMoney,
  paymentType: z.enum(paymentTypes).default('rent'),
  paymentMethod: z.enum(paymentMethods).default('check'),
  /** `paid` and `partial` also record `amountPaid` (for `paid`, the whole amount by default) as received on `paidDate`, which is at most today at the property. */
  status: z.enum(paymentStatuses).default('pending'),
  amountPaid: optional(money(0.01, 'Amount paid must be a valid positive number')),
  dueDate: requiredMoneyDate('Due date is required'),
  paidDate: optional(moneyDate),
  /** The account that the money was deposited into; default: the default account. */
  bankAccountId: optional(id),
  notes: optional(prose(2000)),
  /** Another charge of this type that is due on this day, or another rent of this month, is meant; without it 409 `confirmation-needed` where the tenant has one. */
  isAdditional: flag.optional(),
})

export const PaymentChanges = changesOf(
  PaymentForm.omit({
    tenantId: true,
    status: true,
    amountPaid: true,
    paidDate: true,
    bankAccountId: true,
    isAdditional: true,
  }),
)

export const PaymentFilter = z.object({
  q: search,
  /** `overdue` includes what is partly paid; `open` is everything that is not paid in full. */
  status: z.enum([...paymentStatuses, 'open']).optional(),
  tenantId: id.optional(),
  propertyId: id.optional(),
  paymentType: z.enum(paymentTypes).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
})

/**
 * `newest`: latest due date first; `due`: earliest due date first; `work`: what is overdue or reported, then what is due, the earliest first, then what
 * is paid, the latest first.
 */
export const PaymentListQuery = PaymentFilter.extend({
  ...pageQuery.shape,
  sort: z.enum(['newest', 'due', 'work']).default('newest'),
})

export const CancellationForm = z.object({ reason: prose(500, 'Say why') })

export const PaymentSummary = z
  .object({
    /** Counted money that pays charges, without security deposits: what concessions and write-offs pay is not received. The credit is apart. */
    totalRevenue: amount,
    /** Credits given and debts written off that pay charges, without security deposits: nothing was received for them. */
    credited: amount,
    /** Counted money that is not allocated to a charge; 0 when any filter other than `tenantId` is set, since those select charges. */
    credit: amount,
    /** Open on all charges, also on those that are not due yet. */
    outstanding: amount,
    /** Of it, what is due by today: overdue or due today. */
    dueNow: amount,
    count: z.int(),
    /** Open after the due date, whatever part was paid: the one overdue figure. In `byStatus` what is partly paid is `partial`. */
    overdue: z.object({ count: z.int(), open: amount }),
    /** `received` is money, security deposits included, without credits and write-offs: amount = received + credits and write-offs + open. */
    byStatus: z.record(z.enum(paymentStatuses), z.object({ count: z.int(), amount, received: amount, open: amount })),
    /** With `tenantId`: the day on which the tenant's next rent is posted; null without one or where no rent is left to post. */
    nextRentPostsOn: calendarDate.nullable(),
  })
  .meta({ id: 'PaymentSummary' })

export const listPayments = endpoint(routes.listPayments, {
  query: PaymentListQuery,
  response: z.array(Payment),
  paged: true,
  summary: 'Charges with the money received on them',
})

export const summarizePayments = endpoint(routes.summarizePayments, {
  query: PaymentFilter,
  response: PaymentSummary,
  summary: 'Revenue, open amounts and counts, with the filters of the list',
})

export const getPayment = endpoint(routes.getPayment, {
  response: Payment,
  summary: 'One payment record',
})

/** 409 `confirmation-needed` for a second charge of one tenant, type and due day, or a second rent of a month, unless `isAdditional`. */
export const createPayment = endpoint(routes.createPayment, {
  status: 201,
  body: PaymentForm,
  response: Payment,
  summary: 'Record a charge and the money received on it',
})

export const updatePayment = endpoint(routes.updatePayment, {
  body: PaymentChanges,
  response: Payment,
  summary: 'Edit a charge that has no receipt yet',
})

/** 409 `has-receipts` while it has recorded or reported money. Idempotent. */
export const cancelPayment = endpoint(routes.cancelPayment, {
  body: CancellationForm,
  response: Payment,
  summary: 'Cancel a charge on which nothing was received; it stays in the ledger',
})

/** Lists every receipt that counts on the payment. 404 while there is none. */
export const paymentReceipt = endpoint(routes.paymentReceipt, {
  response: bytes,
  summary: 'A receipt as PDF',
})
