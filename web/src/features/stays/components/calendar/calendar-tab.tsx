import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useStayCalendarInfiniteQuery } from '~/api/calendar.ts'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { useRentalChoices } from '~/api/listings.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { LoadMore } from '~/components/ui/pager.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { month, today } from '~/lib/format.ts'
import { nightsBetween, startOfMonth } from '~/lib/nights.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useMedia } from '~/lib/use-media.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { NoListings } from '../overview/no-listings.tsx'
import { CalendarGrid } from './calendar-grid.tsx'
import { Legend } from './legend.tsx'
import { MonthCalendar } from './month-calendar.tsx'
import { NightPanel } from './night-panel.tsx'
import type { Selection } from './selection.ts'
import { rangeOf } from './range.ts'

const spans = [
  { value: '1', label: '1 month' },
  { value: '3', label: '3 months' },
  { value: '6', label: '6 months' },
] as const

/** The nights of every listing; on a phone, one listing by the month. */
export function CalendarTab() {
  const { rentals, options, isLoading } = useRentalChoices()
  const isPhone = useMedia('(width < 48rem)')
  const [start, setStart] = useSearchState('from')
  const [spanGiven, setSpan] = useSearchState('span', '1')
  const [q, setQ] = useSearchState('q')
  const [rental, setRental] = useSearchState('rental')
  const search = useDebounced(q)
  const [selection, setSelection] = useState<Selection | null>(null)
  const [isEditing, setEditing] = useState(false)
  const now = today()
  const from = startOfMonth(/^2[01]\d\d-\d\d-\d\d$/.test(start) ? start : now)
  const months = isPhone ? 1 : Number(spans.find(({ value }) => value === spanGiven)?.value ?? 1)
  const to = startOfMonth(from, months)
  const days = nightsBetween(from, to)
  const chosen = rentals.find(({ id }) => id === rental) ?? (isPhone ? rentals[0] : undefined)
  const list = useStayCalendarInfiniteQuery(
    { from, to, limit: 100, q: search || undefined, propertyId: chosen?.propertyId },
    { skip: isLoading },
  )
  if (!isLoading && rentals.length === 0) return <NoListings />

  const rows = itemsOf(list.data).filter(({ rentalId }) => !chosen || rentalId === chosen.id)
  const select = (next: Selection | null) => setSelection(next)
  const clear = () => {
    setSelection(null)
    setEditing(false)
  }
  const show = (date: string) => {
    setStart(date === startOfMonth(now) ? '' : date)
    clear()
  }
  const range = selection && rangeOf(selection, rows, from)
  const step = (by: number) => show(startOfMonth(from, by))

  return (
    <>
      <Toolbar
        end={
          !isPhone && (
            <ToolbarSelect
              label="Time shown"
              value={spanGiven}
              onChange={(next) => {
                setSpan(next)
                clear()
              }}
              options={[...spans]}
            />
          )
        }
      >
        <div className="flex items-center gap-1 phone:w-full">
          <IconButton label="Earlier" variant="secondary" onClick={() => step(-1)}>
            <ChevronLeft aria-hidden />
          </IconButton>
          <h2 aria-live="polite" className="min-w-44 flex-1 px-2 text-center font-semibold tracking-tight">
            {months === 1 ? month(from) : `${month(from)} – ${month(startOfMonth(from, months - 1))}`}
          </h2>
          <IconButton label="Later" variant="secondary" onClick={() => step(1)}>
            <ChevronRight aria-hidden />
          </IconButton>
          <Button variant="ghost" onClick={() => show(startOfMonth(now))}>
            Today
          </Button>
        </div>
        {!isPhone && <SearchInput label="Search listings" value={q} onChange={setQ} className="md:w-56!" />}
        <ToolbarSelect
          label="Listing"
          value={chosen?.id ?? ''}
          onChange={(next) => {
            setRental(next)
            clear()
          }}
          options={[...(isPhone ? [] : [{ value: '', label: 'All listings' }]), ...options]}
          className="max-w-60 phone:w-full phone:max-w-none!"
        />
      </Toolbar>
      {list.isError && !list.currentData ? (
        <Card>
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        </Card>
      ) : !list.data ? (
        <Card padded={false}>
          <RowSkeletons count={8} />
        </Card>
      ) : rows.length === 0 ? (
        <Card>
          <EmptyState compact title="No listings match" description="Try another search." />
        </Card>
      ) : (
        <div className={list.currentData ? '' : 'opacity-60'} aria-busy={!list.currentData}>
          {isPhone && rows[0] ? (
            <MonthCalendar
              row={rows[0]}
              from={from}
              days={days}
              selection={selection}
              onSelect={select}
              onOpen={() => setEditing(true)}
            />
          ) : (
            <CalendarGrid
              rows={rows}
              from={from}
              days={days}
              selection={selection}
              onSelect={select}
              onOpen={() => setEditing(true)}
            />
          )}
          {list.hasNextPage && (
            <LoadMore
              shown={rows.length}
              total={totalOf(list.data) ?? rows.length}
              hasMore
              loading={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          )}
        </div>
      )}
      <Legend />
      {isEditing && range && <NightPanel range={range} onClose={clear} />}
    </>
  )
}
