import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listNights = route('GET', '/api/properties/:id/nights', landlords)
export const createBlock = route('POST', '/api/units/:id/blocks', landlords)
export const deleteBlock = route('DELETE', '/api/blocks/:id', landlords)
export const claimLeaseNights = route('POST', '/internal/lease-nights', 'service')
