import { row, type Section } from '../lib/spec-coverage.ts'

// Short-term rentals of the operations specification: what the server does of it.

const contracts = 'packages/contracts/src/properties/stays/'
const stays = 'services/properties/src/domain/stays/'
const routes = 'services/properties/src/routes/stays/'
const bookings = `${routes}bookings.test.ts › `

export const staySections: Section[] = [
  {
    title: '3 to 9 Short-term rentals',
    rows: [
      row(
        'Listing: its fields and defaults (min stay 1, max stay 365, 15:00, 11:00, cleaning fee 0, active, direct booking on, instant booking off)',
        `${contracts}listings.ts + ${routes}listings.ts`,
        `${routes}listings.test.ts › has the defaults of the specification`,
      ),
      row(
        'Property, listing name, max guests and base price are required; amenities and house rules are trimmed, empties dropped',
        `${contracts}listings.ts#Max guests is required`,
        `${routes}listings.test.ts › needs a property, a name, guests and a base price + ${routes}listings.test.ts › has the defaults of the specification`,
      ),
      row(
        'External listing identifiers for three platforms',
        `${contracts}listings.ts#bookingComListingId`,
        `${routes}listings.test.ts`,
      ),
      row(
        'Booking: its fields, statuses confirmed, checked_in, checked_out, cancelled, sources airbnb, vrbo, booking_com, direct',
        `${contracts}bookings.ts + ${contracts}stay-values.ts#bookingSources + ${stays}bookings/booking-states.ts`,
        `${bookings}is confirmed and paid, with totals of the server + ${stays}bookings/refund.test.ts › every status is reached`,
      ),
      row(
        'Guest and landlord ratings and reviews; the average rating of a listing',
        `${contracts}bookings.ts#landlordReview + ${stays}listings/read-rentals.ts#average_rating`,
        `${bookings}takes what the channel charged, and ratings both ways`,
      ),
      row(
        'Nights are half-open; double booking is impossible (contract)',
        `${stays}bookings/record-booking.ts#claimNights + services/properties/src/domain/nights/nights.ts`,
        `${bookings}takes a night once, of ten who want it + ${routes}calendar.test.ts › a stay cannot be where a tenant lives`,
      ),
      row(
        'Guests, minimum stay on arrival and maximum stay hold on the server (contract)',
        `${stays}pricing/stay-rules.ts`,
        `${bookings}holds to guests, minimum and maximum stay + ${stays}pricing/prices.test.ts`,
      ),
      row(
        'Totals on the server: nights, cleaning, extra guests, taxes; net revenue is the total less the platform fee (contract)',
        `${stays}pricing/price-stay.ts`,
        `${stays}pricing/price-stay.test.ts › is as worked out by hand`,
      ),
      row(
        'Bookings entered by the landlord or from a channel default to paid; direct ones follow the money (contract)',
        `${stays}bookings/booking-payments.ts + ${stays}direct/confirm-payment.ts`,
        `${bookings}is confirmed and paid + ${routes}direct-booking.test.ts › holds the nights for 20 minutes, pays, and has a booking`,
      ),
      row(
        'Calendar day: date, isAvailable, pricePerNight, minimumStay, isBlocked, blockReason, bookingId, notes',
        `${contracts}calendar.ts#blockReason + ${stays}calendar/calendar-days.ts`,
        `${routes}calendar.test.ts › shows the price and who has each night`,
      ),
      row(
        'GET|PUT /api/short-term-rentals/{id}/calendar (contract)',
        `${routes}calendar.ts + ${stays}calendar/change-days.ts`,
        `${routes}calendar.test.ts › blocks and frees a part of a block`,
      ),
      row(
        'Revenue analytics record: month, year, revenue, bookings, nights, occupancy, ADR, RevPAR, costs, fees, net profit, rating',
        `${contracts}analytics.ts#revenuePar + ${stays}analytics/figures.ts`,
        `${routes}analytics.test.ts › a year of stays adds up as by hand`,
      ),
      row(
        'Occupancy is booked over available nights; revenue belongs to the nights stayed (contract)',
        `${stays}analytics/analyse.ts + ${stays}analytics/read-analytics.ts`,
        `${stays}analytics/figures.test.ts › occupancy never exceeds 100 percent + ${routes}analytics.test.ts`,
      ),
    ],
  },
]
