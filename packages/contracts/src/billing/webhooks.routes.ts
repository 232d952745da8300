import { route } from '../route.ts'

export const stripeWebhook = route('POST', '/api/webhooks/stripe', 'public')
