import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listVendors = route('GET', '/api/vendors', landlords)
export const createVendor = route('POST', '/api/vendors', landlords)
export const updateVendor = route('PUT', '/api/vendors/:id', landlords)
export const deleteVendor = route('DELETE', '/api/vendors/:id', landlords)
