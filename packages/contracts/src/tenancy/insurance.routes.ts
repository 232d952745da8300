import { route } from '../route.ts'
import { landlords, tenants } from '../roles.ts'

export const ownInsurance = route('GET', '/api/tenant/insurance', tenants)
export const saveOwnInsurance = route('PUT', '/api/tenant/insurance', tenants)
export const tenantInsurance = route('GET', '/api/tenants/:id/insurance', landlords)
export const listInsurance = route('GET', '/api/insurance', landlords)
export const listPolicies = route('GET', '/internal/insurance-policies', 'service')
export const insuranceRequirement = route('GET', '/api/properties/:id/insurance-requirement', landlords)
export const saveInsuranceRequirement = route('PUT', '/api/properties/:id/insurance-requirement', landlords)
