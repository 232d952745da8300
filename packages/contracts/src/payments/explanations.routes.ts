import { route } from '../route.ts'
import { everyone } from '../roles.ts'

export const explainPayment = route('GET', '/api/payments/:id/explanation', everyone)
