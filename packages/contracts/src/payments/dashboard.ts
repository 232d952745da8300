import * as routes from './dashboard.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, whole } from '../scalars.ts'
import { z } from '../zod.ts'
import { Payment } from './payments.ts'

export const paymentDashboard = endpoint(routes.paymentDashboard, {
  response: z.object({
    monthlyRevenue: amount,
    lastMonthRevenue: amount,
    outstandingPayments: amount,
    overdueCount: z.int(),
  }),
  summary: 'Payment figures for the dashboard',
})

/** Payments and late fees that need the landlord's attention, oldest due date first. */
export const paymentAttention = endpoint(routes.paymentAttention, {
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({
    overdue: z.object({ total: z.int(), amount, items: z.array(Payment) }),
    unverified: z.object({ total: z.int(), amount, items: z.array(Payment) }),
    lateFees: z.object({ total: z.int(), amount }),
  }),
  summary: 'Overdue payments, reports to confirm, late fees to decide',
})
