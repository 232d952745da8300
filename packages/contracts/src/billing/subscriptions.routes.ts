import { route } from '../route.ts'
import { landlords } from '../roles.ts'

export const subscriptionStatus = route('GET', '/api/subscription/status', landlords)
export const offer = route('GET', '/api/plans', 'public')
export const createSubscription = route('POST', '/api/create-subscription', landlords)
export const previewChange = route('GET', '/api/subscription/preview', landlords)
export const changePlan = route('POST', '/api/subscription/change', landlords)
export const cancelSubscription = route('POST', '/api/subscription/cancel', landlords)
export const resumeSubscription = route('POST', '/api/subscription/resume', landlords)
export const payOpenInvoice = route('POST', '/api/subscription/pay', landlords)
export const resetSubscription = route('POST', '/api/subscription/reset', landlords)
export const landlordSubscription = route('GET', '/internal/subscriptions/:landlordId', 'service')
