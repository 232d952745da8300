import { route } from '../route.ts'

export const lateFeeTerms = route('GET', '/internal/tenants/:id/late-fee-terms', 'service')
