import { route } from '../route.ts'
import { everyone, landlords } from '../roles.ts'

export const listPayments = route('GET', '/api/payments', landlords)
export const summarizePayments = route('GET', '/api/payments/summary', landlords)
export const getPayment = route('GET', '/api/payments/:id', landlords)
export const createPayment = route('POST', '/api/payments', landlords)
export const updatePayment = route('PUT', '/api/payments/:id', landlords)
export const cancelPayment = route('POST', '/api/payments/:id/cancel', landlords)
export const paymentReceipt = route('GET', '/api/payments/:id/receipt', everyone)
