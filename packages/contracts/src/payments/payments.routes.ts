import { route } from '../route.ts'
import { everyone, landlords } from '../roles.ts'

export const listPayments = route('GET', '/api/payments', landlords)
export const summarizePayments = route('GET', '/api/payments/summary', landlords)
export const getPayment = route('GET', '/api/payments/:id', landlords)
export const createPayment = route('POST', '/api/payments', landlords)
export const updatePayment = route('PUT', '/api/payments/:id', landlords)
export const verifyPayment = route('POST', '/api/payments/:id/verify', landlords)
export const reversePayment = route('POST', '/api/payments/:id/reverse', landlords)
export const cancelPayment = route('POST', '/api/payments/:id/cancel', landlords)
export const paymentDashboard = route('GET', '/internal/payment-dashboard', 'service')
export const paymentReceipt = route('GET', '/api/payments/:id/receipt', everyone)
export const paymentAttention = route('GET', '/internal/payment-attention', 'service')
