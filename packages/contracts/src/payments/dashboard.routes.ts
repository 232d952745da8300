import { route } from '../route.ts'

export const paymentDashboard = route('GET', '/internal/payment-dashboard', 'service')
export const paymentAttention = route('GET', '/internal/payment-attention', 'service')
