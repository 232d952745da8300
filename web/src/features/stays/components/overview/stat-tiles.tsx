import { BedDouble, Home, Star, Wallet } from 'lucide-react'
import { useStayAnalyticsQuery } from '~/api/analytics.ts'
import { useBookingSummaryQuery } from '~/api/bookings.ts'
import { useRentalChoices } from '~/api/listings.ts'
import { StatCard } from '~/components/ui/card.tsx'
import { cn } from '~/lib/cn.ts'
import { headlineMoney, nothing, number, plural, today } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { meanRating } from '../../ratings.ts'

/** Listings, occupancy, revenue and rating at a glance; on a phone on the first tab only. */
export function StatTiles({ isMain }: { isMain: boolean }) {
  const { rentals, isLoading } = useRentalChoices()
  const [year, month] = today().split('-').map(Number)
  const analytics = useStayAnalyticsQuery({ year: year ?? 0 })
  const summary = useBookingSummaryQuery({})
  const thisMonth = analytics.data?.months.find((one) => one.month === month)
  const active = rentals.filter(({ isActive }) => isActive).length
  const rating = meanRating(rentals.map(({ averageRating }) => averageRating))
  const rated = rentals.filter(({ averageRating }) => averageRating !== null).length
  return (
    <div className={cn('mb-5 grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4', !isMain && 'phone:hidden')}>
      <StatCard
        label="Active Listings"
        value={number(active)}
        hint={active === rentals.length ? 'All are open for bookings' : `of ${plural(rentals.length, 'listing')}`}
        icon={<Home aria-hidden />}
        loading={isLoading}
        to={paths.airbnbAt('listings')}
      />
      <StatCard
        label="Occupancy Rate"
        value={thisMonth ? `${number(thisMonth.occupancyRate)}%` : nothing}
        hint={
          thisMonth
            ? `${number(thisMonth.totalNights)} of ${plural(thisMonth.availableNights, 'night')} this month`
            : 'Of the nights this month'
        }
        icon={<BedDouble aria-hidden />}
        loading={analytics.isLoading}
        to={paths.airbnbAt('calendar')}
      />
      <StatCard
        label="Total Revenue"
        value={headlineMoney(summary.data?.netRevenue)}
        hint={summary.data ? `Net, from ${plural(summary.data.count, 'booking')}` : 'Net of platform fees'}
        icon={<Wallet aria-hidden />}
        loading={summary.isLoading}
        to={paths.airbnbAt('analytics')}
      />
      <StatCard
        label="Average Rating"
        value={rating === null ? nothing : rating.toFixed(1)}
        hint={rated === 0 ? 'No ratings yet' : `Across ${plural(rated, 'listing')}`}
        icon={<Star aria-hidden />}
        loading={isLoading}
      />
    </div>
  )
}
