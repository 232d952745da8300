import { route } from '../route.ts'
import { landlords, tenants } from '../roles.ts'

export const personalDetails = route('GET', '/api/tenant/personal-details', tenants)
export const savePersonalDetails = route('PUT', '/api/tenant/personal-details', tenants)
export const ownLandlord = route('GET', '/api/tenant/landlord', tenants)
export const rentShares = route('GET', '/api/tenancies/:id/rent-shares', landlords)
export const saveRentShares = route('PUT', '/api/tenancies/:id/rent-shares', landlords)
