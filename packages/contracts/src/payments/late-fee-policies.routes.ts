import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listLateFeePolicies = route('GET', '/api/late-fee-policies', landlords)
export const saveLateFeePolicy = route('PUT', '/api/late-fee-policies', landlords)
export const deleteLateFeePolicy = route('DELETE', '/api/late-fee-policies/:id', landlords)
