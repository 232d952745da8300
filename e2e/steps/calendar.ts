/** Where the journeys' homes stand (Portland, Oregon) and their people read the clock. */
export const zone = 'America/Los_Angeles'

const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const monthInWords = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const asUtc = (date: string) => new Date(`${date}T00:00:00Z`)

/** The day it is there, `YYYY-MM-DD`. */
export const today = (): string => isoDay.format(new Date())

/** The 1st of the month that many months from a date: the one day that every month has in the same place. */
export function firstOfMonth(date: string, months = 0): string {
  const [year, month] = date.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** Feb 1, 2026 */
export const dateWords = (date: string): string => inWords.format(asUtc(date))
/** February 2026 */
export const monthWords = (date: string): string => monthInWords.format(asUtc(date))

/** $1,250 or $1,250.50, as headlines say it. */
export const headline = (cents: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(cents % 100 === 0 ? { maximumFractionDigits: 0 } : {}),
  }).format(cents / 100)
/** $1,250.00 */
export const exact = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
/** 1250.00, as one types it. */
export const typed = (cents: number): string => (cents / 100).toFixed(2)

/** The day of an instant as the journeys' people read it: Feb 1, 2026 */
export const dayWords = (instant: string): string => dateWords(isoDay.format(new Date(instant)))
/** How many days of 24 hours lie between two instants. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60_000)
