import * as routes from './payments.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, bytes, calendarDate, id, instant, money, optional, pageQuery, prose, search } from '../scalars.ts'
import { z } from '../zod.ts'

export const paymentTypes = ['rent', 'security_deposit', 'late_fee', 'maintenance', 'other'] as const

export const paymentMethods = ['cash', 'check', 'credit_card', 'ach', 'online', 'bank_transfer', 'money_order'] as const

export const paymentStatuses = ['pending', 'paid', 'overdue', 'partial'] as const

export const verificationMethods = ['manual', 'detailed'] as const

/** Money that a tenant says was paid and the landlord has not confirmed yet: not revenue, and not subtracted from what is due. */
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
    /** What counts as received on it. */
    amountPaid: amount,
    /** What is open: amount less amountPaid. */
    balance: amount,
    paymentType: z.enum(paymentTypes),
    paymentMethod: z.enum(paymentMethods),
    /** Derived from due date, receipts and allocations; judged in the property's time zone. */
    status: z.enum(paymentStatuses),
    dueDate: calendarDate,
    paidDate: calendarDate.nullable(),
    notes: z.string().nullable(),
    /** What it is for, where that is more than its type: the period of a rent, the rent that a late fee is for. */
    description: z.string().nullable(),
    verificationStatus: z.enum(['unverified', 'verified']),
    verifiedAt: instant.nullable(),
    verifiedBy: id.nullable(),
    verificationMethod: z.enum(verificationMethods).nullable(),
    verificationNotes: z.string().nullable(),
    /** A PDF of what was received on it; null while nothing counts. */
    receiptUrl: z.string().nullable(),
    /** Reports awaiting confirmation, oldest first. */
    reported: z.array(ReportedReceipt),
    /** Nobody owes it any more: the charge stays in the ledger, and leaves every list, count and sum. */
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
  amount: money(0.01, 'Amount is required'),
  paymentType: z.enum(paymentTypes).default('rent'),
  paymentMethod: z.enum(paymentMethods).default('check'),
  /** `paid` also records the whole amount as received on `paidDate`, at the latest today at the property; `amountPaid` a part of it. */
  status: z.enum(paymentStatuses).default('pending'),
  amountPaid: optional(money(0.01, 'Amount paid must be a valid positive number')),
  dueDate: calendarDate,
  paidDate: optional(calendarDate),
  notes: optional(prose(2000)),
})

export const PaymentChanges = PaymentForm.omit({ tenantId: true, status: true, amountPaid: true, paidDate: true })
  .extend({ paymentType: z.enum(paymentTypes), paymentMethod: z.enum(paymentMethods) })
  .partial()

export const PaymentFilter = z.object({
  q: search,
  status: z.enum(paymentStatuses).optional(),
  tenantId: id.optional(),
  propertyId: id.optional(),
  paymentType: z.enum(paymentTypes).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
})

/** `newest`: latest due date first; `due`: earliest due date first. */
export const PaymentListQuery = PaymentFilter.extend({
  ...pageQuery.shape,
  sort: z.enum(['newest', 'due']).default('newest'),
})

export const CancellationForm = z.object({ reason: prose(500, 'Say why') })

export const PaymentSummary = z
  .object({
    /** Money that counts, security deposits left out: what was received on the charges, and the credit. */
    totalRevenue: amount,
    /** Money that counts and that no charge has taken yet. It stands on no charge, so a filter that picks charges (all but `tenantId`) leaves none. */
    credit: amount,
    /** What is open. */
    outstanding: amount,
    count: z.int(),
    byStatus: z.record(z.enum(paymentStatuses), z.object({ count: z.int(), amount, received: amount, open: amount })),
  })
  .meta({ id: 'PaymentSummary' })

export const listPayments = endpoint(routes.listPayments, {
  query: PaymentListQuery,
  response: z.array(Payment),
  paged: true,
  summary: 'Charges with what was received on them',
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

export const createPayment = endpoint(routes.createPayment, {
  status: 201,
  body: PaymentForm,
  response: Payment,
  summary: 'Record a charge and what was received on it',
})

export const updatePayment = endpoint(routes.updatePayment, {
  body: PaymentChanges,
  response: Payment,
  summary: 'Edit a charge that has no receipt yet',
})

/** 409 `has-receipts` while money, reported money too, stands on it. Sent again, it changes nothing. */
export const cancelPayment = endpoint(routes.cancelPayment, {
  body: CancellationForm,
  response: Payment,
  summary: 'Cancel a charge that nothing was received on; it stays in the ledger',
})

/** Every receipt that counts on the payment. 404 while there is none. */
export const paymentReceipt = endpoint(routes.paymentReceipt, {
  response: bytes,
  summary: 'A receipt as PDF',
})
