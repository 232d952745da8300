// Numbers of calendar feeds that are a choice. Nothing but numbers, with their units in their names.

/** Of a calendar that is fetched. */
export const maxFeedBytes = 2 * 1024 * 1024
export const maxFeedCharacters = maxFeedBytes
export const feedTimeoutMs = 10_000
export const maxRedirects = 3
/** Events of a calendar, and occurrences of all its series. */
export const maxEntries = 5_000
export const maxOccurrences = 8_000
/** Each takes a few milliseconds, in which the process does nothing else. */
export const maxSeries = 100
/** How far ahead the occurrences of a series are read. */
export const readAheadDays = 730
