import * as routes from './listings.routes.ts'
import { endpoint } from '../../endpoint.ts'
import {
  amount,
  changesOf,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  prose,
  search,
  whole,
} from '../../scalars.ts'
import { z } from '../../zod.ts'
import { CancellationTier, ChannelFees, Fee, Tax } from './listing-terms.ts'
import { cancellationPolicies } from './stay-values.ts'

const time = (message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, message)
    .meta({ examples: ['15:00'] })

/** A list that may arrive as text with commas, as the specification's form sends it. */
const names = (most: number) =>
  z.preprocess(
    (value) => {
      const parts = typeof value === 'string' ? value.split(',') : value
      if (!Array.isArray(parts)) return value
      const trimmed: unknown[] = parts.map((part: unknown) => (typeof part === 'string' ? part.trim() : part))
      return [...new Set(trimmed.filter((part) => part !== ''))]
    },
    z.array(line(200)).max(most, `At most ${most} entries`),
  )

const weekdays = z.array(z.int().min(1).max(7)).max(7)

/** A short-term rental listing: a unit of a property that is let by the night. */
export const ShortTermRental = z
  .object({
    id,
    landlordId: id,
    propertyId: id,
    unitId: id,
    propertyName: z.string(),
    /** Null where the property has a single unit. */
    unitName: z.string().nullable(),
    listingName: z.string(),
    listingDescription: z.string().nullable(),
    maxGuests: z.int(),
    basePrice: amount,
    cleaningFee: amount,
    extraGuestFee: amount,
    /** Guests that the base price is for; the fee is for each one above, per night. */
    guestsIncluded: z.int(),
    minStayNights: z.int(),
    maxStayNights: z.int(),
    airbnbListingId: z.string().nullable(),
    vrboListingId: z.string().nullable(),
    bookingComListingId: z.string().nullable(),
    directBookingEnabled: z.boolean(),
    isActive: z.boolean(),
    instantBookEnabled: z.boolean(),
    checkInTime: z.string(),
    checkOutTime: z.string(),
    houseRules: z.array(z.string()),
    amenities: z.array(z.string()),
    safetyFeatures: z.array(z.string()),
    /** Shown to guests from `instructionsDaysBefore` days before check-in on. */
    checkInInstructions: z.string().nullable(),
    instructionsDaysBefore: z.int(),
    cancellationPolicy: z.enum(cancellationPolicies),
    /** What the policy means, the most days first. */
    cancellationTiers: z.array(CancellationTier),
    taxes: z.array(Tax),
    fees: z.array(Fee),
    /** Percent of the guest's price before taxes that each channel keeps. */
    channelFees: ChannelFees,
    depositAmount: amount.nullable(),
    /** What a cleaning costs the landlord; the tasks' own costs replace it. */
    turnoverCost: amount.nullable(),
    preparationDays: z.int(),
    advanceNoticeDays: z.int(),
    /** Null: any day ahead can be booked. */
    bookingWindowDays: z.int().nullable(),
    /** 1 is Monday, 7 is Sunday. */
    closedToArrival: weekdays,
    closedToDeparture: weekdays,
    /** The last part of the public page's address: `/stay/<slug>`. */
    slug: z.string(),
    /** Addresses of photos: those of the property. */
    photos: z.array(z.string()),
    timeZone: z.string(),
    totalRevenue: amount,
    totalBookings: z.int(),
    /** 1 to 5; null before the first. */
    averageRating: z.number().nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'ShortTermRental' })
export type ShortTermRental = z.output<typeof ShortTermRental>

const positive = (min: number, message: string) => money(min, message, message)

export const ShortTermRentalForm = z.object({
  propertyId: z.uuid('Property is required'),
  /** The property's first unit unless given. */
  unitId: optional(id),
  listingName: line(200, 'Listing name is required'),
  listingDescription: optional(prose(5000)),
  maxGuests: whole(1, 100, 'Max guests is required'),
  basePrice: positive(0.01, 'Base price is required'),
  cleaningFee: positive(0, 'Cleaning fee must be a valid number').default(0),
  extraGuestFee: positive(0, 'Extra guest fee must be a valid number').default(0),
  guestsIncluded: optional(whole(1, 100, 'Guests included must be a whole number from 1 to 100')),
  minStayNights: whole(1, 365, 'Minimum stay is a number of nights from 1 to 365').default(1),
  maxStayNights: whole(1, 1095, 'Maximum stay is a number of nights from 1 to 1095').default(365),
  airbnbListingId: optional(line(100)),
  vrboListingId: optional(line(100)),
  bookingComListingId: optional(line(100)),
  /** On where cards can be taken, unless given. */
  directBookingEnabled: flag.optional(),
  isActive: flag.default(true),
  instantBookEnabled: flag.default(false),
  checkInTime: time('Check-in time is a time such as 15:00').default('15:00'),
  checkOutTime: time('Check-out time is a time such as 11:00').default('11:00'),
  houseRules: names(50).default([]),
  amenities: names(100).default([]),
  safetyFeatures: names(50).default([]),
  checkInInstructions: optional(prose(5000)),
  instructionsDaysBefore: whole(0, 60, 'A number of days from 0 to 60').default(2),
  cancellationPolicy: z.enum(cancellationPolicies).default('moderate'),
  /** Of the policy `custom`. */
  cancellationTiers: z.array(CancellationTier).max(10, 'At most 10 tiers').optional(),
  taxes: z.array(Tax).max(20, 'At most 20 taxes').default([]),
  fees: z.array(Fee).max(20, 'At most 20 fees').default([]),
  channelFees: ChannelFees.default({}),
  depositAmount: optional(positive(0, 'Deposit must be a valid number')),
  turnoverCost: optional(positive(0, 'Turnover cost must be a valid number')),
  preparationDays: whole(0, 14, 'Preparation time is a number of days from 0 to 14').default(0),
  advanceNoticeDays: whole(0, 60, 'Advance notice is a number of days from 0 to 60').default(0),
  bookingWindowDays: optional(whole(1, 1095, 'The booking window is a number of days from 1 to 1095')),
  closedToArrival: weekdays.default([]),
  closedToDeparture: weekdays.default([]),
  /** The words of the public address; a code that stays is added. */
  slug: optional(line(80)),
})
export type ShortTermRentalForm = z.output<typeof ShortTermRentalForm>

/** The property and the unit of a listing stay. */
export const ShortTermRentalChanges = changesOf(ShortTermRentalForm.omit({ propertyId: true, unitId: true }))
export type ShortTermRentalChanges = z.output<typeof ShortTermRentalChanges>

export const listRentals = endpoint(routes.listRentals, {
  query: pageQuery.extend({ q: search, propertyId: id.optional(), isActive: flag.optional() }),
  response: z.array(ShortTermRental),
  paged: true,
  summary: 'Short-term rental listings, newest first',
})

export const getRental = endpoint(routes.getRental, { response: ShortTermRental, summary: 'One listing' })

/** 409 where the unit has a listing already. */
export const createRental = endpoint(routes.createRental, {
  status: 201,
  body: ShortTermRentalForm,
  response: ShortTermRental,
  summary: 'List a unit for short stays',
})

export const updateRental = endpoint(routes.updateRental, {
  body: ShortTermRentalChanges,
  response: ShortTermRental,
  summary: 'Change the given fields of a listing',
})

/** 409 while guests are still to come or there. */
export const deleteRental = endpoint(routes.deleteRental, {
  summary: 'Remove a listing; its bookings and its history are kept',
})

export const HistoryEntry = z
  .object({
    id,
    at: instant,
    by: z.enum(['landlord', 'guest', 'channel', 'system']),
    /** What happened, in a word: created, changed, cancelled … */
    what: z.string(),
    changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
    note: z.string().nullable(),
  })
  .meta({ id: 'StayHistoryEntry' })

export const rentalHistory = endpoint(routes.rentalHistory, {
  query: pageQuery,
  response: z.array(HistoryEntry),
  paged: true,
  summary: 'What was changed of a listing, newest first; of a removed one too',
})

export const directBookingState = endpoint(routes.directBookingState, {
  response: z.object({
    isAvailable: z.boolean(),
    /** Why direct booking cannot be switched on. */
    reason: z.string().nullable(),
    /** Simulated cards; no money moves. */
    isTest: z.boolean(),
  }),
  summary: 'Whether guests can book and pay directly, or why not',
})
