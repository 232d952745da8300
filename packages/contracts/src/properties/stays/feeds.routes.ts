import { landlords } from '../../roles.ts'
import { route } from '../../route.ts'

export const listFeeds = route('GET', '/api/calendar-feeds', landlords)
export const feedsSummary = route('GET', '/api/calendar-feeds/summary', landlords)
export const tryFeed = route('POST', '/api/calendar-feeds/trial', landlords)
export const createFeed = route('POST', '/api/calendar-feeds', landlords)
export const getFeed = route('GET', '/api/calendar-feeds/:id', landlords)
export const updateFeed = route('PUT', '/api/calendar-feeds/:id', landlords)
export const deleteFeed = route('DELETE', '/api/calendar-feeds/:id', landlords)
export const syncFeed = route('POST', '/api/calendar-feeds/:id/sync', landlords)
export const acceptEmptyFeed = route('POST', '/api/calendar-feeds/:id/accept-empty', landlords)
export const listFeedEntries = route('GET', '/api/calendar-feeds/:id/entries', landlords)
export const listFeedSyncs = route('GET', '/api/calendar-feeds/:id/syncs', landlords)
export const listFeedConflicts = route('GET', '/api/calendar-conflicts', landlords)
export const getFeedConflict = route('GET', '/api/calendar-conflicts/:id', landlords)
export const chooseForConflict = route('POST', '/api/calendar-conflicts/:id/choice', landlords)
export const listExports = route('GET', '/api/calendar-exports', landlords)
export const createExport = route('POST', '/api/calendar-exports', landlords)
export const revokeExport = route('DELETE', '/api/calendar-exports/:id', landlords)

// For the channels, which have no account.
export const calendarFile = route('GET', '/api/calendars/:file', 'public')
