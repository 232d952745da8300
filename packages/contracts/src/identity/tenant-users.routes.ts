import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listTenantUsers = route('GET', '/api/landlord/tenant-users', landlords)
export const createTenantUser = route('POST', '/api/landlord/tenant-users', landlords)
export const updateTenantUser = route('PUT', '/api/landlord/tenant-users/:id', landlords)
export const deleteTenantUser = route('DELETE', '/api/landlord/tenant-users/:id', landlords)
export const resetTenantPassword = route('POST', '/api/landlord/reset-password', landlords)
export const createTenantLogin = route('POST', '/internal/tenant-logins', 'service')
