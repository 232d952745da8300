import type { Claim } from '../../nights/claim-rows.ts'
import type { RentalDayRow, RentalRow } from '../../../schema/stays/listings.ts'
import { weekdayOf } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { gapAt, merged, type Taken } from './gaps.ts'
import { minimumStay, type MinimumStay } from './minimum-stay.ts'
import { type NightPrice, priceNight } from './night-price.ts'
import { problemsOf, type Stay } from './stay-rules.ts'

export type TakenBy = Pick<Claim, 'id' | 'kind' | 'label' | 'sourceId' | 'from' | 'until'>
export type DaySettings = Pick<
  RentalDayRow,
  'date' | 'pricePerNight' | 'minimumStay' | 'closedToArrival' | 'closedToDeparture' | 'notes'
>
type PricedRental = Pick<
  RentalRow,
  | 'basePrice'
  | 'minStayNights'
  | 'maxStayNights'
  | 'maxGuests'
  | 'isActive'
  | 'priceRules'
  | 'closedToArrival'
  | 'closedToDeparture'
  | 'preparationDays'
  | 'advanceNoticeDays'
  | 'bookingWindowDays'
>

/** How many days around a range are looked at, so that gaps at its ends are seen. */
export const daysAround = 31

/** The nights of a listing: what each costs, which stays may arrive, and which are taken. Pure: all it needs was read before. */
export function rentalNights(
  rental: PricedRental,
  { today, days, claims }: { today: string; days: readonly DaySettings[]; claims: readonly TakenBy[] },
) {
  const settings = new Map(days.map((day) => [day.date, day]))
  const taken: Taken[] = merged(claims)
  const rules = rental.priceRules
  const gapOf = (date: string) => (rules.orphanGap === null ? null : gapAt(date, taken))

  const priceOf = (date: string): NightPrice => {
    const override = settings.get(date)?.pricePerNight ?? null
    return priceNight({
      date,
      today,
      rules,
      baseCents: toCents(rental.basePrice),
      overrideCents: override === null ? null : toCents(override),
      gap: gapOf(date),
    })
  }
  const minimumOf = (date: string): MinimumStay =>
    minimumStay({
      date,
      today,
      rules,
      minStayNights: rental.minStayNights,
      override: settings.get(date)?.minimumStay ?? null,
      gap: gapOf(date),
    })
  const isClosedToArrival = (date: string) =>
    settings.get(date)?.closedToArrival ?? rental.closedToArrival.includes(weekdayOf(date))
  const isClosedToDeparture = (date: string) =>
    settings.get(date)?.closedToDeparture ?? rental.closedToDeparture.includes(weekdayOf(date))

  return {
    priceOf,
    minimumOf,
    isClosedToArrival,
    isClosedToDeparture,
    settingsOf: (date: string) => settings.get(date),
    claimOn: (date: string) => claims.find(({ from, until }) => from <= date && (until === null || date < until)),
    problemsOf: (stay: Stay) =>
      problemsOf(stay, {
        today,
        isActive: rental.isActive,
        maxGuests: rental.maxGuests,
        maxStayNights: rental.maxStayNights,
        minimum: minimumOf(stay.checkInDate),
        isClosedToArrival: isClosedToArrival(stay.checkInDate),
        isClosedToDeparture: isClosedToDeparture(stay.checkOutDate),
        preparationDays: rental.preparationDays,
        advanceNoticeDays: rental.advanceNoticeDays,
        bookingWindowDays: rental.bookingWindowDays,
        taken: claims.map(({ from, until, kind }) => ({
          from,
          until,
          needsPreparation: kind === 'booking' || kind === 'hold' || kind === 'feed',
        })),
      }),
  }
}
export type RentalNights = ReturnType<typeof rentalNights>
