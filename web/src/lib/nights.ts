const dayMs = 86_400_000
const at = (date: string) => Date.parse(`${date}T00:00:00Z`)
const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

// A night is named by the date of its evening; dates are `YYYY-MM-DD` and have no zone.

export const addDays = (date: string, days: number): string => dateAt(at(date) + days * dayMs)

/** Nights of the half-open range `[from, to)`; negative where `to` is earlier. */
export const nightsBetween = (from: string, to: string): number => Math.round((at(to) - at(from)) / dayMs)

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (date: string): number => new Date(at(date)).getUTCDay() || 7

/** `count` dates from `from` on. */
export const datesFrom = (from: string, count: number): string[] =>
  Array.from({ length: Math.max(count, 0) }, (_, index) => addDays(from, index))

/** The first day of a date's month, or of the month `months` later. */
export function startOfMonth(date: string, months = 0): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return dateAt(Date.UTC(year, month - 1 + months, 1))
}

const weekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })
const longWeekdayFormat = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
// A Monday.
const anyMonday = at('2026-01-05')

/** The seven weekdays from Monday on, with the number that the API gives them. */
export const weekdays = Array.from({ length: 7 }, (_, index) => ({
  value: index + 1,
  short: weekdayFormat.format(anyMonday + index * dayMs),
  label: longWeekdayFormat.format(anyMonday + index * dayMs),
}))
