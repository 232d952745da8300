import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { Payment, paymentMethods, paymentTypes } from './payments.ts'
import { everyone, landlords, tenants } from './roles.ts'
import { amount, bytes, calendarDate, flag, id, instant, line, money, optional, pageQuery, prose, whole } from './scalars.ts'
import { prorationMethods } from './tenancies.ts'
import { z } from './zod.ts'

// Why a number is what it is.

/** How a figure came about: the rule, what went in, and the sum as a person would write it down. */
export const Basis = z.object({
  /** Stable and versioned, such as `rent.prorated.actual/1`. */
  rule: z.string(),
  /** `$1,200.00 × 26 ÷ 30 days = $1,040.00` */
  formula: z.string(),
  inputs: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
})
export type Basis = z.output<typeof Basis>

export const Explanation = z
  .object({
    paymentId: id,
    title: z.string(),
    /** In the order a person would ask: the amount, the due date, what came in, what is open, the status, the late fee. */
    lines: z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        formula: z.string().nullable(),
        amount: amount.nullable(),
        on: calendarDate.nullable(),
        rule: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.output<typeof Explanation>
export const explainPayment = endpoint({
  method: 'GET',
  path: '/api/payments/:id/explanation',
  access: everyone,
  response: Explanation,
  summary: 'Why a payment record says what it says, to landlord and tenant alike',
})
/** Every receipt that counts on the payment. 404 while there is none. */
export const paymentReceipt = endpoint({
  method: 'GET',
  path: '/api/payments/:id/receipt',
  access: everyone,
  response: bytes,
  summary: 'A receipt as PDF',
})

// The ledger of a tenancy, as both sides see it.

export const ledgerEntryKinds = ['charge', 'cancellation', 'receipt', 'reversal', 'deposit_refund', 'deposit_applied', 'awaiting'] as const
export const LedgerEntry = z.object({
  /** Of the charge, receipt or deposit movement. */
  id,
  kind: z.enum(ledgerEntryKinds),
  on: calendarDate,
  description: z.string(),
  paymentId: id.nullable(),
  /** Above 0: owed; below 0: paid. Of deposits and of money awaiting confirmation, which do not move the balance: 0. */
  amount,
  /** What the line is about, where it does not move the balance. */
  aside: amount.nullable(),
  /** Owed after this line; below 0 is a credit. */
  balance: amount,
  basis: Basis.nullable(),
})
export const Ledger = z
  .object({
    tenantId: id,
    /** All who share it. */
    names: z.string(),
    propertyName: z.string().nullable(),
    unitName: z.string().nullable(),
    from: calendarDate,
    to: calendarDate,
    openingBalance: amount,
    entries: z.array(LedgerEntry),
    closingBalance: amount,
    /** Of today: open and due, open in all, credit, reported by the tenant and not confirmed yet, deposit held. */
    due: amount,
    open: amount,
    credit: amount,
    awaiting: amount,
    depositHeld: amount,
  })
  .meta({ id: 'Ledger' })
export type Ledger = z.output<typeof Ledger>

/** Both days belong to it; without them the twelve months up to today, and what is posted for later. At most five years. */
export const ledgerQuery = z.object({ from: calendarDate.optional(), to: calendarDate.optional() })
export const getLedger = endpoint({
  method: 'GET',
  path: '/api/tenants/:id/ledger',
  access: landlords,
  query: ledgerQuery,
  response: Ledger,
  summary: 'Charges, receipts and reversals of a tenant and all who share the tenancy, with a running balance',
})
export const statementFile = endpoint({
  method: 'GET',
  path: '/api/tenants/:id/statement',
  access: landlords,
  query: ledgerQuery,
  response: bytes,
  summary: 'The ledger as a PDF statement',
})
export const tenantLedger = endpoint({
  method: 'GET',
  path: '/api/tenant/ledger',
  access: tenants,
  query: ledgerQuery,
  response: Ledger.nullable(),
  summary: "The tenant's own ledger; null without a tenancy",
})
export const tenantStatementFile = endpoint({
  method: 'GET',
  path: '/api/tenant/statement',
  access: tenants,
  query: ledgerQuery,
  response: bytes,
  summary: 'The same as a PDF statement',
})

// Charges that come again.

export const RecurringCharge = z
  .object({
    id,
    landlordId: id,
    tenantId: id,
    tenantName: z.string(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    paymentType: z.enum(paymentTypes),
    description: z.string(),
    amount,
    startsOn: calendarDate,
    /** The last day it is charged for; null: until the tenancy ends. */
    endsOn: calendarDate.nullable(),
    dueDay: z.int().nullable(),
    proration: z.enum(prorationMethods),
    /** Null: all at once. */
    postingDays: z.int().nullable(),
    /** True for the rent, which follows the tenancy's terms and is changed there. */
    isRent: z.boolean(),
    /** Due date of the next one to be posted; null: none is to come. */
    nextDueDate: calendarDate.nullable(),
    createdAt: instant,
  })
  .meta({ id: 'RecurringCharge' })
export type RecurringCharge = z.output<typeof RecurringCharge>
const RecurringForm = z.object({
  tenantId: id,
  paymentType: z.enum(paymentTypes).default('other'),
  description: line(200, 'Say what it is for'),
  amount: money(0.01, 'Amount is required'),
  startsOn: calendarDate,
  endsOn: optional(calendarDate),
  dueDay: optional(whole(1, 31, 'A day from 1 to 31')),
  proration: z.enum(prorationMethods).default('none'),
  postingDays: whole(0, 60, 'A number of days from 0 to 60').default(5),
})
export const listRecurring = endpoint({
  method: 'GET',
  path: '/api/recurring-charges',
  access: landlords,
  query: pageQuery.extend({ tenantId: id.optional() }),
  response: z.array(RecurringCharge),
  paged: true,
  summary: 'Charges that come again every month, rents among them',
})
export const createRecurring = endpoint({
  method: 'POST',
  path: '/api/recurring-charges',
  access: landlords,
  status: 201,
  body: RecurringForm,
  response: RecurringCharge,
  summary: 'Charge something every month; what should have been posted by now is posted at once',
})
/** 409 for the rent. */
export const endRecurring = endpoint({
  method: 'POST',
  path: '/api/recurring-charges/:id/end',
  access: landlords,
  body: z.object({ endsOn: calendarDate }),
  response: RecurringCharge,
  summary: 'Charge it no more after a day; what was posted for later and is unpaid is cancelled',
})

// Late fees.

export const lateFeeScopes = ['account', 'property', 'tenancy'] as const
export const LateFeePolicy = z
  .object({
    id,
    landlordId: id,
    /** The narrowest that there is holds: the tenancy's, else the property's, else the account's. */
    scope: z.enum(lateFeeScopes),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    tenancyId: id.nullable(),
    tenantNames: z.string().nullable(),
    /** False: no late fee here, whatever a wider one says. */
    isEnabled: z.boolean(),
    /** Days after the due day, which is none of them: due on the 1st, three days of grace, late on the 5th. */
    graceDays: z.int(),
    kind: z.enum(['flat', 'percent']),
    /** Dollars, or percent of what is open on the rent. */
    amount,
    frequency: z.enum(['once', 'daily']),
    /** At most so much for one rent; null: no bound. */
    cap: amount.nullable(),
    /** None where less than that is open. */
    minimumBalance: amount,
    /** Counts up with each change; what was assessed keeps the one it was assessed by. */
    version: z.int(),
    updatedAt: instant,
  })
  .meta({ id: 'LateFeePolicy' })
export type LateFeePolicy = z.output<typeof LateFeePolicy>
export const LateFeePolicyForm = z
  .object({
    scope: z.enum(lateFeeScopes),
    propertyId: optional(id),
    tenancyId: optional(id),
    isEnabled: flag.default(true),
    graceDays: whole(0, 60, 'A number of days from 0 to 60'),
    kind: z.enum(['flat', 'percent']),
    amount: money(0.01, 'Amount is required'),
    frequency: z.enum(['once', 'daily']).default('once'),
    cap: optional(money(0.01, 'The cap must be a valid positive number')),
    minimumBalance: money(0, 'The minimum balance must be a valid number').default(0),
  })
  .refine((form) => (form.scope === 'property') === Boolean(form.propertyId), { path: ['propertyId'], message: 'Choose a property' })
  .refine((form) => (form.scope === 'tenancy') === Boolean(form.tenancyId), { path: ['tenancyId'], message: 'Choose a tenancy' })
  .refine((form) => form.kind === 'flat' || form.amount <= 100, { path: ['amount'], message: 'At most 100 percent' })
  .refine((form) => form.frequency === 'once' || Boolean(form.cap), { path: ['cap'], message: 'A daily fee needs a cap' })
export const listLateFeePolicies = endpoint({
  method: 'GET',
  path: '/api/late-fee-policies',
  access: landlords,
  query: pageQuery,
  response: z.array(LateFeePolicy),
  paged: true,
  summary: 'Late-fee policies, the account’s first',
})
export const saveLateFeePolicy = endpoint({
  method: 'PUT',
  path: '/api/late-fee-policies',
  access: landlords,
  body: LateFeePolicyForm,
  response: LateFeePolicy,
  summary: 'Set the policy of the account, a property or a tenancy',
})
export const deleteLateFeePolicy = endpoint({
  method: 'DELETE',
  path: '/api/late-fee-policies/:id',
  access: landlords,
  summary: 'Take a policy away; the wider one holds again',
})

/** `withdrawn`: what it rested on is no more, such as a rent that turned out to be paid in time. */
export const lateFeeStatuses = ['proposed', 'posted', 'waived', 'withdrawn'] as const
export const LateFee = z
  .object({
    id,
    landlordId: id,
    tenantId: id,
    tenantName: z.string(),
    propertyName: z.string().nullable(),
    /** The rent that is late. */
    paymentId: id,
    rentDueDate: calendarDate,
    /** From 1; a daily fee has one for each day. */
    occurrence: z.int(),
    assessedOn: calendarDate,
    amount,
    status: z.enum(lateFeeStatuses),
    /** Why it was waived or withdrawn. */
    reason: z.string().nullable(),
    /** The charge that posting made. */
    feePaymentId: id.nullable(),
    basis: Basis,
    createdAt: instant,
  })
  .meta({ id: 'LateFee' })
export type LateFee = z.output<typeof LateFee>
export const listLateFees = endpoint({
  method: 'GET',
  path: '/api/late-fees',
  access: landlords,
  query: pageQuery.extend({ status: z.enum(lateFeeStatuses).optional(), tenantId: id.optional() }),
  response: z.array(LateFee),
  paged: true,
  summary: 'Late fees that the policies propose, and what became of them',
})
/** What was decided already is left as it is. */
export const postLateFees = endpoint({
  method: 'POST',
  path: '/api/late-fees/post',
  access: landlords,
  body: z.object({ ids: z.array(id).min(1).max(500) }),
  response: z.array(LateFee),
  summary: 'Charge proposed late fees',
})
/** A posted one too, unless money stands on it: its charge is cancelled. */
export const waiveLateFee = endpoint({
  method: 'POST',
  path: '/api/late-fees/:id/waive',
  access: landlords,
  body: z.object({ reason: prose(500, 'Say why') }),
  response: LateFee,
  summary: 'Waive a late fee, with a reason',
})

// Deposits: a liability until they are applied.

export const DepositStanding = z
  .object({
    tenantId: id,
    tenantName: z.string(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    /** Charged as deposit, received on it, given back, applied to what was owed, and what is held: received − refunded − applied. */
    charged: amount,
    received: amount,
    refunded: amount,
    applied: amount,
    held: amount,
    isActive: z.boolean(),
  })
  .meta({ id: 'DepositStanding' })
export const listDeposits = endpoint({
  method: 'GET',
  path: '/api/deposits',
  access: landlords,
  query: pageQuery.extend({ propertyId: id.optional(), tenantId: id.optional(), held: flag.optional() }),
  response: z.array(DepositStanding),
  paged: true,
  summary: 'Security deposits by tenancy',
})
export const DepositTotals = z.object({ held: amount, tenancies: z.int() })
export const depositTotals = endpoint({
  method: 'GET',
  path: '/api/deposits/summary',
  access: landlords,
  response: DepositTotals,
  summary: 'What is held in deposits, which is owed back',
})
export const refundDeposit = endpoint({
  method: 'POST',
  path: '/api/tenants/:id/deposit/refund',
  access: landlords,
  body: z.object({
    amount: money(0.01, 'Amount is required'),
    paymentMethod: z.enum(paymentMethods).default('check'),
    paidOn: optional(calendarDate),
    notes: optional(prose(500)),
  }),
  response: DepositStanding,
  summary: 'Note that held deposit was given back',
})
/** Pays the charges that are due, or the one named; what is applied becomes revenue. */
export const applyDeposit = endpoint({
  method: 'POST',
  path: '/api/tenants/:id/deposit/apply',
  access: landlords,
  body: z.object({ amount: money(0.01, 'Amount is required'), paymentId: optional(id), reason: prose(500, 'Say why') }),
  response: DepositStanding,
  summary: 'Pay what is owed from the held deposit',
})

// For other services and for open pages.

/** What waits in the ledgers of a landlord, the oldest first. */
export const paymentAttention = endpoint({
  method: 'GET',
  path: '/internal/payment-attention',
  access: 'service',
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({
    overdue: z.object({ total: z.int(), amount, items: z.array(Payment) }),
    unverified: z.object({ total: z.int(), amount, items: z.array(Payment) }),
    lateFees: z.object({ total: z.int(), amount }),
  }),
  summary: 'Overdue payments, reports to confirm, late fees to judge',
})
export const LateFeeChanged = event({
  type: 'payments.late-fee.changed',
  version: 1,
  subject: 'lateFeeId',
  data: z.object({ lateFeeId: id, landlordId: id, tenantId: id, status: z.enum(lateFeeStatuses), amount }),
})
export const DepositMoved = event({
  type: 'payments.deposit.moved',
  version: 1,
  subject: 'movementId',
  data: z.object({ movementId: id, landlordId: id, tenantId: id, kind: z.enum(['refunded', 'applied']), amount }),
})
/** A recurring charge posted what was due to be posted. */
export const ChargesPosted = event({
  type: 'payments.charges.posted',
  version: 1,
  subject: 'ruleId',
  data: z.object({ ruleId: id, landlordId: id, tenantId: id, count: z.int() }),
})
