import * as routes from './dashboard.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount } from '../scalars.ts'
import { z } from '../zod.ts'

export const DashboardStats = z
  .object({
    totalProperties: z.int(),
    activeTenants: z.int(),
    /** Counts and was received this calendar month. */
    monthlyRevenue: amount,
    /** Open and due by today. */
    outstandingPayments: amount,
    // What the cards' sub-texts say.
    newPropertiesThisMonth: z.int(),
    /** Occupied share of the properties in whole percent; null without a property. */
    occupancyRate: z.int().nullable(),
    lastMonthRevenue: amount,
    overdueCount: z.int(),
  })
  .meta({ id: 'DashboardStats' })

export type DashboardStats = z.output<typeof DashboardStats>

export const dashboardStats = endpoint(routes.dashboardStats, {
  response: DashboardStats,
  summary: 'The figures of the dashboard',
})
