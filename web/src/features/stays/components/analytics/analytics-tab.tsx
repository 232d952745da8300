import type { StayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import { ChartColumn, FileSpreadsheet } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useStayAnalyticsQuery } from '~/api/analytics.ts'
import { useRentalChoices } from '~/api/listings.ts'
import { save } from '~/components/session-file.ts'
import { Button } from '~/components/ui/button.tsx'
import { StatCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { headlineMoney, number, plural, today } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { NoListings } from '../overview/no-listings.tsx'
import { MonthTable, RentalTable, SourceTable, TaxTable } from './analytics-tables.tsx'
import { csvOf } from './csv.ts'

const Charts = lazy(async () => ({ default: (await import('./stay-charts.tsx')).StayCharts }))

/** What short stays earned in a year, by the nights stayed. */
export function AnalyticsTab() {
  const { rentals, options, isLoading } = useRentalChoices()
  const thisYear = Number(today().slice(0, 4))
  const [yearGiven, setYear] = useSearchState('year', String(thisYear))
  const [rental, setRental] = useSearchState('rental')
  const year = /^2[01]\d\d$/.test(yearGiven) ? Number(yearGiven) : thisYear
  const { currentData, error, isFetching, refetch } = useStayAnalyticsQuery({ year, rentalId: rental || undefined })
  if (!isLoading && rentals.length === 0) return <NoListings />
  const years = Array.from({ length: 7 }, (_, index) => String(thisYear + 1 - index))
  return (
    <>
      <Toolbar
        end={
          <Button
            variant="secondary"
            icon={<FileSpreadsheet aria-hidden />}
            disabled={!currentData}
            onClick={() =>
              currentData && save(new Blob([csvOf(currentData)], { type: 'text/csv' }), `short-stays-${year}.csv`)
            }
          >
            CSV
          </Button>
        }
      >
        <ToolbarSelect
          label="Year"
          value={String(year)}
          onChange={setYear}
          options={[...new Set([...years, String(year)])].map((value) => ({ value, label: value }))}
        />
        <ToolbarSelect
          label="Listing"
          value={rental}
          onChange={setRental}
          options={[{ value: '', label: 'All listings' }, ...options]}
          className="max-w-60"
        />
      </Toolbar>
      {currentData ? (
        <Figures data={currentData} />
      ) : error && !isFetching ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </>
  )
}

function Figures({ data }: { data: StayAnalytics }) {
  const { total, lastYear, pace } = data
  const isEmpty = total.totalNights === 0 && lastYear.totalNights === 0 && total.totalRevenue === 0
  if (isEmpty)
    return (
      <EmptyState
        icon={<ChartColumn aria-hidden />}
        title="No nights in this year"
        description="Occupancy, rates and revenue appear with the first booked night."
      />
    )
  const before = (value: string) => `${value} in ${data.year - 1}`
  return (
    <div className="grid gap-5">
      <div className="grid grid-cols-2 gap-3 md:gap-4 lg:grid-cols-4">
        <StatCard
          label="Revenue"
          value={headlineMoney(total.totalRevenue)}
          hint={before(headlineMoney(lastYear.totalRevenue))}
        />
        <StatCard
          label="Net profit"
          value={headlineMoney(total.netProfit)}
          hint={
            total.expectedCleaning > 0
              ? `Before ${headlineMoney(total.expectedCleaning)} for cleanings that are not done yet`
              : before(headlineMoney(lastYear.netProfit))
          }
        />
        <StatCard
          label="Occupancy"
          value={`${number(total.occupancyRate)}%`}
          hint={`${number(total.totalNights)} of ${plural(total.availableNights, 'night')}`}
        />
        <StatCard
          label="Average daily rate"
          value={headlineMoney(total.averageDailyRate)}
          hint={before(headlineMoney(lastYear.averageDailyRate))}
        />
        <StatCard label="RevPAR" value={headlineMoney(total.revenuePar)} hint="Room revenue per available night" />
        <StatCard
          label="Booked by today"
          value={headlineMoney(pace.revenue)}
          hint={`${plural(pace.nights, 'night')}; a year ago ${headlineMoney(pace.lastYearRevenue)}`}
        />
        <StatCard
          label="Lead time"
          value={data.averageLeadDays === null ? '—' : plural(Math.round(data.averageLeadDays), 'day')}
          hint="From booking to arrival"
        />
        <StatCard
          label="Length of stay"
          value={data.averageStayNights === null ? '—' : `${number(data.averageStayNights)} nights`}
          hint={plural(total.totalBookings, 'booking')}
        />
      </div>
      <Suspense fallback={<RowSkeletons count={4} />}>
        <Charts months={data.months} />
      </Suspense>
      <MonthTable data={data} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <SourceTable data={data} />
        <TaxTable data={data} />
      </div>
      <RentalTable data={data} />
    </div>
  )
}
