import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const screenTenant = route('POST', '/api/tenants/:id/screening', landlords)
