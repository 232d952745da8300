import * as routes from './analytics.routes.ts'
import { endpoint } from '../../endpoint.ts'
import { amount, id, whole } from '../../scalars.ts'
import { z } from '../../zod.ts'
import { bookingSources } from './stay-values.ts'

/** A month of short stays, or of one listing. Revenue belongs to the nights stayed. */
export const RevenueRecord = z
  .object({
    month: z.int(),
    year: z.int(),
    totalRevenue: amount,
    /** Stays that begin in the month. */
    totalBookings: z.int(),
    totalNights: z.int(),
    availableNights: z.int(),
    /** Percent: nights booked over nights available. */
    occupancyRate: z.number(),
    averageDailyRate: amount,
    /** Room revenue by available night. */
    revenuePar: amount,
    /** Of finished tasks, as in the books. */
    cleaningCosts: amount,
    /** What the listing says a departure costs, for those without a finished cleaning. Not in `netProfit`. */
    expectedCleaning: amount,
    maintenanceCosts: amount,
    platformFees: amount,
    netProfit: amount,
    averageGuestRating: z.number().nullable(),
  })
  .meta({ id: 'StayRevenueRecord' })
export type RevenueRecord = z.output<typeof RevenueRecord>

const totals = RevenueRecord.omit({ month: true, year: true })

export const StayAnalytics = z
  .object({
    year: z.int(),
    /** The year as a whole, and the one before it. */
    total: totals,
    lastYear: totals,
    months: z.array(RevenueRecord),
    /** Of stays that begin in the year; null without one. */
    averageLeadDays: z.number().nullable(),
    averageStayNights: z.number().nullable(),
    /** Nights and room revenue of the year that were booked by today, and by the same day a year ago of the year before. */
    pace: z.object({ nights: z.int(), revenue: amount, lastYearNights: z.int(), lastYearRevenue: amount }),
    bySource: z.array(
      z.object({
        bookingSource: z.enum(bookingSources),
        bookings: z.int(),
        nights: z.int(),
        revenue: amount,
        platformFees: amount,
        netRevenue: amount,
      }),
    ),
    byRental: z.array(totals.extend({ rentalId: id, propertyId: id, listingName: z.string() })),
    /** Lodging taxes of the nights stayed, by who has to remit them. */
    taxes: z.array(
      z.object({
        jurisdiction: z.string(),
        name: z.string(),
        month: z.int(),
        remittedBy: z.enum(['landlord', 'channel']),
        amount,
      }),
    ),
  })
  .meta({ id: 'StayAnalytics' })
export type StayAnalytics = z.output<typeof StayAnalytics>

export const stayAnalytics = endpoint(routes.stayAnalytics, {
  query: z.object({ year: whole(2000, 2199, 'Enter a year'), rentalId: id.optional() }),
  response: StayAnalytics,
  summary: 'Occupancy, rates, revenue and costs of a year of short stays',
})
