import { route } from '../route.ts'
import { admins } from '../roles.ts'

export const listAllProperties = route('GET', '/api/admin/all-properties', admins)
export const updateAnyProperty = route('PUT', '/api/admin/properties/:id', admins)
