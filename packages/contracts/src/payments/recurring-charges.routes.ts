import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listRecurring = route('GET', '/api/recurring-charges', landlords)
export const createRecurring = route('POST', '/api/recurring-charges', landlords)
export const endRecurring = route('POST', '/api/recurring-charges/:id/end', landlords)
