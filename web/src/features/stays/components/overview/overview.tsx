import type { ShortTermBooking } from '@keyhold/contracts/properties/stays/bookings'
import { CalendarCheck, DoorOpen, LogOut, Plus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useListBookingsInfiniteQuery, useBookingSummaryQuery } from '~/api/bookings.ts'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useRentalChoices } from '~/api/listings.ts'
import { BookingBadge, SourceBadge } from '~/components/stays/status-badge.tsx'
import { stayWords } from '~/components/stays/words.ts'
import { ActionButton, ActionLink, ActionList } from '~/components/ui/action-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { plural, relativeDate, today } from '~/lib/format.ts'
import { addDays } from '~/lib/nights.ts'
import { paths } from '~/lib/paths.ts'
import { useStays } from '../../stays-context.ts'
import { NoListings } from './no-listings.tsx'

const inSight = 6

/** Today, what waits for an answer, and the next guests. */
export function Overview() {
  const { rentals, isLoading } = useRentalChoices()
  const summary = useBookingSummaryQuery({}).data
  const { book } = useStays()
  if (!isLoading && rentals.length === 0) return <NoListings />
  const pending = summary?.byStatus.pending ?? 0
  return (
    <>
      {pending > 0 && (
        <Callout
          tone="warning"
          className="mb-4"
          title={`${plural(pending, 'booking')} ${pending === 1 ? 'waits' : 'wait'} for an answer or a payment`}
          action={<LinkButton to={`${paths.airbnbAt('bookings')}&status=pending`}>Show</LinkButton>}
        />
      )}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <NextGuests />
        <ActionList title="Today">
          <ActionLink
            to={paths.airbnbAt('bookings')}
            icon={<CalendarCheck aria-hidden />}
            label={plural(summary?.arrivalsToday ?? 0, 'arrival')}
          />
          <ActionLink
            to={paths.airbnbAt('bookings')}
            icon={<LogOut aria-hidden />}
            label={plural(summary?.departuresToday ?? 0, 'departure')}
          />
          <ActionLink
            to={paths.airbnbAt('calendar')}
            icon={<DoorOpen aria-hidden />}
            label={`${plural(summary?.staying ?? 0, 'stay')} under way`}
          />
          <ActionButton
            icon={<Plus aria-hidden />}
            label="Record a booking"
            hint="From a phone call, or one that a channel did not send"
            onPress={() => book({})}
          />
        </ActionList>
      </div>
    </>
  )
}

function LinkButton({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild size="sm" variant="secondary">
      <Link to={to}>{children}</Link>
    </Button>
  )
}

function NextGuests() {
  const from = today()
  const list = useListBookingsInfiniteQuery({ from, to: addDays(from, 365), sort: 'check-in', limit: inSight + 6 })
  const coming = itemsOf(list.data)
    .filter(({ status }) => status !== 'cancelled' && status !== 'no_show' && status !== 'checked_out')
    .slice(0, inSight)
  const { openBooking } = useStays()
  return (
    <SectionCard title="Guests now and next" padded={false}>
      {list.isLoading ? (
        <RowSkeletons count={4} />
      ) : list.isError && !list.data ? (
        <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
      ) : coming.length === 0 ? (
        <EmptyState
          compact
          icon={<CalendarCheck aria-hidden />}
          title="No guests ahead"
          description="Bookings with nights from today on appear here."
        />
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {coming.map((booking) => (
            <li key={booking.id}>
              <GuestRow booking={booking} onOpen={() => openBooking(booking.id)} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function GuestRow({ booking, onOpen }: { booking: ShortTermBooking; onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-1.5 px-5 py-3 text-left hover:bg-sunken/60 dark:hover:bg-raised/60"
    >
      <span className="min-w-48 flex-1">
        <span className="block font-medium break-words">{booking.guestName}</span>
        <span className="block text-sm text-muted">
          {booking.listingName} · {stayWords(booking)}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-1.5">
        <SourceBadge source={booking.bookingSource} />
        <BookingBadge status={booking.status} />
        <span className="text-sm text-muted">{nextWords(booking)}</span>
      </span>
    </button>
  )
}

function nextWords({ status, checkInDate, checkOutDate }: ShortTermBooking): string {
  if (status === 'checked_in') return `leaves ${relativeDate(checkOutDate)}`
  return checkInDate < today() ? 'not checked in yet' : `arrives ${relativeDate(checkInDate)}`
}
