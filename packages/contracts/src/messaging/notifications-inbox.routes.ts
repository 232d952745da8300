import { route } from '../route.ts'
import { everyone, tenants } from '../roles.ts'

export const listNotices = route('GET', '/api/notifications', everyone)
export const noticeSummary = route('GET', '/api/notifications/summary', everyone)
export const readNotice = route('PATCH', '/api/notifications/:id/read', everyone)
export const readAllNotices = route('POST', '/api/notifications/read-all', everyone)
export const listOwnNotifications = route('GET', '/api/tenant/notifications', tenants)
export const readOwnNotification = route('PATCH', '/api/tenant/notifications/:id/read', tenants)
