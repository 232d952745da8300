import type { RevenueRecord } from '@keyhold/contracts/properties/stays/analytics'
import { addMonths, daysBetween, earlierOf, laterOf } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
import type { Taken } from '../pricing/gaps.ts'

/** What adds up over months, listings and sources; money in whole cents. */
export interface Parts {
  roomCents: number
  /** Cleaning, fees, and what was kept of cancelled nights. */
  otherCents: number
  bookings: number
  nights: number
  availableNights: number
  cleaningCents: number
  expectedCents: number
  maintenanceCents: number
  platformCents: number
  ratings: number
  ratingSum: number
}

export const noParts: Readonly<Parts> = {
  roomCents: 0,
  otherCents: 0,
  bookings: 0,
  nights: 0,
  availableNights: 0,
  cleaningCents: 0,
  expectedCents: 0,
  maintenanceCents: 0,
  platformCents: 0,
  ratings: 0,
  ratingSum: 0,
}

export const sumParts = (parts: readonly Partial<Parts>[]): Parts => {
  const sum: Parts = { ...noParts }
  for (const part of parts)
    for (const [name, value] of Object.entries(part)) if (name in sum) sum[name as keyof Parts] += value
  return sum
}

const ratio = (part: number, whole: number, digits: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10 ** digits) / 10 ** digits

/**
 * The figures of a period. Occupancy: nights booked over nights available, in percent. ADR: room revenue by night booked. RevPAR: room revenue by
 * night available. A night that is booked was available, whatever was blocked since.
 */
export function figuresOf(parts: Parts): Omit<RevenueRecord, 'month' | 'year'> {
  const { roomCents, otherCents, nights, cleaningCents, maintenanceCents, platformCents } = parts
  const available = Math.max(parts.availableNights, nights)
  const revenue = roomCents + otherCents
  return {
    totalRevenue: toDollars(revenue),
    totalBookings: parts.bookings,
    totalNights: nights,
    availableNights: available,
    occupancyRate: ratio(nights * 100, available, 1),
    averageDailyRate: toDollars(Math.round(nights === 0 ? 0 : roomCents / nights)),
    revenuePar: toDollars(Math.round(available === 0 ? 0 : roomCents / available)),
    cleaningCosts: toDollars(cleaningCents),
    expectedCleaning: toDollars(parts.expectedCents),
    maintenanceCosts: toDollars(maintenanceCents),
    platformFees: toDollars(platformCents),
    netProfit: toDollars(revenue - cleaningCents - maintenanceCents - platformCents),
    averageGuestRating: parts.ratings === 0 ? null : ratio(parts.ratingSum, parts.ratings, 2),
  }
}

/** The first days of the twelve months. */
export const monthsOf = (year: number): string[] =>
  Array.from({ length: 12 }, (_, i) => `${year}-${String(i + 1).padStart(2, '0')}-01`)

/** Nights of a range that are in the month that begins on a day. */
export function nightsIn(month: string, { from, until }: Taken): number {
  const end = addMonths(month, 1)
  const last = until === null ? end : earlierOf(until, end)
  return Math.max(0, daysBetween(laterOf(from, month), last))
}

/** Nights of a month on which a listing could be booked: it was there, and neither blocked nor let. `taken` without overlaps. */
export const availableIn = (month: string, listed: Taken, taken: readonly Taken[]): number => {
  const end = addMonths(month, 1)
  const own = { from: laterOf(month, listed.from), until: listed.until === null ? end : earlierOf(end, listed.until) }
  if (own.until <= own.from) return 0
  const blocked = taken.map((one) => ({
    from: laterOf(one.from, own.from),
    until: one.until === null ? own.until : earlierOf(one.until, own.until),
  }))
  return (
    daysBetween(own.from, own.until) -
    blocked.reduce((sum, one) => sum + Math.max(0, daysBetween(one.from, one.until)), 0)
  )
}
