import type { StayProblem } from '@keyhold/contracts/properties/stays/quotes'
import type { StayProblemCode } from '@keyhold/contracts/properties/stays/stay-values'
import { addDays, daysBetween, weekdayOf } from '@keyhold/kit/lib/dates'
import type { Taken } from './gaps.ts'
import type { MinimumStay } from './minimum-stay.ts'
import { weekdayName } from './night-price.ts'

export interface Stay {
  checkInDate: string
  checkOutDate: string
  numberOfGuests: number
}

export interface RulesOfStay {
  today: string
  isActive: boolean
  maxGuests: number
  maxStayNights: number
  /** Of the arrival. */
  minimum: MinimumStay
  /** By weekday, or set for the day. */
  isClosedToArrival: boolean
  isClosedToDeparture: boolean
  preparationDays: number
  advanceNoticeDays: number
  bookingWindowDays: number | null
  /** What has nights already, and whether guests come and go there, so that time for preparation is needed. */
  taken: readonly (Taken & { needsPreparation: boolean })[]
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** What the rules that bind the landlord too are; the others are for guests who book themselves. */
const binding: ReadonlySet<StayProblemCode> = new Set(['dates-taken', 'too-many-guests', 'min-stay', 'max-stay'])

/** Every rule that a stay breaks. */
export function problemsOf(stay: Stay, rules: RulesOfStay): StayProblem[] {
  const { checkInDate, checkOutDate, numberOfGuests } = stay
  const nights = daysBetween(checkInDate, checkOutDate)
  const ahead = daysBetween(rules.today, checkInDate)
  const found: [StayProblemCode, string][] = []
  if (!rules.isActive) found.push(['inactive', 'This listing is not active'])
  if (ahead < 0) found.push(['past', 'Check-in is in the past'])
  if (rules.taken.some((one) => overlaps(one, checkInDate, checkOutDate)))
    found.push(['dates-taken', 'These dates are not available'])
  if (numberOfGuests > rules.maxGuests)
    found.push(['too-many-guests', `This listing takes at most ${count(rules.maxGuests, 'guest')}`])
  if (nights < rules.minimum.nights)
    found.push(['min-stay', `The minimum stay for this arrival is ${count(rules.minimum.nights, 'night')}`])
  if (nights > rules.maxStayNights)
    found.push(['max-stay', `The maximum stay is ${count(rules.maxStayNights, 'night')}`])
  if (rules.isClosedToArrival)
    found.push(['closed-to-arrival', `Check-in is not possible on this ${weekdayName(weekdayOf(checkInDate))}`])
  if (rules.isClosedToDeparture)
    found.push(['closed-to-departure', `Check-out is not possible on this ${weekdayName(weekdayOf(checkOutDate))}`])
  if (ahead >= 0 && ahead < rules.advanceNoticeDays)
    found.push(['advance-notice', `Stays are booked at least ${count(rules.advanceNoticeDays, 'day')} ahead`])
  if (rules.bookingWindowDays !== null && ahead > rules.bookingWindowDays)
    found.push(['booking-window', `Stays are booked at most ${count(rules.bookingWindowDays, 'day')} ahead`])
  if (lacksPreparation(stay, rules))
    found.push([
      'preparation',
      `${count(rules.preparationDays, 'free day')} between stays ${rules.preparationDays === 1 ? 'is' : 'are'} needed`,
    ])
  return found.map(([code, message]) => ({ code, message, isBinding: binding.has(code) }))
}

const overlaps = ({ from, until }: Taken, checkIn: string, checkOut: string) =>
  from < checkOut && (until === null || checkIn < until)

function lacksPreparation({ checkInDate, checkOutDate }: Stay, { preparationDays, taken }: RulesOfStay): boolean {
  if (preparationDays === 0) return false
  const [first, last] = [addDays(checkInDate, -preparationDays), addDays(checkOutDate, preparationDays)]
  return taken.some(
    (one) => one.needsPreparation && overlaps(one, first, last) && !overlaps(one, checkInDate, checkOutDate),
  )
}
