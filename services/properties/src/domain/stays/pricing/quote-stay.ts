import type { CancellationTerms, Quote, QuoteLine } from '@keyhold/contracts/properties/stays/quotes'
import type { BookingSource } from '@keyhold/contracts/properties/stays/stay-values'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { nearestFreeNights } from '../../nights/free-nights.ts'
import type { StayTerms } from '../../../schema/stays/bookings.ts'
import type { RentalRow } from '../../../schema/stays/listings.ts'
import { termsText, tiersOf } from '../bookings/refund.ts'
import { explanationOf } from './night-price.ts'
import { type Charged, type Line, type PricedStay, priceStay } from './price-stay.ts'
import { daysAround, type RentalNights, type TakenBy } from './rental-nights.ts'
import type { Stay } from './stay-rules.ts'

/** A night as it is booked, in whole cents. */
export interface BookedNight {
  date: string
  cents: number
  explanation: string
}

export const datesOf = ({ checkInDate, checkOutDate }: Pick<Stay, 'checkInDate' | 'checkOutDate'>): string[] =>
  Array.from({ length: daysBetween(checkInDate, checkOutDate) }, (_, i) => addDays(checkInDate, i))

export const termsOf = (rental: RentalRow): StayTerms => ({
  cleaningFee: rental.cleaningFee,
  extraGuestFee: rental.extraGuestFee,
  guestsIncluded: rental.guestsIncluded,
  fees: rental.fees,
  taxes: rental.taxes,
  channelFees: rental.channelFees,
  lengthOfStay: rental.priceRules.lengthOfStay,
})

export function cancellationOf(rental: Pick<RentalRow, 'cancellationPolicy' | 'cancellationTiers'>): CancellationTerms {
  const tiers = tiersOf(rental.cancellationPolicy, rental.cancellationTiers)
  return { policy: rental.cancellationPolicy, tiers, text: termsText(tiers) }
}

/** The nights of a stay at today's prices; those in `kept` at the price they were booked at. */
export const bookNights = (
  stay: Pick<Stay, 'checkInDate' | 'checkOutDate'>,
  nights: RentalNights,
  kept: ReadonlyMap<string, BookedNight> = new Map(),
): BookedNight[] =>
  datesOf(stay).map((date) => {
    const before = kept.get(date)
    if (before) return before
    const price = nights.priceOf(date)
    return { date, cents: price.cents, explanation: explanationOf(price) }
  })

export const lineOf = ({ cents, ...line }: Line): QuoteLine => ({ ...line, amount: toDollars(cents) })
export const centsOf = ({ amount, ...line }: QuoteLine): Line => ({ ...line, cents: toCents(amount) })

/** The sums of a priced stay as the records and answers name them. */
export const amountsOf = (priced: PricedStay) => ({
  basePriceTotal: toDollars(priced.roomCents),
  extraGuestTotal: toDollars(priced.extraCents),
  cleaningFee: toDollars(priced.cleaningCents),
  serviceFee: toDollars(priced.feeCents),
  taxes: toDollars(priced.taxCents),
  totalAmount: toDollars(priced.totalCents),
  platformFee: toDollars(priced.platformFeeCents),
  netRevenue: toDollars(priced.netCents),
})

interface Asked extends Stay {
  bookingSource: BookingSource
  charged?: Charged
}

const quoteMinutes = 15

/** What a stay costs, which rules it breaks, and where it is taken, what is free near it. */
export function quoteStay(
  rental: RentalRow,
  asked: Asked,
  { nights, claims, today, now }: { nights: RentalNights; claims: readonly TakenBy[]; today: string; now: Date },
): Quote {
  const booked = bookNights(asked, nights)
  const priced = priceStay({
    nights: booked.map(({ cents }) => cents),
    numberOfGuests: asked.numberOfGuests,
    source: asked.bookingSource,
    terms: termsOf(rental),
    ...(asked.charged ? { charged: asked.charged } : {}),
  })
  const problems = nights.problemsOf(asked)
  const isTaken = problems.some(({ code }) => code === 'dates-taken')
  const wanted = { from: asked.checkInDate, until: asked.checkOutDate }
  // Farther away nothing was read.
  const [first, last] = [addDays(asked.checkInDate, -daysAround), addDays(asked.checkOutDate, daysAround)]
  const near = isTaken ? nearestFreeNights(claims, wanted, today) : []
  const free = near.filter(({ from, until }) => from >= first && until !== null && until <= last)
  return {
    checkInDate: asked.checkInDate,
    checkOutDate: asked.checkOutDate,
    numberOfNights: booked.length,
    numberOfGuests: asked.numberOfGuests,
    bookingSource: asked.bookingSource,
    nights: booked.map(({ date, cents, explanation }) => ({ date, price: toDollars(cents), explanation })),
    lines: priced.lines.map(lineOf),
    ...amountsOf(priced),
    depositAmount: rental.depositAmount,
    cancellation: cancellationOf(rental),
    problems,
    nearest: free.flatMap(({ from, until }) => (until === null ? [] : [{ checkInDate: from, checkOutDate: until }])),
    expiresAt: new Date(now.getTime() + quoteMinutes * 60_000).toISOString(),
  }
}
