import * as routes from './public-stays.routes.ts'
import { endpoint } from '../../endpoint.ts'
import { photoSizeNames } from '../../photos.ts'
import {
  amount,
  bytes,
  calendarDate,
  email,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  personName,
  phone,
  prose,
  requiredDate,
  whole,
} from '../../scalars.ts'
import { z } from '../../zod.ts'
import { ChangePreview, Refund } from './bookings.ts'
import { CancellationTerms, Quote, QuoteLine, StayQuery } from './quotes.ts'
import { bookingStatuses, stayPaymentStatuses } from './stay-values.ts'

export const unknownStay = 'This link is not valid. Ask your host to send you a new one.'
export const unknownListing = 'This listing does not exist, or is not open for bookings now.'

const slug = z.string().min(1).max(120)
const token = z.string().min(1).max(200)

/** A listing as its guests see it. */
export const PublicListing = z
  .object({
    slug: z.string(),
    listingName: z.string(),
    listingDescription: z.string().nullable(),
    propertyType: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    bedrooms: z.int().nullable(),
    bathrooms: z.number().nullable(),
    maxGuests: z.int(),
    basePrice: amount,
    cleaningFee: amount,
    minStayNights: z.int(),
    maxStayNights: z.int(),
    checkInTime: z.string(),
    checkOutTime: z.string(),
    houseRules: z.array(z.string()),
    amenities: z.array(z.string()),
    safetyFeatures: z.array(z.string()),
    cancellation: CancellationTerms,
    depositAmount: amount.nullable(),
    photos: z.array(z.object({ id, url: z.string(), cardUrl: z.string(), width: z.int(), height: z.int() })),
    averageRating: z.number().nullable(),
    numberOfRatings: z.int(),
    hostName: z.string(),
    /** Guests can book and pay here. */
    canBook: z.boolean(),
    /** False: the host answers a request first. */
    isInstant: z.boolean(),
    /** Simulated cards; no money moves. */
    isTest: z.boolean(),
    timeZone: z.string(),
  })
  .meta({ id: 'PublicListing' })
export type PublicListing = z.output<typeof PublicListing>

/** 404 where it is unknown or not active. */
export const publicListing = endpoint(routes.publicListing, {
  params: { slug },
  response: PublicListing,
  summary: 'A listing as its guests see it',
})

export const PublicDay = z.object({
  date: calendarDate,
  isAvailable: z.boolean(),
  canArrive: z.boolean(),
  canDepart: z.boolean(),
  pricePerNight: amount,
  minimumStay: z.int(),
})

/** At most 370 nights from `from` on. */
export const publicCalendar = endpoint(routes.publicCalendar, {
  params: { slug },
  query: z.object({ from: calendarDate, to: calendarDate }),
  response: z.array(PublicDay),
  summary: 'Free nights and their prices',
})

export const publicQuote = endpoint(routes.publicQuote, {
  params: { slug },
  query: StayQuery,
  response: Quote,
  summary: 'What a stay costs, line by line',
})

export const publicPhoto = endpoint(routes.publicPhoto, {
  params: { slug, size: z.enum(photoSizeNames) },
  response: bytes,
  summary: 'A photo of a listing',
})

/** What a guest sees by their link: the hold until it is paid, then the booking. */
export const GuestStay = z
  .object({
    /** `held` waits for the payment; `lapsed` was not paid in time. */
    state: z.enum(['held', 'lapsed', ...bookingStatuses]),
    slug: z.string(),
    listingName: z.string(),
    /** Of the hold. */
    expiresAt: instant.nullable(),
    guestName: z.string(),
    numberOfGuests: z.int(),
    checkInDate: calendarDate,
    checkOutDate: calendarDate,
    numberOfNights: z.int(),
    checkInTime: z.string(),
    checkOutTime: z.string(),
    lines: z.array(QuoteLine),
    totalAmount: amount,
    depositAmount: amount.nullable(),
    paidAmount: amount,
    refundedAmount: amount,
    /** To be paid now. */
    dueAmount: amount,
    paymentStatus: z.enum(stayPaymentStatuses),
    cancellation: CancellationTerms,
    /** The street address, once the booking is confirmed. */
    address: z.string().nullable(),
    /** Null until they are due. */
    checkInInstructions: z.string().nullable(),
    /** From which day on they are shown. */
    instructionsFrom: calendarDate.nullable(),
    houseRules: z.array(z.string()),
    hostName: z.string(),
    canCancel: z.boolean(),
    canChange: z.boolean(),
    canRate: z.boolean(),
    guestRating: z.int().nullable(),
    guestReview: z.string().nullable(),
    isTest: z.boolean(),
    timeZone: z.string(),
  })
  .meta({ id: 'GuestStay' })
export type GuestStay = z.output<typeof GuestStay>

/** 409 `nights-taken` with the nearest free dates, 409 `conflict` where `expectedTotal` is not the price any more. */
export const holdStay = endpoint(routes.holdStay, {
  status: 201,
  params: { slug },
  body: StayQuery.extend({
    guestName: personName(200, 'Your name is required'),
    guestEmail: email,
    guestPhone: optional(phone),
    requests: optional(prose(2000)),
    /** What the quote said. */
    expectedTotal: money(0, 'Enter an amount'),
    /** The guest agrees to house rules and cancellation terms. */
    accepted: flag.refine((value) => value, 'Please accept the house rules and the cancellation policy'),
  }),
  response: z.object({
    /** Opens the guest's page. */
    token: z.string(),
    stay: GuestStay,
  }),
  summary: 'Hold the nights of a stay for 20 minutes',
})

const byToken = { params: { token }, response: GuestStay } as const

export const guestStay = endpoint(routes.guestStay, { ...byToken, summary: 'The stay of a link' })
export const releaseHold = endpoint(routes.releaseHold, { ...byToken, summary: 'Give the nights of a hold back' })

/** Test mode only. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined. Paying twice pays once. */
export const payTestStay = endpoint(routes.payTestStay, {
  ...byToken,
  body: z.object({
    cardNumber: line(30, 'Card number is required').refine(
      (text) => /^[\d ]{12,23}$/.test(text),
      'Enter the digits of the card',
    ),
    expiry: line(7, 'Expiry is required').refine(
      (text) => /^(0[1-9]|1[0-2]) ?\/ ?\d\d$/.test(text),
      'Enter the expiry as MM/YY',
    ),
    cvc: line(4, 'CVC is required').refine((text) => /^\d{3,4}$/.test(text), 'Enter the 3 or 4 digits on the card'),
  }),
  summary: 'Test mode only: pay for a held stay, or what a change costs, with a simulated card',
})

export const guestCancellation = endpoint(routes.guestCancellation, {
  params: { token },
  response: Refund,
  summary: 'What the guest would get back by cancelling now',
})

/** 409 where `expectedRefund` is not what it would be now. */
export const cancelStay = endpoint(routes.cancelStay, {
  ...byToken,
  body: z.object({ expectedRefund: money(0, 'Enter an amount'), reason: optional(prose(1000)) }),
  summary: 'The guest cancels',
})

export const guestChange = endpoint(routes.guestChange, {
  params: { token },
  query: StayQuery,
  response: ChangePreview,
  summary: 'What other dates or guests would cost',
})

export const changeStay = endpoint(routes.changeStay, {
  ...byToken,
  body: z.object({
    checkInDate: requiredDate('Check-in date is required'),
    checkOutDate: requiredDate('Check-out date is required'),
    numberOfGuests: whole(1, 100, 'Enter the number of guests'),
    /** What the preview said. */
    expectedTotal: money(0, 'Enter an amount'),
  }),
  summary: 'The guest changes dates or guests; a lower price is refunded, a higher one is due',
})

export const rateStay = endpoint(routes.rateStay, {
  ...byToken,
  body: z.object({ rating: whole(1, 5, 'A rating from 1 to 5'), review: optional(prose(2000)) }),
  summary: 'The guest rates the stay, from check-out on',
})
