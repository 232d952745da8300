/** The only place that formats values: a second language or currency is a change here. */
const locale = 'en-US'
const currency = 'USD'
/** Shown for a missing value. */
export const nothing = '—'

const moneyFormat = new Intl.NumberFormat(locale, { style: 'currency', currency })
const wholeMoneyFormat = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 })
const compactMoneyFormat = new Intl.NumberFormat(locale, {
  style: 'currency',
  currency,
  notation: 'compact',
  maximumFractionDigits: 1,
})
const numberFormat = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
const percentFormat = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
// Business dates have no time zone: read and written as UTC they never slip by a day.
const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const longDateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const dateTimeFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const instantDateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const timeFormat = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
const wallClockFormat = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const listFormat = new Intl.ListFormat(locale, { style: 'long', type: 'conjunction' })
const pluralRules = new Intl.PluralRules(locale)
const ordinalRules = new Intl.PluralRules(locale, { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

type Absent = null | undefined

/** $1,250.00 */
export const money = (amount: number | Absent): string => (amount == null ? nothing : moneyFormat.format(amount))
/** $1,250: for headlines, where cents are noise; shows them when they are not zero. */
export const headlineMoney = (amount: number | Absent): string =>
  amount == null ? nothing : (Number.isInteger(amount) ? wholeMoneyFormat : moneyFormat).format(amount)
/** $12.5K: for chart axes. */
export const compactMoney = (amount: number): string => compactMoneyFormat.format(amount)
export const number = (value: number | Absent): string => (value == null ? nothing : numberFormat.format(value))
/** 0.96 → 96% */
export const percent = (share: number | Absent): string => (share == null ? nothing : percentFormat.format(share))

const asUtc = (date: string) => new Date(`${date.slice(0, 10)}T00:00:00Z`)
const formatted = (format: Intl.DateTimeFormat, at: Date) => (Number.isNaN(at.getTime()) ? nothing : format.format(at))

/** A calendar date (`YYYY-MM-DD`): Feb 1, 2026 */
export const date = (value: string | Absent): string => (value ? formatted(dateFormat, asUtc(value)) : nothing)
/** Sunday, February 1, 2026 */
export const longDate = (value: string | Absent): string => (value ? formatted(longDateFormat, asUtc(value)) : nothing)
/** February 2026 */
export const month = (value: string | Absent): string => (value ? formatted(monthFormat, asUtc(value)) : nothing)
/** From one calendar date to another: Feb 1 – 4, 2026 */
export const dateRange = (from: string, to: string): string => dateFormat.formatRange(asUtc(from), asUtc(to))
/** An instant, in the reader's zone: Feb 1, 2026, 9:30 AM */
export const dateTime = (value: string | Absent): string =>
  value ? formatted(dateTimeFormat, new Date(value)) : nothing
/** The day of an instant, in the reader's zone. */
export const dayOf = (value: string | Absent): string =>
  value ? formatted(instantDateFormat, new Date(value)) : nothing
/** A time of day (`HH:MM`) where a property is: 9:30 AM */
export const timeOfDay = (value: string): string => formatted(wallClockFormat, new Date(`1970-01-01T${value}:00Z`))
/** 9:30 AM */
export const time = (value: string | Absent): string => (value ? formatted(timeFormat, new Date(value)) : nothing)

/** Today's calendar date in the reader's zone, `YYYY-MM-DD`. */
export function today(): string {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
}

/** Whole days from today to a calendar date; negative when it has passed. */
export const daysUntil = (value: string): number =>
  Math.round((asUtc(value).getTime() - asUtc(today()).getTime()) / 86_400_000)

/** A calendar date relative to today: "today", "in 3 days", "2 weeks ago". */
export function relativeDate(value: string | Absent): string {
  if (!value) return nothing
  const days = daysUntil(value)
  if (Math.abs(days) < 14) return relativeFormat.format(days, 'day')
  if (Math.abs(days) < 60) return relativeFormat.format(Math.round(days / 7), 'week')
  if (Math.abs(days) < 730) return relativeFormat.format(Math.round(days / 30.44), 'month')
  return relativeFormat.format(Math.round(days / 365.25), 'year')
}

/** An instant relative to now: "2 minutes ago", "yesterday". */
export function ago(value: string | Absent): string {
  if (!value) return nothing
  const seconds = Math.round((new Date(value).getTime() - Date.now()) / 1000)
  if (Math.abs(seconds) < 60) return 'just now'
  if (Math.abs(seconds) < 3600) return relativeFormat.format(Math.round(seconds / 60), 'minute')
  if (Math.abs(seconds) < 86_400) return relativeFormat.format(Math.round(seconds / 3600), 'hour')
  return relativeFormat.format(Math.round(seconds / 86_400), 'day')
}

/** plural(2, 'property', 'properties') → "2 properties" */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${numberFormat.format(count)} ${pluralRules.select(count) === 'one' ? one : many}`

/** 1 → 1st */
export const ordinal = (n: number): string => `${n}${suffixes[ordinalRules.select(n)] ?? 'th'}`

export const list = (items: string[]): string => listFormat.format(items)

const acronyms: Record<string, string> = { ach: 'ACH', hvac: 'HVAC' }

/** in_progress → In progress, hvac → HVAC */
export function words(code: string | Absent): string {
  if (!code) return nothing
  if (acronyms[code]) return acronyms[code]
  const spaced = code.replaceAll(/[_-]+/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

interface Named {
  firstName?: string | Absent
  lastName?: string | Absent
  email?: string | Absent
}

export const fullName = (person: Named | Absent): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(' ') || person?.email || nothing

export const initials = (name: string): string =>
  name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((part) => part.charAt(0).toUpperCase())
    .join('')
