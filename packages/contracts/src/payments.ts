import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { landlords, tenants } from './roles.ts'
import { amount, calendarDate, id, instant, line, money, optional, pageQuery, prose, search } from './scalars.ts'
import { z } from './zod.ts'

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
export const PaymentListQuery = PaymentFilter.extend({ ...pageQuery.shape, sort: z.enum(['newest', 'due']).default('newest') })

export const VerificationForm = z.object({
  verificationMethod: z.enum(verificationMethods),
  verificationNotes: optional(prose(2000)),
  /**
   * What was received where the tenant reported nothing; absent, the whole remainder. A record that is verified already takes more money only with
   * it; 409 where nothing is open and nothing is left to confirm.
   */
  amountPaid: optional(money(0.01, 'Amount paid must be a valid positive number')),
  /** The day it was received where the tenant reported nothing: today at the property unless given, and at the latest. */
  paidDate: optional(calendarDate),
  /** The sum of the reports that the landlord saw: 409 when another sum waits by now, and nothing is confirmed unseen. */
  expected: optional(money(0, 'Expected must be a valid amount')),
})
export const ReversalForm = z.object({ reason: prose(500, 'Say why') })
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

export const listPayments = endpoint({
  method: 'GET',
  path: '/api/payments',
  access: landlords,
  query: PaymentListQuery,
  response: z.array(Payment),
  paged: true,
  summary: 'Charges with what was received on them',
})
export const summarizePayments = endpoint({
  method: 'GET',
  path: '/api/payments/summary',
  access: landlords,
  query: PaymentFilter,
  response: PaymentSummary,
  summary: 'Revenue, open amounts and counts, with the filters of the list',
})
export const getPayment = endpoint({ method: 'GET', path: '/api/payments/:id', access: landlords, response: Payment, summary: 'One payment record' })
export const createPayment = endpoint({
  method: 'POST',
  path: '/api/payments',
  access: landlords,
  status: 201,
  body: PaymentForm,
  response: Payment,
  summary: 'Record a charge and what was received on it',
})
export const updatePayment = endpoint({
  method: 'PUT',
  path: '/api/payments/:id',
  access: landlords,
  body: PaymentChanges,
  response: Payment,
  summary: 'Edit a charge that has no receipt yet',
})
export const verifyPayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/verify',
  access: landlords,
  body: VerificationForm,
  response: Payment,
  summary: 'Confirm that a payment was received',
})
export const reversePayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/reverse',
  access: landlords,
  body: ReversalForm,
  response: Payment,
  summary: 'Take back what was received on it; nothing is deleted',
})
/** 409 `has-receipts` while money, reported money too, stands on it. Sent again, it changes nothing. */
export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/payments/:id/cancel',
  access: landlords,
  body: CancellationForm,
  response: Payment,
  summary: 'Cancel a charge that nothing was received on; it stays in the ledger',
})

export const TenantPaymentForm = z.object({
  amount: money(0.01, 'Amount is required'),
  paymentMethod: z.enum(paymentMethods).default('bank_transfer'),
  confirmationNumber: optional(line(100)),
})
export const listTenantPayments = endpoint({
  method: 'GET',
  path: '/api/tenant/payments',
  access: tenants,
  query: pageQuery.extend({ sort: z.enum(['newest', 'due']).default('newest'), status: z.enum(paymentStatuses).optional() }),
  response: z.array(Payment),
  paged: true,
  summary: "The tenant's own payments",
})
export const reportPayment = endpoint({
  method: 'POST',
  path: '/api/tenant/payments',
  access: tenants,
  status: 201,
  body: TenantPaymentForm,
  response: Payment,
  summary: "Report money paid; it awaits the landlord's confirmation",
})

export const TenantStats = z
  .object({
    /** What is open and due by today. */
    balance: amount,
    status: z.enum(['current', 'due', 'overdue', 'none']),
    /** The oldest open rent from today on, or the oldest overdue one. */
    nextPayment: z.object({ id, amount, dueDate: calendarDate }).nullable(),
    /** Reported by the tenant and not confirmed yet. */
    awaitingConfirmation: amount,
  })
  .meta({ id: 'TenantStats' })
export const tenantStats = endpoint({
  method: 'GET',
  path: '/api/tenant/stats',
  access: tenants,
  response: TenantStats,
  summary: 'Balance and next payment of the tenant',
})

export const paymentDashboard = endpoint({
  method: 'GET',
  path: '/internal/payment-dashboard',
  access: 'service',
  response: z.object({ monthlyRevenue: amount, lastMonthRevenue: amount, outstandingPayments: amount, overdueCount: z.int() }),
  summary: 'Figures for the dashboard',
})

/** What a tenant owes and how it was paid, for advice. */
export const TenantLedger = z.object({
  tenantId: id,
  /** Reported by the tenant and not confirmed yet. */
  awaitingConfirmation: amount,
  /** Money that counts and that no charge has taken. */
  credit: amount,
  charges: z.array(
    z.object({
      chargeId: id,
      propertyId: id.nullable(),
      paymentType: z.enum(paymentTypes),
      amount,
      open: amount,
      dueDate: calendarDate,
      /** The day the last money on it was received; null while any of it is open. */
      settledOn: calendarDate.nullable(),
    }),
  ),
})
/** One ledger for each tenant that has any charge, or money that stands on none: what is open, and what fell due from `since` on. */
export const tenantLedgers = endpoint({
  method: 'GET',
  path: '/internal/tenant-ledgers',
  access: 'service',
  query: z.object({
    tenantIds: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(id).min(1).max(50)),
    since: calendarDate,
  }),
  response: z.array(TenantLedger),
  summary: 'Open and recent charges of up to 50 tenants, their ids separated by commas',
})

const chargeFacts = z.object({ chargeId: id, landlordId: id, tenantId: id, propertyId: id.nullable(), amount, dueDate: calendarDate })
/** A charge was made, edited or cancelled. */
export const ChargeChanged = event({ type: 'payments.charge.changed', version: 1, subject: 'chargeId', data: chargeFacts })
export const ChargePaid = event({ type: 'payments.charge.paid', version: 1, subject: 'chargeId', data: chargeFacts })
/** The twelve monthly rents of a tenant were set up, once. */
export const RentsPlanned = event({
  type: 'payments.rents.planned',
  version: 1,
  subject: 'tenantId',
  data: z.object({ tenantId: id, landlordId: id, count: z.int() }),
})

const receiptFacts = z.object({ receiptId: id, chargeId: id, landlordId: id, tenantId: id, amount })
export const ReceiptReported = event({ type: 'payments.receipt.reported', version: 1, subject: 'receiptId', data: receiptFacts })
export const ReceiptRecorded = event({ type: 'payments.receipt.recorded', version: 1, subject: 'receiptId', data: receiptFacts })
export const ReceiptReversed = event({
  type: 'payments.receipt.reversed',
  version: 1,
  subject: 'receiptId',
  data: receiptFacts.extend({ reason: z.string() }),
})
