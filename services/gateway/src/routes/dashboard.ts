import { dashboardStats } from '@keyhold/contracts/gateway/dashboard'
import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { propertySummary } from '@keyhold/contracts/properties/property-snapshots'
import { tenantSummary } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { type Route, serve } from '@keyhold/kit/http/serve'

export const dashboardRoutes: Route[] = [
  // Composed here, because the figures belong to three services.
  serve(dashboardStats, async ({ actor, call }) => {
    const [properties, tenants, payments] = await Promise.all([
      call(propertySummary, actor),
      call(tenantSummary, actor),
      call(paymentDashboard, actor),
    ])
    return {
      totalProperties: properties.total,
      activeTenants: tenants.active,
      monthlyRevenue: payments.monthlyRevenue,
      outstandingPayments: payments.outstandingPayments,
      newPropertiesThisMonth: properties.newThisMonth,
      occupancyRate: properties.units === 0 ? null : Math.round((properties.occupiedUnits / properties.units) * 100),
      lastMonthRevenue: payments.lastMonthRevenue,
      overdueCount: payments.overdueCount,
    }
  }),
]
