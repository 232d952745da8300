import { event } from '../../event.ts'
import { amount, calendarDate, id, instant } from '../../scalars.ts'
import { z } from '../../zod.ts'
import { QuoteLine } from './quotes.ts'
import { bookingSources, bookingStatuses, cancelledBy, stayPaymentStatuses } from './stay-values.ts'

/** A listing as other services and the turnover rules know it. */
export const RentalSnapshot = z.object({
  rentalId: id,
  landlordId: id,
  propertyId: id,
  unitId: id,
  listingName: z.string(),
  checkInTime: z.string(),
  checkOutTime: z.string(),
  timeZone: z.string(),
  isActive: z.boolean(),
  isDeleted: z.boolean(),
})

export const RentalChanged = event({
  type: 'properties.rental.changed',
  version: 1,
  subject: 'rentalId',
  data: RentalSnapshot,
})

/** The nights, prices or blocks of a listing changed. */
export const CalendarChanged = event({
  type: 'properties.stay-calendar.changed',
  version: 1,
  subject: 'rentalId',
  data: z.object({ rentalId: id, landlordId: id, unitId: id, from: calendarDate, to: calendarDate }),
})

/** A booking as other services know it. */
export const BookingSnapshot = z.object({
  bookingId: id,
  landlordId: id,
  rentalId: id,
  listingName: z.string(),
  propertyId: id,
  unitId: id,
  timeZone: z.string(),
  guestName: z.string(),
  guestEmail: z.string().nullable(),
  guestPhone: z.string().nullable(),
  numberOfGuests: z.int(),
  checkInDate: calendarDate,
  checkOutDate: calendarDate,
  checkInTime: z.string(),
  checkOutTime: z.string(),
  bookingSource: z.enum(bookingSources),
  externalBookingId: z.string().nullable(),
  status: z.enum(bookingStatuses),
  paymentStatus: z.enum(stayPaymentStatuses),
  totalAmount: amount,
  paidAmount: amount,
  lines: z.array(QuoteLine),
  /** Counts the changes of the booking: a higher one is newer. */
  revision: z.int(),
  bookedAt: instant,
})
export type BookingSnapshot = z.output<typeof BookingSnapshot>

const about = (what: string) =>
  event({ type: `properties.booking.${what}`, version: 1, subject: 'bookingId', data: BookingSnapshot })

/** Of a direct booking: once it is paid, and accepted where the landlord answers first. */
export const BookingConfirmed = about('confirmed')
/** A guest asks for a stay and waits for the landlord's answer. */
export const BookingRequested = about('requested')
export const BookingChanged = event({
  type: 'properties.booking.changed',
  version: 1,
  subject: 'bookingId',
  data: BookingSnapshot.extend({
    before: z.object({ rentalId: id, checkInDate: calendarDate, checkOutDate: calendarDate }),
  }),
})
export const BookingCancelled = event({
  type: 'properties.booking.cancelled',
  version: 1,
  subject: 'bookingId',
  data: BookingSnapshot.extend({ cancelledBy: z.enum(cancelledBy), refundAmount: amount }),
})
export const BookingCheckedIn = about('checked-in')
export const BookingCheckedOut = about('checked-out')
export const BookingNoShow = about('no-show')

/** Money of a booking by the day it belongs to. Whole, not a difference: a later revision replaces an earlier one. */
export const BookingMoney = z.object({
  bookingId: id,
  landlordId: id,
  rentalId: id,
  propertyId: id,
  unitId: id,
  bookingSource: z.enum(bookingSources),
  revision: z.int(),
  /** The day of the change, where the property stands. */
  changedOn: calendarDate,
  /** Income: nights by their own date, everything else on the day of check-in. */
  income: z.array(
    z.object({ on: calendarDate, kind: z.enum(['nights', 'extra_guests', 'cleaning', 'fee', 'kept']), amount }),
  ),
  /** Collected by the landlord and owed to the jurisdiction. */
  taxes: z.array(z.object({ on: calendarDate, jurisdiction: z.string(), name: z.string(), amount })),
  platformFee: z.object({ on: calendarDate, amount }).nullable(),
  /** Each payment and refund once, by its id. */
  received: z.array(z.object({ id, on: calendarDate, amount })),
  refunded: z.array(z.object({ id, on: calendarDate, amount })),
})
export type BookingMoney = z.output<typeof BookingMoney>

export const BookingMoneyChanged = event({
  type: 'properties.booking-money.changed',
  version: 1,
  subject: 'bookingId',
  data: BookingMoney,
})
