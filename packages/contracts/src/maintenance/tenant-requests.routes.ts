import { route } from '../route.ts'
import { tenants } from '../roles.ts'

export const listTenantMaintenance = route('GET', '/api/tenant/maintenance-requests', tenants)
export const createTenantMaintenance = route('POST', '/api/tenant/maintenance-requests', tenants)
