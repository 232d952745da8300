import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const payTestCard = route('POST', '/api/subscription/test-payment', landlords)
