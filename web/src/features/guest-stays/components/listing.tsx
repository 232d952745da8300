import type { PublicListing } from '@keyhold/contracts/properties/stays/public-stays'
import { Check, Clock, MapPin, ShieldCheck, Star, Users } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { usePublicCalendarQuery } from '~/api/public-stays.ts'
import { DocumentTitle } from '~/components/ui/page-header.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { number, plural, today, words } from '~/lib/format.ts'
import { addDays, startOfMonth } from '~/lib/nights.ts'
import { nothingPicked, pick } from '../picks.ts'
import { BookingBox } from './booking-box.tsx'
import { Gallery } from './gallery.tsx'
import { PriceCalendar } from './price-calendar.tsx'

/** A year, as much as one call gives. */
const daysShown = 366

/** A listing: photos, facts, free nights with their prices, and the way to book. */
export function Listing({ listing }: { listing: PublicListing }) {
  const from = startOfMonth(today())
  const calendar = usePublicCalendarQuery({ slug: listing.slug, from, to: addDays(from, daysShown) })
  const [picked, setPicked] = useState(nothingPicked)
  const days = useMemo(() => new Map(calendar.data?.map((day) => [day.date, day])), [calendar.data])
  const facts = [
    words(listing.propertyType),
    listing.bedrooms && plural(listing.bedrooms, 'bedroom'),
    listing.bathrooms && plural(listing.bathrooms, 'bathroom'),
    `up to ${plural(listing.maxGuests, 'guest')}`,
  ].filter(Boolean)

  return (
    <>
      <DocumentTitle title={listing.listingName} />
      <h1 className="text-2xl font-semibold tracking-tight break-words md:text-3xl">{listing.listingName}</h1>
      <p className="mt-1.5 mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-muted [&_svg]:size-4">
        {listing.city && (
          <span className="flex items-center gap-1.5">
            <MapPin aria-hidden />
            {[listing.city, listing.state].filter(Boolean).join(', ')}
          </span>
        )}
        <span className="flex items-center gap-1.5">
          <Users aria-hidden />
          {facts.join(' · ')}
        </span>
        {listing.averageRating !== null && (
          <span className="flex items-center gap-1.5">
            <Star aria-hidden className="fill-brass-mark text-brass-mark" />
            {number(listing.averageRating)} ({plural(listing.numberOfRatings, 'rating')})
          </span>
        )}
      </p>
      <Gallery name={listing.listingName} photos={listing.photos} />
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="grid min-w-0 gap-8">
          <p className="text-muted">Hosted by {listing.hostName}</p>
          {listing.listingDescription && (
            <p className="leading-relaxed break-words whitespace-pre-line">{listing.listingDescription}</p>
          )}
          <Section title="Choose your dates">
            {calendar.data ? (
              <PriceCalendar
                days={days}
                picked={picked}
                onPick={(date) => setPicked((before) => pick(days, before, date))}
              />
            ) : calendar.error ? (
              <ErrorState compact error={calendar.error} onRetry={() => void calendar.refetch()} />
            ) : (
              <Skeleton className="h-72" />
            )}
          </Section>
          {listing.amenities.length > 0 && (
            <Section title="What this place offers">
              <Ticks items={listing.amenities} icon={<Check aria-hidden />} />
            </Section>
          )}
          {listing.safetyFeatures.length > 0 && (
            <Section title="Safety">
              <Ticks items={listing.safetyFeatures} icon={<ShieldCheck aria-hidden />} />
            </Section>
          )}
          <Section title="House rules">
            <ul className="grid gap-2">
              <li className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:text-muted">
                <Clock aria-hidden /> Check-in from {listing.checkInTime}, check-out by {listing.checkOutTime}
              </li>
              {listing.houseRules.map((rule) => (
                <li key={rule} className="break-words">
                  {rule}
                </li>
              ))}
            </ul>
          </Section>
          <Section title="Cancellation">
            <p>{listing.cancellation.text}</p>
          </Section>
        </div>
        <BookingBox listing={listing} picked={picked} onPicked={setPicked} />
      </div>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line pt-6">
      <h2 className="mb-3 text-xl font-semibold tracking-tight">{title}</h2>
      {children}
    </section>
  )
}

const Ticks = ({ items, icon }: { items: readonly string[]; icon: ReactNode }) => (
  <ul className="grid gap-2 sm:grid-cols-2">
    {items.map((item) => (
      <li key={item} className="flex items-center gap-2 break-words [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-pine">
        {icon}
        {item}
      </li>
    ))}
  </ul>
)
