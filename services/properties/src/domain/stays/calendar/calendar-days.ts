import type { CalendarDay, CalendarEntry } from '@keyhold/contracts/properties/stays/calendar'
import type { BookingSource, BookingStatus, NightState } from '@keyhold/contracts/properties/stays/stay-values'
import type { ClaimKind } from '@keyhold/contracts/properties/claim-kinds'
import { toDollars } from '@keyhold/kit/lib/money'
import type { RentalNights, TakenBy } from '../pricing/rental-nights.ts'

const stateOf: Readonly<Record<ClaimKind, Exclude<NightState, 'free'>>> = {
  lease: 'lease',
  booking: 'booking',
  hold: 'hold',
  block: 'block',
  feed: 'channel_block',
}

/** A night as the landlord's calendar shows it. */
export function calendarDay(date: string, nights: RentalNights): CalendarDay {
  const claim = nights.claimOn(date)
  const settings = nights.settingsOf(date)
  const minimum = nights.minimumOf(date)
  const isBlocked = claim?.kind === 'block' || claim?.kind === 'feed'
  return {
    date,
    isAvailable: claim === undefined,
    pricePerNight: toDollars(nights.priceOf(date).cents),
    minimumStay: minimum.nights,
    minimumStayFrom: minimum.source,
    closedToArrival: nights.isClosedToArrival(date),
    closedToDeparture: nights.isClosedToDeparture(date),
    isBlocked,
    blockReason: isBlocked ? (claim?.label ?? null) : null,
    state: claim ? stateOf[claim.kind] : 'free',
    bookingId: claim?.kind === 'booking' ? claim.id : null,
    notes: settings?.notes ?? null,
    isPriceOverridden: (settings?.pricePerNight ?? null) !== null,
  }
}

/** What a booking adds to its bar in the calendar. */
export interface BookingOfEntry {
  id: string
  guestName: string
  bookingSource: BookingSource
  status: BookingStatus
  numberOfGuests: number
}

export function calendarEntry(claim: TakenBy, booking: BookingOfEntry | undefined): CalendarEntry {
  const state = stateOf[claim.kind]
  return {
    kind: state,
    // Of a lease the tenancy.
    id: claim.kind === 'lease' ? (claim.sourceId ?? claim.id) : claim.id,
    from: claim.from,
    to: claim.until,
    title: booking?.guestName ?? claim.label,
    bookingSource: booking?.bookingSource ?? null,
    status: booking?.status ?? null,
    numberOfGuests: booking?.numberOfGuests ?? null,
  }
}
