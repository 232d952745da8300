import { route } from '../route.ts'
import { admins } from '../roles.ts'

export const adminSummary = route('GET', '/api/admin/summary', admins)
export const listLandlords = route('GET', '/api/admin/landlords', admins)
export const listLandlordTenantUsers = route('GET', '/api/admin/tenant-users', admins)
export const resetLandlordPassword = route('POST', '/api/admin/reset-password', admins)
export const resetUserPassword = route('POST', '/api/admin/reset-user-password', admins)
export const setLandlordActive = route('POST', '/api/admin/set-active', admins)
