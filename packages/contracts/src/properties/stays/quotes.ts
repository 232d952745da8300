import { amount, calendarDate, instant, requiredDate, whole } from '../../scalars.ts'
import { z } from '../../zod.ts'
import { CancellationTier } from './listing-terms.ts'
import { bookingSources, cancellationPolicies, lineKinds, stayProblemCodes, taxedLines } from './stay-values.ts'

export const StayQuery = z.object({
  checkInDate: requiredDate('Check-in date is required'),
  checkOutDate: requiredDate('Check-out date is required'),
  numberOfGuests: whole(1, 100, 'Enter the number of guests').default(1),
})
export type StayQuery = z.output<typeof StayQuery>

/** A line of what a guest pays, with its source. */
export const QuoteLine = z
  .object({
    kind: z.enum(lineKinds),
    /** As in "Cleaning fee". */
    name: z.string(),
    /** How it was computed, as in "7 % of $420.00". */
    basis: z.string(),
    /** Negative for a discount. */
    amount,
    /** False for a tax that the channel collects and remits: it is no part of the total here. */
    isInTotal: z.boolean(),
    /** Of a tax. */
    jurisdiction: z.string().nullable(),
    remittedBy: z.enum(['landlord', 'channel']).nullable(),
    /** What a tax is due for; empty for other lines. */
    appliesTo: z.array(z.enum(taxedLines)).default([]),
    /** Of a tax in percent, with the base that it was taken of; refunds recompute it. */
    percent: z.number().nullable().default(null),
  })
  .meta({ id: 'StayQuoteLine' })
export type QuoteLine = z.output<typeof QuoteLine>

export const QuotedNight = z.object({
  date: calendarDate,
  /** Before the discount of the whole stay. */
  price: amount,
  /** In a sentence, factor by factor. */
  explanation: z.string(),
})

export const StayProblem = z.object({
  code: z.enum(stayProblemCodes),
  message: z.string(),
  /** Holds for the landlord too; the others are for guests who book themselves. */
  isBinding: z.boolean(),
})
export type StayProblem = z.output<typeof StayProblem>

export const CancellationTerms = z
  .object({
    policy: z.enum(cancellationPolicies),
    tiers: z.array(CancellationTier),
    /** In sentences. */
    text: z.string(),
  })
  .meta({ id: 'StayCancellationTerms' })
export type CancellationTerms = z.output<typeof CancellationTerms>

export const FreeDates = z.object({ checkInDate: calendarDate, checkOutDate: calendarDate })
export type FreeDates = z.output<typeof FreeDates>

export const Quote = z
  .object({
    checkInDate: calendarDate,
    checkOutDate: calendarDate,
    numberOfNights: z.int(),
    numberOfGuests: z.int(),
    bookingSource: z.enum(bookingSources),
    nights: z.array(QuotedNight),
    lines: z.array(QuoteLine),
    /** Nights after discounts. */
    basePriceTotal: amount,
    extraGuestTotal: amount,
    cleaningFee: amount,
    /** All fees other than cleaning. */
    serviceFee: amount,
    taxes: amount,
    totalAmount: amount,
    platformFee: amount,
    netRevenue: amount,
    /** Held apart from the price and given back. */
    depositAmount: amount.nullable(),
    cancellation: CancellationTerms,
    problems: z.array(StayProblem),
    /** Where the dates are taken: the nearest free ones of the same length. */
    nearest: z.array(FreeDates),
    expiresAt: instant,
  })
  .meta({ id: 'StayQuote' })
export type Quote = z.output<typeof Quote>
