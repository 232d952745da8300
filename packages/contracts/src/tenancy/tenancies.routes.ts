import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const releaseProperty = route('POST', '/internal/property-releases', 'service')
export const listTenancies = route('GET', '/api/tenancies', landlords)
export const getTenancy = route('GET', '/api/tenancies/:id', landlords)
export const updateTenancy = route('PUT', '/api/tenancies/:id', landlords)
export const moveOut = route('POST', '/api/tenancies/:id/move-out', landlords)
export const tenancyAttention = route('GET', '/internal/tenancy-attention', 'service')
