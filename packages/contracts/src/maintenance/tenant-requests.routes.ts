import { route } from '../route.ts'
import { tenants } from '../roles.ts'

export const listTenantMaintenance = route('GET', '/api/tenant/maintenance-requests', tenants)
export const createTenantMaintenance = route('POST', '/api/tenant/maintenance-requests', tenants)
export const getTenantMaintenance = route('GET', '/api/tenant/maintenance-requests/:id', tenants)
export const replyToRequest = route('POST', '/api/tenant/maintenance-requests/:id/messages', tenants)
export const rateRequest = route('POST', '/api/tenant/maintenance-requests/:id/rating', tenants)
export const reopenRequest = route('POST', '/api/tenant/maintenance-requests/:id/reopening', tenants)
