import * as routes from './bookings.routes.ts'
import { endpoint } from '../../endpoint.ts'
import {
  amount,
  calendarDate,
  changesOf,
  email,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  personName,
  phone,
  prose,
  requiredDate,
  search,
  whole,
} from '../../scalars.ts'
import { z } from '../../zod.ts'
import { HistoryEntry } from './listings.ts'
import { CancellationTerms, QuoteLine, StayQuery } from './quotes.ts'
import { bookingSources, bookingStatuses, cancelledBy, stayPaymentStatuses } from './stay-values.ts'

/** A stay of a guest. */
export const ShortTermBooking = z
  .object({
    id,
    landlordId: id,
    rentalId: id,
    listingName: z.string(),
    propertyId: id,
    unitId: id,
    guestName: z.string(),
    guestEmail: z.string().nullable(),
    guestPhone: z.string().nullable(),
    numberOfGuests: z.int(),
    checkInDate: calendarDate,
    checkOutDate: calendarDate,
    numberOfNights: z.int(),
    bookingSource: z.enum(bookingSources),
    externalBookingId: z.string().nullable(),
    basePriceTotal: amount,
    extraGuestTotal: amount,
    cleaningFee: amount,
    serviceFee: amount,
    taxes: amount,
    totalAmount: amount,
    platformFee: amount,
    netRevenue: amount,
    depositAmount: amount.nullable(),
    status: z.enum(bookingStatuses),
    paymentStatus: z.enum(stayPaymentStatuses),
    paidAmount: amount,
    refundedAmount: amount,
    requests: z.string().nullable(),
    notes: z.string().nullable(),
    /** By the guest of the stay, and by the landlord of the guest; 1 to 5. */
    guestRating: z.int().nullable(),
    guestReview: z.string().nullable(),
    landlordRating: z.int().nullable(),
    landlordReview: z.string().nullable(),
    checkedInAt: instant.nullable(),
    checkedOutAt: instant.nullable(),
    cancelledAt: instant.nullable(),
    cancelledBy: z.enum(cancelledBy).nullable(),
    cancelReason: z.string().nullable(),
    /** Until when a request to book waits for an answer. */
    answerBy: instant.nullable(),
    timeZone: z.string(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'ShortTermBooking' })
export type ShortTermBooking = z.output<typeof ShortTermBooking>

export const ShortTermBookingDetail = ShortTermBooking.extend({
  /** What each night was priced at when it was booked. */
  nights: z.array(z.object({ date: calendarDate, price: amount, explanation: z.string() })),
  lines: z.array(QuoteLine),
  /** As they were when it was booked. */
  cancellation: CancellationTerms,
  payments: z.array(z.object({ id, amount, refunded: amount, at: instant, isTest: z.boolean() })),
}).meta({ id: 'ShortTermBookingDetail' })
export type ShortTermBookingDetail = z.output<typeof ShortTermBookingDetail>

const rating = optional(whole(1, 5, 'A rating from 1 to 5'))

/** What a channel charged, where it differs from what the listing's prices make. */
const charged = {
  /** All nights together, after discounts. */
  basePriceTotal: optional(money(0, 'Enter an amount')),
  cleaningFee: optional(money(0, 'Enter an amount')),
  serviceFee: optional(money(0, 'Enter an amount')),
  taxes: optional(money(0, 'Enter an amount')),
  platformFee: optional(money(0, 'Enter an amount')),
}

export const ShortTermBookingForm = StayQuery.extend({
  rentalId: z.uuid('Listing is required'),
  guestName: personName(200, 'Guest name is required'),
  guestEmail: optional(email),
  guestPhone: optional(phone),
  bookingSource: z.enum(bookingSources).default('direct'),
  externalBookingId: optional(line(200)),
  paymentStatus: z.enum(['paid', 'pending']).default('paid'),
  requests: optional(prose(2000)),
  notes: optional(prose(2000)),
  ...charged,
})
export type ShortTermBookingForm = z.output<typeof ShortTermBookingForm>

export const ShortTermBookingChanges = changesOf(ShortTermBookingForm.omit({ bookingSource: true })).extend({
  guestRating: rating,
  guestReview: optional(prose(2000)),
  landlordRating: rating,
  landlordReview: optional(prose(2000)),
})
export type ShortTermBookingChanges = z.output<typeof ShortTermBookingChanges>

const filters = {
  rentalId: id.optional(),
  propertyId: id.optional(),
  status: z.enum(bookingStatuses).optional(),
  bookingSource: z.enum(bookingSources).optional(),
  q: search,
  /** Stays with a night in `[from, to)`. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
}

export const listBookings = endpoint(routes.listBookings, {
  query: pageQuery.extend({ ...filters, sort: z.enum(['newest', 'check-in', 'check-in-desc']).default('newest') }),
  response: z.array(ShortTermBooking),
  paged: true,
  summary: 'Bookings, newest first unless sorted by check-in',
})

export const getBooking = endpoint(routes.getBooking, {
  response: ShortTermBookingDetail,
  summary: 'A booking with its nights and the lines of its price',
})

/** 400 where guests, minimum or maximum stay do not hold; 409 `nights-taken`, with the nearest free dates as `issues`. */
export const createBooking = endpoint(routes.createBooking, {
  status: 201,
  body: ShortTermBookingForm,
  response: ShortTermBookingDetail,
  summary: 'Enter a booking from any source',
})

/** Other dates, guests or another listing price the stay anew; nights that stay keep their price. */
export const updateBooking = endpoint(routes.updateBooking, {
  body: ShortTermBookingChanges,
  response: ShortTermBookingDetail,
  summary: 'Change the given fields of a booking',
})

export const bookingHistory = endpoint(routes.bookingHistory, {
  query: pageQuery,
  response: z.array(HistoryEntry),
  paged: true,
  summary: 'What was changed of a booking, newest first',
})

export const Refund = z
  .object({
    /** What the guest gets back of what they paid. */
    refundAmount: amount,
    paidAmount: amount,
    /** What stays with the landlord. */
    keptAmount: amount,
    lines: z.array(z.object({ name: z.string(), paid: amount, refund: amount, basis: z.string() })),
    /** Why it is so much, in a sentence. */
    reason: z.string(),
  })
  .meta({ id: 'StayRefund' })
export type Refund = z.output<typeof Refund>

/** `by=landlord` refunds everything. */
export const cancellationPreview = endpoint(routes.cancellationPreview, {
  query: z.object({ by: z.enum(cancelledBy).default('landlord') }),
  response: Refund,
  summary: 'What a cancellation now would refund',
})

/** 409 where `expectedRefund` is not what it would be now. */
export const cancelBooking = endpoint(routes.cancelBooking, {
  body: z.object({
    by: z.enum(cancelledBy).default('landlord'),
    reason: optional(prose(1000)),
    /** What the preview said. */
    expectedRefund: optional(money(0, 'Enter an amount')),
    /** Instead of what the policy says, at most what was paid. */
    refundAmount: optional(money(0, 'Enter an amount')),
  }),
  response: ShortTermBookingDetail,
  summary: 'Cancel a booking; its nights are free at once',
})

export const checkInBooking = endpoint(routes.checkInBooking, {
  response: ShortTermBookingDetail,
  summary: 'The guests have arrived',
})
/** Left early, the nights from today on are free. */
export const checkOutBooking = endpoint(routes.checkOutBooking, {
  response: ShortTermBookingDetail,
  summary: 'The guests have left',
})
/** From the evening of check-in on. Frees the nights that are left. */
export const markNoShow = endpoint(routes.markNoShow, {
  response: ShortTermBookingDetail,
  summary: 'The guests never came',
})
export const acceptBooking = endpoint(routes.acceptBooking, {
  response: ShortTermBookingDetail,
  summary: 'Accept a request to book',
})
export const declineBooking = endpoint(routes.declineBooking, {
  body: z.object({ reason: optional(prose(1000)) }),
  response: ShortTermBookingDetail,
  summary: 'Decline a request to book; what was paid is refunded',
})

const newCheckOut = z.object({ checkOutDate: requiredDate('Check-out date is required') })

/** What changed dates mean in money. */
export const ChangePreview = z
  .object({
    checkInDate: calendarDate,
    checkOutDate: calendarDate,
    numberOfGuests: z.int(),
    totalBefore: amount,
    totalAfter: amount,
    /** Positive: to be paid; negative: refunded. */
    difference: amount,
    lines: z.array(QuoteLine),
  })
  .meta({ id: 'StayChangePreview' })
export type ChangePreview = z.output<typeof ChangePreview>

export const extensionPreview = endpoint(routes.extensionPreview, {
  query: newCheckOut,
  response: ChangePreview,
  summary: 'What staying until another day would cost',
})

export const extendBooking = endpoint(routes.extendBooking, {
  body: newCheckOut,
  response: ShortTermBookingDetail,
  summary: 'Let the guests stay longer; 409 where the nights are taken',
})

/** Shown once. */
export const GuestLink = z.object({ link: z.string(), token: z.string() })

export const createGuestLink = endpoint(routes.createGuestLink, {
  status: 201,
  response: GuestLink,
  summary: 'Make a link to the guest’s page of a booking',
})

export const guestLinkFor = endpoint(routes.guestLinkFor, {
  status: 201,
  response: GuestLink,
  summary: 'The same for other services, for messages to guests',
})

export const bookingSummary = endpoint(routes.bookingSummary, {
  query: z.object(filters),
  response: z.object({
    count: z.int(),
    byStatus: z.record(z.enum(bookingStatuses), z.int()),
    arrivalsToday: z.int(),
    departuresToday: z.int(),
    staying: z.int(),
    totalAmount: amount,
    netRevenue: amount,
  }),
  summary: 'Counts and sums of the bookings that the same filters list; money without cancelled ones',
})
