import { Temporal } from 'temporal-polyfill'

export const plannedRents = 12

/** The last year that a calendar date of the contract can have. */
const lastYear = 2199

/**
 * Due dates of the monthly rents of a lease that starts on `start`: on its day each month, on the month's last day where
 * that day does not exist (31 Jan, 28 Feb, 31 Mar). Twelve, fewer only where they would run past the year 2199.
 */
export function rentDates(start: string): string[] {
  const anchor = Temporal.PlainDate.from(start)
  // Always counted from the anchor: month by month, the 31st would become the 28th for good.
  const dates = Array.from({ length: plannedRents }, (_, months) => anchor.add({ months }, { overflow: 'constrain' }))
  return dates.filter(({ year }) => year <= lastYear).map(String)
}
