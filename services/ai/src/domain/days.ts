// Calendar dates as text, `YYYY-MM-DD`: they compare as text, and are counted in UTC, where every day has 24 hours.

export const dayMs = 86_400_000
/** Where a record has no property, or its time zone is unknown: as payments judges it. */
export const defaultTimeZone = 'America/New_York'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    } catch {
      format = formatOf(defaultTimeZone)
    }
    formats.set(timeZone, format)
  }
  return format
}

// Thousands of charges are judged at one moment in a handful of zones.
const latest = new Map<string, { at: number; date: string }>()

/** The day it is in a time zone; in the default one where nobody knows it. */
export function dateIn(timeZone: string, at: Date): string {
  const known = latest.get(timeZone)
  if (known?.at === at.getTime()) return known.date
  const date = formatDate(timeZone, at)
  latest.set(timeZone, { at: at.getTime(), date })
  return date
}

function formatDate(timeZone: string, at: Date): string {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}`
}

const utc = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** Whole days from one date to a later one; negative when it is an earlier one. */
export const daysBetween = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / dayMs)

export const addDays = (date: string, days: number): string =>
  new Date(utc(date) + days * dayMs).toISOString().slice(0, 10)

const quarterMs = 900_000
const starts = new Map<string, number>()

/** The first instant at which it is `date` in a time zone. */
export function startOf(date: string, timeZone: string): Date {
  const key = `${date} ${timeZone}`
  let at = starts.get(key)
  if (at === undefined) {
    // No zone is further than 14 hours from UTC, and all of them change their date at a quarter of an hour.
    at = utc(date) - 14 * 4 * quarterMs
    while (formatDate(timeZone, new Date(at)) < date) at += quarterMs
    if (starts.size > 10_000) starts.clear()
    starts.set(key, at)
  }
  return new Date(at)
}

const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** Feb 1, 2026 */
export const inWords = (date: string): string => shown.format(utc(date))

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeCurrency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
/** $1,250 or $1,250.50 */
export const dollars = (amount: number): string => (Number.isInteger(amount) ? wholeCurrency : currency).format(amount)

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
