import type { PublicListing } from '@keyhold/contracts/properties/stays/public-stays'
import { FlaskConical, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { usePublicQuoteQuery } from '~/api/public-stays.ts'
import { FreeDates } from '~/components/stays/free-dates.tsx'
import { MoneyLine, MoneyLines } from '~/components/stays/money-lines.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Field } from '~/components/ui/field.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { date, headlineMoney, money, plural } from '~/lib/format.ts'
import { nothingPicked, type Picked } from '../picks.ts'
import { GuestForm } from './guest-form.tsx'

/** Price of the chosen stay, line by line, and the form that holds it. */
export function BookingBox({
  listing,
  picked,
  onPicked,
}: {
  listing: PublicListing
  picked: Picked
  onPicked: (picked: Picked) => void
}) {
  const [guests, setGuests] = useState(Math.min(2, listing.maxGuests))
  const [isBooking, setBooking] = useState(false)
  const { checkInDate, checkOutDate } = picked
  const isChosen = checkInDate !== null && checkOutDate !== null
  const stay = { checkInDate: checkInDate ?? '', checkOutDate: checkOutDate ?? '', numberOfGuests: guests }
  const {
    currentData: quote,
    error,
    refetch,
  } = usePublicQuoteQuery({ slug: listing.slug, ...stay }, { skip: !isChosen })
  const take = (from: string, until: string | null) => onPicked({ checkInDate: from, checkOutDate: until })
  const taken = quote?.problems.find(({ code }) => code === 'dates-taken')
  const others = quote?.problems.filter(({ code }) => code !== 'dates-taken') ?? []

  return (
    <aside
      aria-label="Your stay"
      className="grid gap-4 rounded-lg border border-line bg-surface p-5 shadow-float lg:sticky lg:top-20"
    >
      <p>
        <strong className="text-2xl font-semibold tracking-tight">{headlineMoney(listing.basePrice)}</strong>{' '}
        <span className="text-muted">per night, by date</span>
      </p>
      {listing.isTest && (
        <Callout tone="warning" icon={<FlaskConical aria-hidden />} title="Test mode">
          Cards are simulated here and no money moves.
        </Callout>
      )}
      <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-control">
        <PickedDate label="Arrival" value={checkInDate} />
        <PickedDate label="Departure" value={checkOutDate} className="border-l border-control" />
      </dl>
      <Field label="Guests">
        {(bound) => (
          <NativeSelect
            {...bound}
            value={String(guests)}
            options={Array.from({ length: listing.maxGuests }, (_, index) => ({
              value: String(index + 1),
              label: plural(index + 1, 'guest'),
            }))}
            onChange={({ target }) => setGuests(Number(target.value))}
          />
        )}
      </Field>
      <div aria-live="polite" className="grid gap-3">
        {!isChosen ? (
          <p className="text-muted">Choose arrival and departure in the calendar to see the price.</p>
        ) : quote ? (
          <>
            {taken && (
              <FreeDates
                sentence={taken.message}
                offers={quote.nearest.map((offer) => ({ from: offer.checkInDate, until: offer.checkOutDate }))}
                onChoose={take}
              />
            )}
            {others.map(({ code, message }) => (
              <Callout key={code} tone="warning" icon={<TriangleAlert aria-hidden />} title={message} />
            ))}
            <MoneyLines lines={quote.lines} total={quote.totalAmount}>
              {quote.depositAmount !== null && (
                <MoneyLine label="Deposit" hint="Held apart and given back" value={money(quote.depositAmount)} muted />
              )}
            </MoneyLines>
          </>
        ) : error ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-24" />
        )}
      </div>
      {listing.canBook ? (
        quote &&
        isChosen &&
        (isBooking && quote.problems.length === 0 ? (
          <GuestForm
            listing={listing}
            stay={stay}
            quote={quote}
            onTaken={take}
            onCancel={() => setBooking(false)}
            onPriceChanged={() => void refetch()}
          />
        ) : (
          <>
            <Button size="lg" disabled={quote.problems.length > 0} onClick={() => setBooking(true)}>
              {listing.isInstant ? 'Reserve' : 'Request to book'}
            </Button>
            <Button variant="ghost" size="sm" onClick={() => onPicked(nothingPicked)}>
              Clear dates
            </Button>
          </>
        ))
      ) : (
        <Callout title="Not open for booking here">Ask {listing.hostName} about these dates.</Callout>
      )}
    </aside>
  )
}

function PickedDate({ label, value, className = '' }: { label: string; value: string | null; className?: string }) {
  return (
    <div className={`px-3 py-2 ${className}`}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium">{value ? date(value) : 'Choose'}</dd>
    </div>
  )
}
