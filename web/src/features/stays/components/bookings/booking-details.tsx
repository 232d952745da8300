import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import { Link } from 'react-router-dom'
import { useGetBookingQuery } from '~/api/bookings.ts'
import { ContactLink } from '~/components/contact-link.tsx'
import { MoneyLine, MoneyLines } from '~/components/stays/money-lines.tsx'
import { BookingBadge, SourceBadge } from '~/components/stays/status-badge.tsx'
import { stayWords } from '~/components/stays/words.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { ago, date, dateTime, money, plural, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { BookingActions } from './booking-actions.tsx'
import { BookingHistory } from './booking-history.tsx'
import { GuestLink } from './guest-link.tsx'
import { Ratings } from './ratings.tsx'

/** Everything about one booking: guest, money, notes, ratings, and what can be done now. */
export function BookingDetails({ id, onClose }: { id: string; onClose: () => void }) {
  const { currentData: booking, error, refetch } = useGetBookingQuery({ id })
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title={booking?.guestName ?? 'Booking'}
      description={booking ? `${booking.listingName} · ${stayWords(booking)}` : undefined}
    >
      {booking ? (
        <>
          <div className="grid items-start gap-x-8 gap-y-6 pb-6 md:grid-cols-[minmax(0,1fr)_19rem]">
            <Facts booking={booking} />
            <Money booking={booking} />
          </div>
          <BookingActions booking={booking} />
        </>
      ) : error ? (
        <ErrorState compact error={error} title="This booking could not be opened" onRetry={() => void refetch()} />
      ) : (
        <div aria-busy className="grid gap-4 pb-4">
          <output className="sr-only">Loading</output>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-32 w-full" />
          <Skeleton className="h-32 w-full" />
        </div>
      )}
    </Dialog>
  )
}

function Facts({ booking }: { booking: ShortTermBookingDetail }) {
  return (
    <div className="grid content-start gap-6">
      <div className="flex flex-wrap gap-1.5">
        <BookingBadge status={booking.status} />
        <SourceBadge source={booking.bookingSource} />
        <Badge tone={booking.paymentStatus === 'paid' ? 'success' : 'warning'}>{words(booking.paymentStatus)}</Badge>
      </div>
      <Details
        className="grid-cols-2"
        items={[
          { label: 'Check-in', value: date(booking.checkInDate) },
          { label: 'Check-out', value: date(booking.checkOutDate) },
          { label: 'Guests', value: plural(booking.numberOfGuests, 'guest') },
          { label: 'Booked', value: ago(booking.createdAt) },
          { label: 'Email', value: booking.guestEmail && <ContactLink text={booking.guestEmail} />, wide: true },
          { label: 'Phone', value: booking.guestPhone && <ContactLink text={booking.guestPhone} /> },
          { label: 'Reference', value: booking.externalBookingId },
          ...(booking.answerBy ? [{ label: 'Answer by', value: dateTime(booking.answerBy) }] : []),
          ...(booking.checkedInAt ? [{ label: 'Checked in', value: dateTime(booking.checkedInAt) }] : []),
          ...(booking.checkedOutAt ? [{ label: 'Checked out', value: dateTime(booking.checkedOutAt) }] : []),
          ...(booking.cancelledAt
            ? [
                {
                  label: `Cancelled by the ${booking.cancelledBy ?? 'landlord'}`,
                  value: `${dateTime(booking.cancelledAt)}${booking.cancelReason ? `: ${booking.cancelReason}` : ''}`,
                  wide: true,
                },
              ]
            : []),
          ...(booking.requests ? [{ label: 'Guest’s requests', value: booking.requests, wide: true }] : []),
          ...(booking.notes ? [{ label: 'Notes', value: booking.notes, wide: true }] : []),
        ]}
      />
      <p>
        <Link
          to={paths.property(booking.propertyId)}
          className="font-medium text-pine underline-offset-4 hover:underline"
        >
          Open the property
        </Link>
      </p>
      <GuestLink booking={booking} />
      <Ratings booking={booking} />
      <BookingHistory id={booking.id} />
    </div>
  )
}

function Money({ booking }: { booking: ShortTermBookingDetail }) {
  return (
    <section aria-label="Money" className="grid gap-4 rounded-lg border border-line p-4">
      <MoneyLines lines={booking.lines} total={booking.totalAmount}>
        {booking.platformFee > 0 && <MoneyLine label="Platform fee" value={`−${money(booking.platformFee)}`} muted />}
        <MoneyLine label="You receive" value={money(booking.netRevenue)} strong />
        <MoneyLine label="Paid" value={money(booking.paidAmount)} />
        {booking.refundedAmount > 0 && <MoneyLine label="Refunded" value={money(booking.refundedAmount)} />}
        {booking.depositAmount !== null && (
          <MoneyLine label="Deposit" hint="Held apart and given back" value={money(booking.depositAmount)} muted />
        )}
      </MoneyLines>
      <details className="border-t border-line pt-3">
        <summary className="rounded-sm text-sm font-medium text-pine">Price of each night</summary>
        <ul className="mt-2 grid gap-2">
          {booking.nights.map((night) => (
            <li key={night.date} className="flex items-baseline justify-between gap-4 text-sm">
              <span className="min-w-0">
                {date(night.date)} <span className="block text-muted">{night.explanation}</span>
              </span>
              <span className="figures">{money(night.price)}</span>
            </li>
          ))}
        </ul>
      </details>
      <div className="border-t border-line pt-3 text-sm">
        <p className="font-medium">Cancellation</p>
        <p className="text-muted">{booking.cancellation.text}</p>
      </div>
    </section>
  )
}
