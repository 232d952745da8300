import type { Property } from '@keyhold/contracts/properties/properties'
import { Banknote, CalendarClock, Hourglass, Wrench } from 'lucide-react'
import { useSummarizePaymentsQuery } from '~/api/payments.ts'
import { useMaintenanceSummaryQuery } from '~/api/requests.ts'
import { StatCard } from '~/components/ui/card.tsx'
import { headlineMoney, number, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** Revenue, open balance and open requests of a property. A figure that can't be fetched shows a dash. */
export function PropertyStats({ property: { id, monthlyRent, securityDeposit } }: { property: Property }) {
  const money = useSummarizePaymentsQuery({ propertyId: id })
  const repairs = useMaintenanceSummaryQuery({ propertyId: id })
  const overdue = money.data?.overdue
  const byStatus = repairs.data?.byStatus
  const open = byStatus && (byStatus.open ?? 0) + (byStatus.in_progress ?? 0)
  const emergencies = repairs.data?.emergencies ?? 0
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard
        label="Monthly Rent"
        value={headlineMoney(monthlyRent)}
        hint={securityDeposit === null ? 'No deposit set' : `${headlineMoney(securityDeposit)} deposit`}
        icon={<CalendarClock aria-hidden />}
      />
      <StatCard
        label="Collected"
        loading={money.isLoading}
        value={headlineMoney(money.data?.totalRevenue)}
        hint={money.data ? plural(money.data.byStatus.paid?.count ?? 0, 'payment', 'payments') : 'Not available'}
        icon={<Banknote aria-hidden />}
        to={paths.paymentsOf({ propertyId: id, status: 'paid' })}
      />
      <StatCard
        label="Overdue"
        loading={money.isLoading}
        value={headlineMoney(overdue?.open ?? (money.data ? 0 : null))}
        tone={overdue?.count ? 'danger' : 'default'}
        hint={money.data ? `${headlineMoney(money.data.outstanding)} open in total` : 'Not available'}
        icon={<Hourglass aria-hidden />}
        to={paths.paymentsOf({ propertyId: id, status: 'overdue' })}
      />
      <StatCard
        label="Open Requests"
        loading={repairs.isLoading}
        value={number(open)}
        tone={emergencies > 0 ? 'danger' : 'default'}
        hint={
          emergencies > 0
            ? plural(emergencies, 'emergency', 'emergencies')
            : repairs.data
              ? `${number(byStatus?.completed ?? 0)} completed`
              : 'Not available'
        }
        icon={<Wrench aria-hidden />}
        to={paths.maintenanceOf({ propertyId: id })}
      />
    </div>
  )
}
