import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const listDeposits = route('GET', '/api/deposits', landlords)
export const depositTotals = route('GET', '/api/deposits/summary', landlords)
export const refundDeposit = route('POST', '/api/tenants/:id/deposit/refund', landlords)
export const applyDeposit = route('POST', '/api/tenants/:id/deposit/apply', landlords)
