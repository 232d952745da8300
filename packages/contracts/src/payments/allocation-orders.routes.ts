import { landlords } from '../roles.ts'
import { route } from '../route.ts'

export const getAllocationOrder = route('GET', '/api/tenants/:id/allocation-order', landlords)
export const setAllocationOrder = route('PUT', '/api/tenants/:id/allocation-order', landlords)
