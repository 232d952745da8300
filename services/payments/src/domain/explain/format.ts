// Calendar days have no time zone; reading and formatting them as UTC never shifts them.
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const ordinalRules = new Intl.PluralRules('en-US', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' }

const asUtc = (day: string) => new Date(`${day}T00:00:00Z`)

/** 2026-03-05 → Mar 5, 2026 */
export const dayText = (day: string): string => dayFormat.format(asUtc(day))

/** 2026-02-28 → February 2026 */
export const monthText = (day: string): string => monthFormat.format(asUtc(day))

/** America/Los_Angeles → Pacific Time */
export const zoneText = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** 31 → 31st */
export const ordinal = (n: number): string => `${n}${suffixes[ordinalRules.select(n)] ?? 'th'}`

/** 1 day, 3 days */
export const daysText = (n: number): string => (n === 1 ? '1 day' : `${n} days`)

/** 525 hundredths → 5.25% */
export const percentText = (hundredths: number): string => `${hundredths / 100}%`
