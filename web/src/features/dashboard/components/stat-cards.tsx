import { Building2, CircleAlert, DollarSign, Users } from 'lucide-react'
import { useDashboardStatsQuery } from '~/api/dashboard.ts'
import { Card, StatCard } from '~/components/ui/card.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { headlineMoney, number, percent } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** The four figures a landlord looks at first, with what changed below each. */
export function StatCards() {
  const { data, isLoading, isError, error, refetch } = useDashboardStatsQuery()
  if (isError && !data)
    return (
      <Card padded={false} className="mb-6">
        <ErrorState compact title="Your figures could not be loaded" error={error} onRetry={() => void refetch()} />
      </Card>
    )
  const change = data ? changeOf(data.monthlyRevenue, data.lastMonthRevenue) : null
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      <StatCard
        label="Total Properties"
        loading={isLoading}
        value={number(data?.totalProperties)}
        hint={
          data && `${data.newPropertiesThisMonth > 0 ? '+' : ''}${number(data.newPropertiesThisMonth)} new this month`
        }
        icon={<Building2 aria-hidden />}
        to={paths.properties}
      />
      <StatCard
        label="Active Tenants"
        loading={isLoading}
        value={number(data?.activeTenants)}
        hint={data?.occupancyRate == null ? 'No properties yet' : `${data.occupancyRate}% occupancy`}
        icon={<Users aria-hidden />}
        to={paths.tenants}
      />
      <StatCard
        label="Monthly Revenue"
        loading={isLoading}
        value={headlineMoney(data?.monthlyRevenue)}
        hint={change === null ? 'No revenue last month' : `${change > 0 ? '+' : ''}${percent(change)} vs last month`}
        trend={change === null || change === 0 ? 'flat' : change > 0 ? 'up' : 'down'}
        icon={<DollarSign aria-hidden />}
        to={paths.paymentsOf({ status: 'paid' })}
      />
      <StatCard
        label="Due Now"
        loading={isLoading}
        value={headlineMoney(data?.outstandingPayments)}
        hint={`${number(data?.overdueCount)} overdue`}
        tone={data?.overdueCount ? 'danger' : 'default'}
        icon={<CircleAlert aria-hidden />}
        to={paths.paymentsOf({ status: 'overdue' })}
      />
    </div>
  )
}

/** Change of revenue in whole percent; null if there is nothing to compare with. */
function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 100) / 100
}
