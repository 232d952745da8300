import { CalendarPlus, NotebookPen, Plus } from 'lucide-react'
import { useBookingSummaryQuery, useListBookingsInfiniteQuery } from '~/api/bookings.ts'
import { useRentalChoices } from '~/api/listings.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { sourceOptions, statusOptions } from '~/components/stays/words.ts'
import { Button } from '~/components/ui/button.tsx'
import { Input } from '~/components/ui/input.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, SearchInput, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { headlineMoney, plural } from '~/lib/format.ts'
import { addDays } from '~/lib/nights.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { useStays } from '../../stays-context.ts'
import { NoListings } from '../overview/no-listings.tsx'
import { BookingTable } from './booking-table.tsx'

const sorts = [
  { value: '', label: 'Newest first' },
  { value: 'check-in', label: 'By check-in' },
  { value: 'check-in-desc', label: 'Latest check-in first' },
] as const

/** While a year is being typed it is 0002 for a moment. */
const isDay = (value: string) => /^2[01]\d{2}-\d{2}-\d{2}$/.test(value)

/** Every booking, narrowed by what stands in the address. */
export function BookingsTab() {
  const { rentals, options, isLoading } = useRentalChoices()
  const { book } = useStays()
  const [q, setQ] = useSearchState('q')
  const [status, setStatus] = useSearchState('status')
  const [source, setSource] = useSearchState('source')
  const [rental, setRental] = useSearchState('rental')
  const [from, setFrom] = useSearchState('from')
  const [to, setTo] = useSearchState('to')
  const [sort, setSort] = useSearchState('sort')
  const search = useDebounced(q)
  const filter = {
    q: search || undefined,
    bookingSource: sourceOptions.find(({ value }) => value === source)?.value,
    rentalId: rental || undefined,
    from: isDay(from) ? from : undefined,
    // The list takes the day after the last night.
    to: isDay(to) ? addDays(to, 1) : undefined,
  }
  const narrowed = {
    ...filter,
    status: statusOptions.find(({ value }) => value === status)?.value,
  }
  const list = useListBookingsInfiniteQuery({
    ...narrowed,
    sort: sorts.find(({ value }) => value && value === sort)?.value || undefined,
    limit: 25,
  })
  const counts = useBookingSummaryQuery(filter).currentData?.byStatus
  const sums = useBookingSummaryQuery(narrowed).currentData
  const isFiltered = Object.values(narrowed).some(Boolean)
  if (!isLoading && rentals.length === 0) return <NoListings />
  const record = (
    <Button variant="secondary" icon={<Plus aria-hidden />} onClick={() => book(rental ? { rentalId: rental } : {})}>
      Record Booking
    </Button>
  )
  return (
    <>
      <Toolbar className="mb-2.5">
        <SearchInput label="Search bookings" placeholder="Guest, e-mail or reference" value={q} onChange={setQ} />
        <FilterChips
          label="Status"
          value={status}
          onChange={setStatus}
          options={[
            { value: '', label: 'All' },
            ...statusOptions.map((option) => (counts ? { ...option, count: counts[option.value] ?? 0 } : option)),
          ]}
        />
      </Toolbar>
      <div className="mb-4 flex flex-wrap items-center gap-2.5 phone:grid phone:grid-cols-2 phone:*:min-w-0! phone:*:max-w-none!">
        <ToolbarSelect
          label="Listing"
          value={rental}
          onChange={setRental}
          options={[{ value: '', label: 'All listings' }, ...options]}
          className="max-w-56"
        />
        <ToolbarSelect
          label="Source"
          value={source}
          onChange={setSource}
          options={[{ value: '', label: 'Any source' }, ...sourceOptions]}
        />
        <DayFilter label="From" value={from} onChange={setFrom} />
        <DayFilter label="To" value={to} onChange={setTo} />
        <ToolbarSelect label="Order" value={sort} onChange={setSort} options={[...sorts]} className="md:ml-auto" />
        {record}
      </div>
      {sums && sums.count > 0 && (
        <p className="mb-3 text-muted">
          {plural(sums.count, 'booking')} worth {headlineMoney(sums.totalAmount)}, {headlineMoney(sums.netRevenue)}{' '}
          after platform fees. Cancelled ones are not counted in the money.
        </p>
      )}
      <PagedCard list={list}>
        {(bookings, loading) => (
          <BookingTable
            bookings={bookings}
            loading={loading}
            empty={
              isFiltered ? (
                <EmptyState
                  compact
                  icon={<NotebookPen aria-hidden />}
                  title="No bookings match"
                  description="Try another status, source, listing or search."
                />
              ) : (
                <EmptyState
                  icon={<CalendarPlus aria-hidden />}
                  title="No bookings yet"
                  description="Direct bookings and those of your channels appear here. You can also record one yourself."
                  action={<Button onClick={() => book({})}>Record Booking</Button>}
                />
              )
            }
          />
        )}
      </PagedCard>
    </>
  )
}

function DayFilter({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <label className="flex items-center gap-2 text-sm text-muted phone:grid phone:gap-1">
      {label}
      <Input
        type="date"
        value={value}
        min="2000-01-01"
        max="2199-12-31"
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  )
}
