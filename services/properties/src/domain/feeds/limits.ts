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
/** A channel may show exported nights for so long after it read them for the last time. */
export const reflectionMs = 24 * 3_600_000
/** How long a landlord has to resolve a conflict, unless the guests arrive before. */
export const conflictHours = 24
/** Between two fetches that somebody asks for. */
export const askAgainMs = 60_000
export const trialsPerHour = 20
export const fileReadsPerHour = 60
export const unknownFilesPerHour = 60
/** The log is kept for so long. */
export const logDays = 90
/** A direct booking asks again for a calendar that is older, and waits for it no longer than this. */
export const freshForMs = 60_000
export const revalidateTimeoutMs = 4_000
/** How far ahead taken nights are exported. */
export const exportDays = 730
