/** Where a tenancy has no property, or its time zone is unknown: as payments judges it. */
export const defaultTimeZone = 'America/New_York'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format
}

/** The day it is in a time zone, `YYYY-MM-DD`; in the default one where none is known. */
export function dayIn(timeZone: string | null | undefined, at: Date | string): string {
  const parts = Object.fromEntries(
    formatOf(timeZone ?? defaultTimeZone)
      .formatToParts(new Date(at))
      .map(({ type, value }) => [type, value]),
  )
  return `${parts.year}-${parts.month}-${parts.day}`
}

/** So many days later, or earlier. Days are counted in UTC, where every one has 24 hours. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
