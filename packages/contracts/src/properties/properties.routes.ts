import { route } from '../route.ts'
import { landlords, tenants } from '../roles.ts'

export const listProperties = route('GET', '/api/properties', landlords)
export const getProperty = route('GET', '/api/properties/:id', landlords)
export const createProperty = route('POST', '/api/properties', landlords)
export const updateProperty = route('PUT', '/api/properties/:id', landlords)
export const deleteProperty = route('DELETE', '/api/properties/:id', landlords)
export const archiveProperty = route('POST', '/api/properties/:id/archive', landlords)
export const restoreProperty = route('POST', '/api/properties/:id/restore', landlords)
export const tenantProperty = route('GET', '/api/tenant/property', tenants)
