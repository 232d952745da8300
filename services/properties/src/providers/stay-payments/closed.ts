import { refuse } from '@keyhold/kit/http/problem'
import type { StayPayments } from './provider.ts'

const sentence =
  'Guests cannot pay by card yet, because no Stripe account is connected. Direct booking can be switched on once there is one.'

const refused = (): never => refuse('unavailable', sentence, { retryAfter: 3600 })

/** Where nobody takes cards. */
export const closedPayments: StayPayments = {
  name: 'stripe',
  isTest: false,
  refusalFor: async () => sentence,
  payWithTestCard: async () => refused(),
  refund: async () => refused(),
}
