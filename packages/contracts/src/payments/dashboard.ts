import * as routes from './dashboard.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, calendarDate, id, whole } from '../scalars.ts'
import { z } from '../zod.ts'

export const paymentDashboard = endpoint(routes.paymentDashboard, {
  response: z.object({
    monthlyRevenue: amount,
    lastMonthRevenue: amount,
    outstandingPayments: amount,
    overdueCount: z.int(),
  }),
  summary: 'Payment figures for the dashboard',
})

/** What waits at one account. */
const waiting = {
  tenantId: id,
  /** Everyone who shares the account. */
  tenantName: z.string(),
  propertyId: id.nullable(),
  propertyName: z.string().nullable(),
  amount,
  charges: z.int(),
  /** The charge that is due first. */
  paymentId: id,
  dueDate: calendarDate,
}

export const Waiting = z.object(waiting)

export type Waiting = z.output<typeof Waiting>

/** By tenant, the largest amount first. `total` counts tenants, of the late fees the fees. */
export const paymentAttention = endpoint(routes.paymentAttention, {
  query: z.object({ limit: whole(1, 50, 'A number').default(5) }),
  response: z.object({
    /** What is open after its due date, whatever part was paid. */
    overdue: z.object({ total: z.int(), amount, items: z.array(Waiting) }),
    /** Reported by the tenant and not confirmed. */
    unverified: z.object({ total: z.int(), amount, items: z.array(Waiting) }),
    lateFees: z.object({ total: z.int(), amount }),
    /** Tenancies in which people live after the last day that is charged. */
    billingEnded: z
      .object({
        total: z.int(),
        items: z.array(
          z.object({
            tenancyId: id,
            tenantId: id,
            name: z.string(),
            propertyId: id.nullable(),
            propertyName: z.string().nullable(),
            endedOn: calendarDate,
          }),
        ),
      })
      .default({ total: 0, items: [] }),
  }),
  summary:
    'Tenants with overdue payments, tenants with reports to confirm, late fees to decide, tenancies without further rents',
})
