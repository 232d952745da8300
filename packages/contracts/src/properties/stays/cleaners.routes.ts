import { landlords } from '../../roles.ts'
import { route } from '../../route.ts'

export const listCleaners = route('GET', '/api/cleaners', landlords)
export const createCleanerLink = route('POST', '/api/cleaners/:id/link', landlords)
export const revokeCleanerLink = route('DELETE', '/api/cleaners/:id/link', landlords)

// For whoever has a cleaner's link, without an account.
export const cleanerTasks = route('GET', '/api/cleaner-links/:token', 'public')
export const updateCleanerTask = route('PUT', '/api/cleaner-links/:token/tasks/:id', 'public')
export const cleanerCalendar = route('GET', '/api/cleaner-links/:token/calendar.ics', 'public')
