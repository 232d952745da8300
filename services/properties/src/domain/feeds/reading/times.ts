import { addDays, realDate } from '@keyhold/kit/lib/dates'
import { Temporal } from 'temporal-polyfill'
import type { ContentLine } from './content-lines.ts'

/** A day, or a time of day in a zone. `isUtcMidnight`: programs write days in this form, too. */
export type FeedTime = { date: string } | { date: string; time: string; zone: string; isUtcMidnight: boolean }

/** A length (3.3.6): calendar days, and exact seconds besides. */
export interface Length {
  days: number
  seconds: number
}

/** A DATE or DATE-TIME; a time without a known zone is in the one of the home. Undefined where it is neither. */
export function readTime(line: ContentLine, homeZone: string): FeedTime | undefined {
  return readTimeValue(line.value, line.params.get('TZID'), homeZone)
}

export function readTimeValue(value: string, tzid: string | undefined, homeZone: string): FeedTime | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(value.trim())
  if (!found) return undefined
  const [, year, month, day, hour, minute, second, utc] = found
  const date = realDate(Number(year), Number(month), Number(day))
  if (!date) return undefined
  if (hour === undefined) return { date }
  // 24:00:00 and the leap second stand for the moment after.
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined
  const time = `${hour}:${minute}:${second === '60' ? '59' : second}`
  const zone = utc ? 'UTC' : (knownZone(tzid) ?? homeZone)
  return { date, time, zone, isUtcMidnight: Boolean(utc) && time === '00:00:00' }
}

export function readLength(value: string): Length | undefined {
  const found = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,7})S)?)?$/.exec(
    value.trim(),
  )
  if (!found || !/\d/.test(value)) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return { days: weeks * 7 + days, seconds: hours * 3600 + minutes * 60 + seconds }
}

export const isTimed = (time: FeedTime): time is Extract<FeedTime, { time: string }> => 'time' in time

export const zonedOf = (at: Extract<FeedTime, { time: string }>): Temporal.ZonedDateTime =>
  Temporal.PlainDateTime.from(`${at.date}T${at.time}`).toZonedDateTime(at.zone)

/** The day and time of day that it is in the home's zone. */
export function localOf(at: FeedTime, homeZone: string): { date: string; time: string } {
  if (!isTimed(at)) return { date: at.date, time: '00:00:00' }
  const local = zonedOf(at).withTimeZone(homeZone)
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'second' }) }
}

/** What identifies an occurrence of a series, however its day is written. */
export const occurrenceKey = (at: FeedTime): string =>
  isTimed(at) ? String(zonedOf(at).epochMilliseconds / 1000) : at.date

export function timePlus(at: FeedTime, { days, seconds }: Length): FeedTime {
  if (!isTimed(at)) return { date: addDays(at.date, days + Math.ceil(seconds / 86_400)) }
  const end = zonedOf(at).add({ days }).add({ seconds })
  const time = end.toPlainTime().toString({ smallestUnit: 'second' })
  return { ...at, date: end.toPlainDate().toString(), time, isUtcMidnight: at.zone === 'UTC' && time === '00:00:00' }
}

// Outlook and Exchange name zones as Windows does.
const windowsZones: Record<string, string> = {
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'US Mountain Standard Time': 'America/Phoenix',
  'Pacific Standard Time': 'America/Los_Angeles',
  'Alaskan Standard Time': 'America/Anchorage',
  'Hawaiian Standard Time': 'Pacific/Honolulu',
  'Atlantic Standard Time': 'America/Halifax',
  'GMT Standard Time': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'GTB Standard Time': 'Europe/Athens',
  'E. Australia Standard Time': 'Australia/Brisbane',
  'AUS Eastern Standard Time': 'Australia/Sydney',
  'New Zealand Standard Time': 'Pacific/Auckland',
}

const zones = new Map<string, string | undefined>()

/** The IANA zone of a TZID, which may be Windows's name or have a prefix before it, as in `/citadel.org/20210210_1/Europe/Paris`. */
function knownZone(tzid: string | undefined): string | undefined {
  if (!tzid) return undefined
  if (!zones.has(tzid)) {
    if (zones.size > 1_000) zones.clear()
    const parts = tzid.split('/')
    const names = [windowsZones[tzid], tzid, parts.slice(-2).join('/'), parts.slice(-3).join('/')]
    zones.set(tzid, names.find(isZone))
  }
  return zones.get(tzid)
}

function isZone(name: string | undefined): name is string {
  if (!name) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}
