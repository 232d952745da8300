import * as routes from './tenant-payments.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id, line, moneyDate, optional, pageQuery, positiveMoney } from '../scalars.ts'
import { z } from '../zod.ts'
import { Payment, paymentMethods, paymentStatuses } from './payments.ts'

/** The methods that the portal offers a tenant (spec 2 §5). The API accepts every payment method. */
export const tenantPaymentMethods = [
  'cash',
  'check',
  'bank_transfer',
  'credit_card',
  'money_order',
] as const satisfies readonly (typeof paymentMethods)[number][]

export const TenantPaymentForm = z.object({
  /** 400 for more than what is open and, paid ahead, twelve times the largest charge or $10,000, whichever is more. */
  amount: positiveMoney,
  paymentMethod: z.enum(paymentMethods).default('bank_transfer'),
  confirmationNumber: optional(line(100)),
  /** The day on which it was paid: by default, and at most, today at the property. The landlord can correct it. */
  paidOn: optional(moneyDate),
})

export const listTenantPayments = endpoint(routes.listTenantPayments, {
  query: pageQuery.extend({
    sort: z.enum(['newest', 'due']).default('newest'),
    status: z.enum(paymentStatuses).optional(),
  }),
  response: z.array(Payment),
  paged: true,
  summary: "The tenant's own payments",
})

export const reportPayment = endpoint(routes.reportPayment, {
  status: 201,
  body: TenantPaymentForm,
  response: Payment,
  summary: "Report money paid; it awaits the landlord's confirmation",
})

export const TenantStats = z
  .object({
    /** Open and due by today, less the credit; below 0 is a credit. */
    balance: amount,
    status: z.enum(['current', 'due', 'overdue', 'none']),
    /** The earliest charge that is not paid in full, due or not, with what is left of it. */
    nextPayment: z.object({ id, amount, dueDate: calendarDate }).nullable(),
    /** Reported by the tenant and not confirmed yet. */
    awaitingConfirmation: amount,
    /** Without a next payment: the day on which the next rent appears, and the one on which it is due. Absent where none will. */
    nextRent: z.object({ postsOn: calendarDate, dueDate: calendarDate }).optional(),
  })
  .meta({ id: 'TenantStats' })

export const tenantStats = endpoint(routes.tenantStats, {
  response: TenantStats,
  summary: 'The tenant’s balance and next payment',
})
