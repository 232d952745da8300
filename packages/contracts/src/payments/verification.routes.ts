import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const verifyPayment = route('POST', '/api/payments/:id/verify', landlords)
export const reversePayment = route('POST', '/api/payments/:id/reverse', landlords)
