import * as routes from './dashboard.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount } from '../scalars.ts'
import { z } from '../zod.ts'

export const DashboardStats = z
  .object({
    totalProperties: z.int(),
    activeTenants: z.int(),
    /** Counted receipts of this calendar month. */
    monthlyRevenue: amount,
    /** Open and due by today. */
    outstandingPayments: amount,
    // For the sub-texts of the cards.
    newPropertiesThisMonth: z.int(),
    /** Occupied properties in whole percent; null without properties. */
    occupancyRate: z.int().nullable(),
    lastMonthRevenue: amount,
    overdueCount: z.int(),
  })
  .meta({ id: 'DashboardStats' })

export type DashboardStats = z.output<typeof DashboardStats>

export const dashboardStats = endpoint(routes.dashboardStats, {
  response: DashboardStats,
  summary: 'Figures of the dashboard',
})
