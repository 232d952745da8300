import { Activity, Database, LifeBuoy, Users } from 'lucide-react'
import { useAdminSummaryQuery } from '~/api/admin-accounts.ts'
import { StatCard } from '~/components/ui/card.tsx'
import { nothing, number } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** The platform at a glance; each figure leads to what it counts. */
export function SummaryCards() {
  const { data, isLoading, isError } = useAdminSummaryQuery()
  const said = (count: number | undefined, hint: string) =>
    isError && count === undefined
      ? { value: nothing, hint: 'Not available right now' }
      : { value: number(count), hint, loading: isLoading }
  const tickets = data?.openTickets ?? 0
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 md:gap-4 xl:grid-cols-4">
      <StatCard
        label="Total Landlords"
        icon={<Users aria-hidden />}
        to={paths.superAdminAt('landlords')}
        {...said(data?.landlords, 'Accounts on the platform')}
      />
      <StatCard
        label="Active Databases"
        icon={<Database aria-hidden />}
        to={paths.superAdminAt('databases')}
        {...said(data?.activeDatabases, 'In use by landlords')}
      />
      <StatCard
        label="Recent Activity"
        icon={<Activity aria-hidden />}
        to={paths.superAdminAt('activity')}
        {...said(data?.recentActivity, 'In the last 30 days')}
      />
      <StatCard
        label="Support Tickets"
        icon={<LifeBuoy aria-hidden />}
        to={paths.superAdminAt('tickets')}
        tone={tickets > 0 ? 'warning' : 'default'}
        {...said(data?.openTickets, tickets > 0 ? 'Not closed yet' : 'No open tickets')}
      />
    </div>
  )
}
