import type { PhotoSize } from '@keyhold/contracts/photos'
import {
  holdStay,
  publicCalendar,
  publicListing,
  type PublicListing,
  publicPhoto,
  publicQuote,
} from '@keyhold/contracts/properties/stays/public-stays'
import { holdMinutes, maxCalendarDays } from '@keyhold/contracts/properties/stays/stay-values'
import { encodedImageType } from '@keyhold/kit/files/images'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { addDays, earlierOf } from '@keyhold/kit/lib/dates'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { and, eq, gt } from 'drizzle-orm'
import type { Files } from '../../domain/files.ts'
import { lockUnits } from '../../domain/nights/claim-rows.ts'
import { claimNights } from '../../domain/nights/nights.ts'
import { assertDates, assertPayable, assertRules } from '../../domain/stays/bookings/record-booking.ts'
import { findListing, hostNameOf } from '../../domain/stays/direct/find-public.ts'
import { addGuestLink } from '../../domain/stays/direct/guest-links.ts'
import { readGuestStay } from '../../domain/stays/direct/guest-view.ts'
import type { NetworkLimit } from '../../domain/stays/direct/visitor-limits.ts'
import { revalidateFeeds } from '../../domain/feeds/syncing/revalidate-feeds.ts'
import type { CalendarClient } from '../../providers/feeds/fetch-calendar.ts'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import { slugOf } from '../../domain/stays/listings/public-address.ts'
import { loadNights } from '../../domain/stays/pricing/load-nights.ts'
import { cancellationOf, datesOf, quoteStay } from '../../domain/stays/pricing/quote-stay.ts'
import { openHoldsPerGuest } from '../../limits.ts'
import type { StayPayments } from '../../providers/stay-payments/provider.ts'
import type { PhotoRow } from '../../schema/photos.ts'
import type { RentalRow } from '../../schema/stays/listings.ts'
import { stayHold } from '../../schema/stays/payments.ts'

type Listed = RentalRow &
  Pick<
    PublicListing,
    'propertyType' | 'city' | 'state' | 'bedrooms' | 'bathrooms' | 'timeZone' | 'averageRating' | 'numberOfRatings'
  >

const page = (payments: StayPayments) =>
  serve(publicListing, async ({ params, db, call, clock }) => {
    const { actor, rentalId } = await findListing(db, params.slug)
    const { landlordId } = actor
    const [[row], photos] = await db.read(actor, (sql) => [
      sql<Listed[]>`
        select r.*, p.property_type, p.city, p.state, p.time_zone, coalesce(u.bedrooms, p.bedrooms) as bedrooms,
          coalesce(u.bathrooms, p.bathrooms) as bathrooms, t.average_rating, t.number_of_ratings
        from rental r join property p on p.landlord_id = r.landlord_id and p.id = r.property_id
          join unit u on u.landlord_id = r.landlord_id and u.id = r.unit_id
          left join lateral (
            select round(avg(b.guest_rating), 2) as average_rating, count(b.guest_rating) as number_of_ratings
            from booking b where b.landlord_id = r.landlord_id and b.rental_id = r.id) t on true
        where r.landlord_id = ${landlordId} and r.id = ${rentalId}`,
      sql<PhotoRow[]>`
        select ph.* from photo ph join rental r on r.landlord_id = ph.landlord_id and r.property_id = ph.property_id
        where ph.landlord_id = ${landlordId} and r.id = ${rentalId} order by ph.position, ph.id`,
    ])
    if (!row) return notFound('Listing')
    const slug = slugOf(row)
    const photoUrl = (id: string, size: PhotoSize) => `/api/stays/${slug}/photos/${id}/${size}`
    const refusal = await payments.refusalFor(landlordId)
    return {
      ...row,
      slug,
      cancellation: cancellationOf(row),
      photos: photos.map(({ id, width, height }) => ({
        id,
        width,
        height,
        url: photoUrl(id, 'full'),
        cardUrl: photoUrl(id, 'card'),
      })),
      hostName: await hostNameOf(landlordId, { db, call, clock }),
      canBook: row.directBookingEnabled && refusal === null,
      isInstant: row.instantBookEnabled,
      isTest: payments.isTest,
    }
  })

const calendar = serve(publicCalendar, async ({ params, query, db, clock }) => {
  const { actor, rentalId } = await findListing(db, params.slug)
  const to = earlierOf(query.to, addDays(query.from, maxCalendarDays))
  if (to <= query.from) refuseField('to', 'The last day must be after the first')
  return db.transaction(actor, async (tx) => {
    const rental = await findRental(tx, { landlordId: actor.landlordId, id: rentalId })
    const { nights, today } = await loadNights(tx, rental, { from: query.from, to, now: clock.now() })
    return datesOf({ checkInDate: query.from, checkOutDate: to }).map((date) => {
      const minimum = nights.minimumOf(date).nights
      const isAvailable = date >= today && nights.claimOn(date) === undefined
      // A day on which nothing but the stay itself would be wrong.
      const problems = nights.problemsOf({ checkInDate: date, checkOutDate: addDays(date, minimum), numberOfGuests: 1 })
      return {
        date,
        isAvailable,
        canArrive: problems.every(({ code }) => code === 'closed-to-departure'),
        canDepart: !nights.isClosedToDeparture(date),
        pricePerNight: toDollars(nights.priceOf(date).cents),
        minimumStay: minimum,
      }
    })
  })
})

/** Before each night is priced: a visitor names any dates. */
function assertAsked(asked: { checkInDate: string; checkOutDate: string }): void {
  assertDates(asked)
  if (asked.checkOutDate > addDays(asked.checkInDate, maxCalendarDays * 3))
    refuseField('checkOutDate', 'Please choose a shorter stay')
}

const quote = serve(publicQuote, async ({ params, query, db, clock }) => {
  assertAsked(query)
  const { actor, rentalId } = await findListing(db, params.slug)
  return db.transaction(actor, async (tx) => {
    const now = clock.now()
    const rental = await findRental(tx, { landlordId: actor.landlordId, id: rentalId })
    const loaded = await loadNights(tx, rental, { from: query.checkInDate, to: query.checkOutDate, now })
    return withoutOwnFigures(quoteStay(rental, { ...query, bookingSource: 'direct' }, { ...loaded, now }))
  })
})

/** What the landlord keeps is none of the guest's business. */
const withoutOwnFigures = <Q extends { platformFee: number; netRevenue: number; totalAmount: number }>(
  given: Q,
): Q => ({
  ...given,
  platformFee: 0,
  netRevenue: given.totalAmount,
})

const photo = (files: Files) =>
  serve(publicPhoto, async ({ params, request, db, log }) => {
    const { actor, rentalId } = await findListing(db, params.slug)
    const [found] = await db.read(
      actor,
      (sql) => sql<{ blobName: string }[]>`
        select ph.blob_name from photo ph join rental r on r.landlord_id = ph.landlord_id and r.property_id = ph.property_id
        where ph.landlord_id = ${actor.landlordId} and r.id = ${rentalId} and ph.id = ${params.photoId}`,
    )
    if (!found) return notFound('Photo')
    const read = () => files.get('photo', found.blobName, params.size as PhotoSize)
    return replyWithFile(
      { noun: 'Photo', id: params.photoId, contentType: encodedImageType, contentDisposition: 'inline', read },
      { request, log },
    )
  })

const hold = (payments: StayPayments, limit: NetworkLimit, calendars: CalendarClient) =>
  serve(holdStay, async ({ params, body, request, db, call, clock }) => {
    assertAsked(body)
    const now = clock.now()
    limit.check(request.ip, now)
    const { actor, rentalId } = await findListing(db, params.slug)
    const { landlordId } = actor
    const refusal = await payments.refusalFor(landlordId)
    if (refusal === null) await revalidateFeeds({ landlordId, rentalId }, { db, clock, calendars })
    const made = await db.transaction(actor, async (tx) => {
      const rental = await findRental(tx, { landlordId, id: rentalId })
      if (!rental.directBookingEnabled || refusal !== null)
        refuse('conflict', 'This listing cannot be booked here. Please contact the host.')
      await lockUnits(tx, landlordId, [rental.unitId])
      const loaded = await loadNights(tx, rental, { from: body.checkInDate, to: body.checkOutDate, now })
      assertRules(loaded.nights.problemsOf(body), { bindingOnly: false })
      const expiresAt = new Date(now.getTime() + holdMinutes * 60_000).toISOString()
      const nights = { from: body.checkInDate, until: body.checkOutDate }
      const claim = { landlordId, unitId: rental.unitId, kind: 'hold' as const, sourceId: rental.id, expiresAt }
      const { id } = await claimNights(tx, { ...claim, ...nights, label: body.guestName }, { now, audience: 'guest' })
      const quoted = quoteStay(rental, { ...body, bookingSource: 'direct' }, { ...loaded, now })
      assertPayable({ totalCents: toCents(quoted.totalAmount) })
      if (toCents(quoted.totalAmount) !== toCents(body.expectedTotal))
        refuse('conflict', `The price is ${moneyText(toCents(quoted.totalAmount))} by now. Please check it again.`)
      const open = await tx.$count(
        stayHold,
        and(
          eq(stayHold.landlordId, landlordId),
          eq(stayHold.rentalId, rental.id),
          eq(stayHold.guestEmail, body.guestEmail),
          eq(stayHold.state, 'open'),
          gt(stayHold.expiresAt, now.toISOString()),
        ),
      )
      if (open >= openHoldsPerGuest)
        refuse('conflict', 'You hold other dates of this listing. Pay for them, or give them back first.')
      await tx.insert(stayHold).values({
        id,
        landlordId,
        rentalId: rental.id,
        unitId: rental.unitId,
        checkInDate: body.checkInDate,
        checkOutDate: body.checkOutDate,
        numberOfGuests: body.numberOfGuests,
        guestName: body.guestName,
        guestEmail: body.guestEmail,
        guestPhone: body.guestPhone ?? null,
        requests: body.requests ?? null,
        quote: quoted,
        state: 'open',
        expiresAt,
        createdAt: now.toISOString(),
      })
      return { id, token: await addGuestLink(tx, landlordId, id, now) }
    })
    limit.record(request.ip, now)
    const stay = await readGuestStay({ landlordId, id: made.id }, { db, call, clock, isTest: payments.isTest })
    return { token: made.token, stay }
  })

export const publicListingRoutes = (
  files: Files,
  payments: StayPayments,
  holds: NetworkLimit,
  calendars: CalendarClient,
) => [page(payments), calendar, quote, photo(files), hold(payments, holds, calendars)]
