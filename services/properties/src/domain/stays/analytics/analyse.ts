import type { StayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import { bookingSources } from '@keyhold/contracts/properties/stays/stay-values'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { taxesByMonth } from '../bookings/publish-booking.ts'
import { merged } from '../pricing/gaps.ts'
import { datesOf } from '../pricing/quote-stay.ts'
import { availableIn, figuresOf, monthsOf, type Parts, sumParts } from './figures.ts'
import type { Read, TaxedStay } from './read-analytics.ts'

export interface Cost {
  on: string
  propertyId: string | null
  amount: number
}

interface PartsOf extends Partial<Parts> {
  rentalId: string
  month: string
}

const monthOf = (date: string) => `${date.slice(0, 7)}-01`

/** The parts of every listing and month: what each statement and the costs of repairs add. */
function partsOf(read: Read, costs: readonly Cost[], months: readonly string[]): PartsOf[] {
  const takenOf = Map.groupBy(read.taken, ({ unitId }) => unitId)
  const byId = new Map(read.rentals.map((rental) => [rental.rentalId, rental]))
  const available = read.rentals.flatMap((rental) => {
    const taken = merged(takenOf.get(rental.unitId) ?? [])
    return months.map((month) => ({
      rentalId: rental.rentalId,
      month,
      availableNights: availableIn(month, rental, taken),
    }))
  })
  const repairs = read.rentals.flatMap(({ rentalId, propertyId, unitCount }) =>
    costs
      .filter((cost) => cost.propertyId === propertyId)
      // Nobody says which unit it was for.
      .map(({ on, amount }) => ({
        rentalId,
        month: monthOf(on),
        maintenanceCents: Math.round(toCents(amount) / unitCount),
      })),
  )
  return [
    ...available,
    ...repairs,
    ...read.nights.map(({ rentalId, month, nights, room }) => ({ rentalId, month, nights, roomCents: toCents(room) })),
    ...read.arrivals.map(({ rentalId, month, bookings, other, platform, ratings, ratingSum }) => ({
      rentalId,
      month,
      bookings,
      ratings,
      ratingSum,
      otherCents: toCents(other),
      platformCents: toCents(platform),
    })),
    ...read.departures.map(({ rentalId, month, count }) => ({
      rentalId,
      month,
      expectedCents: toCents(byId.get(rentalId)?.turnoverCost ?? 0) * count,
    })),
    ...read.tasks.map(({ rentalId, month, cost }) => ({ rentalId, month, cleaningCents: toCents(cost) })),
    ...read.taxed
      .filter(({ isKept }) => isKept)
      .map(({ rentalId, kept, keptOn, checkInDate }) => ({
        rentalId,
        month: monthOf(keptOn ?? checkInDate),
        otherCents: kept.reduce((sum, { kind, amount }) => (kind === 'tax' ? sum : sum + toCents(amount)), 0),
      })),
  ]
}

/** The figures of a year of short stays, from what was read of it. */
export function analyse(read: Read, costs: readonly Cost[], year: number): StayAnalytics {
  const [months, monthsBefore] = [monthsOf(year), monthsOf(year - 1)]
  const parts = partsOf(read, costs, [...months, ...monthsBefore])
  const byMonth = Map.groupBy(parts, ({ month }) => month)
  const ofMonths = (list: readonly string[]) => list.flatMap((month) => byMonth.get(month) ?? [])
  const ofYear = ofMonths(months)
  const byRental = Map.groupBy(ofYear, ({ rentalId }) => rentalId)
  const arrivals = read.arrivals.filter(({ month }) => months.includes(month))
  const [leadDays, stayNights, bookings] = [
    arrivals.reduce((sum, one) => sum + one.leadDays, 0),
    arrivals.reduce((sum, one) => sum + one.stayNights, 0),
    arrivals.reduce((sum, one) => sum + one.bookings, 0),
  ]
  const paceOf = (of: number) => read.pace.find((one) => one.year === of)
  const average = (sum: number) => (bookings === 0 ? null : Math.round((sum / bookings) * 10) / 10)
  return {
    year,
    total: figuresOf(sumParts(ofYear)),
    lastYear: figuresOf(sumParts(ofMonths(monthsBefore))),
    months: months.map((month, i) => ({ month: i + 1, year, ...figuresOf(sumParts(byMonth.get(month) ?? [])) })),
    averageLeadDays: average(leadDays),
    averageStayNights: average(stayNights),
    pace: {
      nights: paceOf(year)?.nights ?? 0,
      revenue: paceOf(year)?.room ?? 0,
      lastYearNights: paceOf(year - 1)?.nights ?? 0,
      lastYearRevenue: paceOf(year - 1)?.room ?? 0,
    },
    bySource: bookingSources.map((bookingSource) => sourceOf(bookingSource, read, months)),
    byRental: read.rentals
      .map(({ rentalId, propertyId, listingName }) => ({
        rentalId,
        propertyId,
        listingName,
        ...figuresOf(sumParts(byRental.get(rentalId) ?? [])),
      }))
      // Of listings that were removed before, or are not there yet, nothing is said.
      .filter(({ availableNights, totalRevenue }) => availableNights > 0 || totalRevenue > 0),
    taxes: taxesOf(read.taxed, year),
  }
}

function sourceOf(bookingSource: (typeof bookingSources)[number], read: Read, months: readonly string[]) {
  const isIt = (one: { bookingSource: string; month: string }) =>
    one.bookingSource === bookingSource && months.includes(one.month)
  const [nights, arrivals] = [read.nights.filter(isIt), read.arrivals.filter(isIt)]
  const revenue =
    nights.reduce((sum, { room }) => sum + toCents(room), 0) +
    arrivals.reduce((sum, { other }) => sum + toCents(other), 0)
  const fees = arrivals.reduce((sum, { platform }) => sum + toCents(platform), 0)
  return {
    bookingSource,
    bookings: arrivals.reduce((sum, one) => sum + one.bookings, 0),
    nights: nights.reduce((sum, one) => sum + one.nights, 0),
    revenue: toDollars(revenue),
    platformFees: toDollars(fees),
    netRevenue: toDollars(revenue - fees),
  }
}

/** Lodging taxes of a year by month, tax, and who has to remit them. */
function taxesOf(stays: readonly TaxedStay[], year: number): StayAnalytics['taxes'] {
  const due = stays.flatMap((stay) => {
    if (stay.isKept)
      return stay.kept
        .filter(({ kind }) => kind === 'tax')
        .map(({ name, jurisdiction, amount }) => ({
          on: stay.keptOn ?? stay.checkInDate,
          name,
          jurisdiction: jurisdiction ?? '',
          amount,
          remittedBy: 'landlord' as const,
        }))
    const nights = datesOf(stay).map((date) => ({ date }))
    const lines = { lines: stay.lines ?? [] }
    const of = (by: 'landlord' | 'channel') =>
      taxesByMonth(lines, nights, by).map((one) => ({ ...one, remittedBy: by }))
    return [...of('landlord'), ...of('channel')]
  })
  const inYear = due.filter(({ on }) => on.startsWith(`${year}-`))
  const groups = Map.groupBy(inYear, (one) =>
    JSON.stringify([one.on.slice(5, 7), one.jurisdiction, one.name, one.remittedBy]),
  )
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, list]) => {
      const [first] = list
      if (!first) return []
      const { jurisdiction, name, remittedBy, on } = first
      const cents = list.reduce((sum, { amount }) => sum + toCents(amount), 0)
      return [{ jurisdiction, name, remittedBy, month: Number(on.slice(5, 7)), amount: toDollars(cents) }]
    })
}
