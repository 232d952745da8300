import { addDays } from '@keyhold/kit/lib/dates'
import { RRuleTemporal } from 'rrule-temporal'
import { type FeedTime, isTimed, occurrenceKey } from './times.ts'

/** The first and last day of which occurrences are read. */
export interface Window {
  from: string
  to: string
}

const compact = (date: string) => date.replaceAll('-', '')

/** Nights recur by days or more; a rule by the hour is a mistake or an attack. */
const isReadable = (rule: string) =>
  rule.length <= 500 &&
  /(?:^|;)FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;|$)/i.test(rule) &&
  !/BY(?:HOUR|MINUTE|SECOND)=/i.test(rule)

/**
 * When the occurrences of a series begin, at most `max` of them. Undefined for a rule that cannot be read or has more. A rule is data of a
 * stranger: the window and the library's own limit on its steps end it.
 */
export function occurrencesOf(start: FeedTime, rule: string, window: Window, max: number): FeedTime[] | undefined {
  if (!isReadable(rule)) return undefined
  const zone = isTimed(start) ? start.zone : 'UTC'
  const time = isTimed(start) ? start.time.replaceAll(':', '') : '000000'
  // A day as the end means that whole day.
  const ended = rule.replace(/UNTIL=(\d{8})(?=;|$)/i, 'UNTIL=$1T235959Z')
  try {
    const series = new RRuleTemporal({
      rruleString: `DTSTART;TZID=${zone}:${compact(start.date)}T${time}\nRRULE:${ended}`,
      maxIterations: 20_000,
    })
    const begins = series.between(
      new Date(`${addDays(window.from, -1)}T00:00:00Z`),
      new Date(`${addDays(window.to, 1)}T00:00:00Z`),
      true,
    )
    if (begins.length > max) return undefined
    return begins.map((at) => {
      const date = at.toPlainDate().toString()
      return isTimed(start) ? { ...start, date } : { date }
    })
  } catch {
    return undefined
  }
}

/** Without the days that the series leaves out. */
export function without(times: readonly FeedTime[], left: readonly FeedTime[]): FeedTime[] {
  const keys = new Set(left.flatMap((at) => [occurrenceKey(at), ...(isTimed(at) ? [] : [at.date])]))
  // Some programs name the day alone of an occurrence that has a time.
  return times.filter((at) => !keys.has(occurrenceKey(at)) && !keys.has(at.date))
}
