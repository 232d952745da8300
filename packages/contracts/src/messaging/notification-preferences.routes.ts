import { route } from '../route.ts'
import { everyone, landlords } from '../roles.ts'

export const getNotificationPreferences = route('GET', '/api/notification-preferences', everyone)
export const saveNotificationPreference = route('PUT', '/api/notification-preferences', everyone)
export const listConsents = route('GET', '/api/tenants/:id/consents', landlords)
