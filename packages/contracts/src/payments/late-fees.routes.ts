import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listLateFees = route('GET', '/api/late-fees', landlords)
export const postLateFees = route('POST', '/api/late-fees/post', landlords)
export const waiveLateFee = route('POST', '/api/late-fees/:id/waive', landlords)
