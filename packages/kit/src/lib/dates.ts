// Plain dates are text, `YYYY-MM-DD`: they compare as text. They are counted in UTC, where every day has 24 hours, and as numbers,
// because an import or a report works with a hundred thousand of them and a calendar library takes six times as long.

export const dayMs = 86_400_000
const dayNumber = (date: string): number => Date.parse(date) / dayMs
const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
const two = (value: number): string => String(value).padStart(2, '0')

/** `days` after the date; before it where they are negative. */
export const addDays = (date: string, days: number): string => dateOfDay(dayNumber(date) + days)

/** Whole days from one date to another; negative where `to` is the earlier one. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** The same day `months` later, or the last day of that month where it is shorter: 31 January plus one is 28 February. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return dateIn(year, month + months, day)
}

/** A day of a month, or the last one where the month is shorter. `month` is 1 to 12 and may run into other years. */
export function dateIn(year: number, month: number, day: number): string {
  return dateOfDay(Math.min(Date.UTC(year, month - 1, day), Date.UTC(year, month, 0)) / dayMs)
}

export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const startOfMonth = (date: string): string => `${date.slice(0, 7)}-01`

/** 1 is Monday, 7 is Sunday (ISO 8601). */
export const weekdayOf = (date: string): number => new Date(date).getUTCDay() || 7

/** The date that these numbers name; null where no calendar has it. Years from 1000 to 9999. */
export function realDate(year: number, month: number, day: number): string | null {
  const isReal =
    year >= 1000 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
  return isReal ? `${year}-${two(month)}-${two(day)}` : null
}

export const earlierOf = (a: string, b: string): string => (a < b ? a : b)

export const laterOf = (a: string, b: string): string => (a > b ? a : b)
