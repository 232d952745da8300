import * as routes from './tenant-payments.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id, line, money, optional, pageQuery } from '../scalars.ts'
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
  amount: money(0.01, 'Amount is required'),
  paymentMethod: z.enum(paymentMethods).default('bank_transfer'),
  confirmationNumber: optional(line(100)),
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
    /** The oldest open rent from today on, or the oldest overdue one. */
    nextPayment: z.object({ id, amount, dueDate: calendarDate }).nullable(),
    /** Reported by the tenant and not confirmed yet. */
    awaitingConfirmation: amount,
  })
  .meta({ id: 'TenantStats' })

export const tenantStats = endpoint(routes.tenantStats, {
  response: TenantStats,
  summary: 'The tenant’s balance and next payment',
})
