import { landlords } from '../roles.ts'
import { route } from '../route.ts'

export const giveCredit = route('POST', '/api/tenants/:id/credits', landlords)
export const refundCredit = route('POST', '/api/tenants/:id/credit-refunds', landlords)
export const undoRefund = route('POST', '/api/refunds/:id/undo', landlords)
export const listRefunds = route('GET', '/api/tenants/:id/refunds', landlords)
export const writeOff = route('POST', '/api/payments/:id/write-off', landlords)
export const paymentHistory = route('GET', '/api/payments/:id/history', landlords)
