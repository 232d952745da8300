import { route } from '../route.ts'
import { landlords, tenants } from '../roles.ts'

export const listTenants = route('GET', '/api/tenants', landlords)
export const getTenant = route('GET', '/api/tenants/:id', landlords)
export const createTenant = route('POST', '/api/tenants', landlords)
export const updateTenant = route('PUT', '/api/tenants/:id', landlords)
export const deleteTenant = route('DELETE', '/api/tenants/:id', landlords)
export const tenantProfile = route('GET', '/api/tenant/profile', tenants)
export const tenantHistory = route('GET', '/api/tenants/:id/history', landlords)
export const restoreTenant = route('POST', '/api/tenants/:id/restore', landlords)
