import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listTenantNotifications = route('GET', '/api/tenant-notifications', landlords)
export const createTenantNotification = route('POST', '/api/tenant-notifications', landlords)
export const tenantNotificationSummary = route('GET', '/api/tenant-notifications/summary', landlords)
export const previewTenantNotification = route('POST', '/api/tenant-notifications/preview', landlords)
export const getTenantNotification = route('GET', '/api/tenant-notifications/:id', landlords)
export const updateTenantNotification = route('PUT', '/api/tenant-notifications/:id', landlords)
export const cancelTenantNotification = route('DELETE', '/api/tenant-notifications/:id', landlords)
export const stopTenantNotification = route('POST', '/api/tenant-notifications/:id/stop', landlords)
export const markTenantNotificationRead = route('PATCH', '/api/tenant-notifications/:id/read', landlords)
export const listNotificationRecipients = route('GET', '/api/tenant-notifications/:id/recipients', landlords)
export const retryNotification = route('POST', '/api/tenant-notifications/:id/retry', landlords)
