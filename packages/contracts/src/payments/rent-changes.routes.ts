import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const previewRents = route('GET', '/api/rent-preview', landlords)
export const previewCatchUp = route('GET', '/api/tenancies/:id/rent-catch-up', landlords)
export const postCatchUp = route('POST', '/api/tenancies/:id/rent-catch-up', landlords)
