import { Temporal } from 'temporal-polyfill'

/** Where a record has no property, or nobody knows its time zone. */
export const defaultTimeZone = 'America/New_York'

// One request or report judges thousands of records at one moment in a handful of zones.
const latest = new Map<string, { at: number; date: string }>()

/** The plain date (`YYYY-MM-DD`) that it is at a moment in an IANA zone; in the default one where there is none, or an unknown one. */
export function dateAt(moment: Date | string, timeZone: string | null | undefined): string {
  const at = new Date(moment).getTime()
  const zone = timeZone ?? defaultTimeZone
  const before = latest.get(zone)
  if (before?.at === at) return before.date
  const date = zoned(at, zone).toPlainDate().toString()
  if (latest.size > 1_000) latest.clear()
  latest.set(zone, { at, date })
  return date
}

/** The first moment of a date in a zone, likewise; of a date that the zone skipped, the moment at which the next one begins. */
export function startOfDay(date: string, timeZone: string | null | undefined): Date {
  const key = `${date} ${timeZone ?? ''}`
  let start = starts.get(key)
  if (start === undefined) {
    start = Temporal.PlainDate.from(date).toZonedDateTime(knownZone(timeZone)).epochMilliseconds
    if (starts.size > 10_000) starts.clear()
    starts.set(key, start)
  }
  return new Date(start)
}

// The charges of thousands of tenants fall due on the same days.
const starts = new Map<string, number>()

/**
 * The same time of day, so many calendar days later, likewise: an hour more or less has passed where the clocks changed in between.
 * A time of day that the clocks skip becomes the one after the gap.
 */
export function addCalendarDays(moment: Date | string, days: number, timeZone: string | null | undefined): Date {
  return new Date(zoned(new Date(moment).getTime(), timeZone).add({ days }).epochMilliseconds)
}

const zoned = (at: number, timeZone: string | null | undefined) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(knownZone(timeZone))

const known = new Map<string, string>()

function knownZone(timeZone: string | null | undefined): string {
  if (timeZone === null || timeZone === undefined) return defaultTimeZone
  let zone = known.get(timeZone)
  if (zone === undefined) {
    try {
      zone = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone).timeZoneId
    } catch {
      zone = defaultTimeZone
    }
    if (known.size > 1_000) known.clear()
    known.set(timeZone, zone)
  }
  return zone
}

/**
 * The moment of a time of day (`HH:MM`) on a date in a zone, likewise. A time that the clocks skip becomes the one after the gap; of one that they
 * repeat it is the first.
 */
export function momentOf(date: string, time: string, timeZone: string | null | undefined): Date {
  const local = Temporal.PlainDateTime.from(`${date}T${time}`)
  return new Date(local.toZonedDateTime(knownZone(timeZone), { disambiguation: 'compatible' }).epochMilliseconds)
}

/** The time of day (`HH:MM`) at a moment in a zone, likewise. */
export const timeAt = (moment: Date | string, timeZone: string | null | undefined): string =>
  zoned(new Date(moment).getTime(), timeZone).toPlainTime().toString().slice(0, 5)
