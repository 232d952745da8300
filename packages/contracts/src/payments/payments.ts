import * as routes from './payments.routes.ts'
import { endpoint } from '../endpoint.ts'
import {
  amount,
  bytes,
  calendarDate,
  changesOf,
  id,
  instant,
  money,
  optional,
  pageQuery,
  prose,
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
    /** What counts as received on it. */
    amountPaid: amount,
    /** amount − amountPaid. */
    balance: amount,
    paymentType: z.enum(paymentTypes),
    paymentMethod: z.enum(paymentMethods),
    /** Derived from the due date and the allocations, in the property's time zone. */
    status: z.enum(paymentStatuses),
    dueDate: calendarDate,
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
  amount: money(0.01, 'Amount is required'),
  paymentType: z.enum(paymentTypes).default('rent'),
  paymentMethod: z.enum(paymentMethods).default('check'),
  /** `paid` and `partial` also record `amountPaid` (for `paid`, the whole amount by default) as received on `paidDate`, which is at most today at the property. */
  status: z.enum(paymentStatuses).default('pending'),
  amountPaid: optional(money(0.01, 'Amount paid must be a valid positive number')),
  dueDate: calendarDate,
  paidDate: optional(calendarDate),
  notes: optional(prose(2000)),
})

export const PaymentChanges = changesOf(
  PaymentForm.omit({ tenantId: true, status: true, amountPaid: true, paidDate: true }),
)

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
    /** Counted money without security deposits: what was received on the charges, plus the credit. */
    totalRevenue: amount,
    /** Counted money that is not allocated to a charge; 0 when any filter other than `tenantId` is set, since those select charges. */
    credit: amount,
    outstanding: amount,
    count: z.int(),
    byStatus: z.record(z.enum(paymentStatuses), z.object({ count: z.int(), amount, received: amount, open: amount })),
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
