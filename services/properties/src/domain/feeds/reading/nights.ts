import { addDays } from '@keyhold/kit/lib/dates'
import { type FeedTime, isTimed, localOf } from './times.ts'

/** Nights as a half-open range: from the day of arrival to the day of departure. */
export interface Nights {
  from: string
  to: string
}

/**
 * The nights between two moments in the home's zone; null where there is none. The end of a DATE is the day of departure (5.3 of RFC 5545 calls it
 * exclusive). An event within one day takes no night.
 */
export function nightsBetween(start: FeedTime, end: FeedTime, zone: string, endIsLastNight: boolean): Nights | null {
  // Days that a program wrote as midnight in UTC: in the home's zone they would begin the evening before.
  const areDays = isTimed(start) && isTimed(end) && start.isUtcMidnight && end.isUtcMidnight && start.date !== end.date
  const from = areDays || !isTimed(start) ? start.date : localOf(start, zone).date
  if (areDays || !isTimed(end)) {
    const to = endIsLastNight ? addDays(end.date, 1) : end.date
    if (to < from) return null
    // Some write one night with an end that is its beginning.
    return { from, to: to === from ? addDays(from, 1) : to }
  }
  const local = localOf(end, zone)
  // 23:59 of a day stands for all of it.
  const to = local.time >= '23:30:00' ? addDays(local.date, 1) : local.date
  return to > from ? { from, to: endIsLastNight ? addDays(to, 1) : to } : null
}
