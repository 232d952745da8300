import { route } from '../route.ts'
import { landlords, tenants } from '../roles.ts'

export const offerVisits = route('POST', '/api/maintenance-requests/:id/visits', landlords)
export const chooseVisit = route('POST', '/api/maintenance-requests/:id/visits/:visitId/choice', landlords)
export const withdrawVisit = route('DELETE', '/api/maintenance-requests/:id/visits/:visitId', landlords)
export const proposeVisits = route('POST', '/api/tenant/maintenance-requests/:id/visits', tenants)
export const pickVisit = route('POST', '/api/tenant/maintenance-requests/:id/visits/:visitId/choice', tenants)
