import type { TurnoverTrigger } from '@keyhold/contracts/properties/stays/task-values'
import type { BookingStatus } from '@keyhold/contracts/properties/stays/stay-values'
import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'

interface Rule {
  trigger: TurnoverTrigger
  every: number | null
  offsetDays: number
  isActive: boolean
}

interface Stay {
  status: BookingStatus
  checkInDate: string
  checkOutDate: string
  checkedOutAt: string | null
}

const takesPlace = (status: BookingStatus): boolean =>
  status === 'confirmed' || status === 'checked_in' || status === 'checked_out'

/** The day on which the guests leave: an earlier one than booked where they left early. */
export function departureOf({ checkInDate, checkOutDate, checkedOutAt }: Stay, timeZone: string): string {
  if (!checkedOutAt) return checkOutDate
  const left = dateAt(checkedOutAt, timeZone)
  return left < checkOutDate && left >= checkInDate ? left : checkOutDate
}

/** On which day a rule's task for a stay is due; null where the rule makes none. */
export function dueDateOf(rule: Rule, stay: Stay, timeZone: string): string | null {
  if (!rule.isActive || !takesPlace(stay.status)) return null
  switch (rule.trigger) {
    case 'after_check_out':
      return addDays(departureOf(stay, timeZone), rule.offsetDays)
    case 'before_check_in':
      return addDays(stay.checkInDate, -rule.offsetDays)
    case 'inspection':
      return daysBetween(stay.checkInDate, stay.checkOutDate) >= (rule.every ?? 1)
        ? addDays(departureOf(stay, timeZone), rule.offsetDays)
        : null
    case 'every_n_days':
      return null
  }
}

interface Taken {
  from: string
  until: string | null
}

const latestShift = 14

/** The first day from `due` on, within two weeks, on which nobody stays over; `due` itself where there is none. */
export function dayBetweenStays(due: string, taken: readonly Taken[]): string {
  const isBetween = (day: string) => !taken.some(({ from, until }) => from < day && (until === null || day < until))
  for (let days = 0; days <= latestShift; days++) if (isBetween(addDays(due, days))) return addDays(due, days)
  return due
}
