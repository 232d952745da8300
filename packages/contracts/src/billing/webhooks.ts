import * as routes from './webhooks.routes.ts'
import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'

export const stripeWebhook = endpoint(routes.stripeWebhook, {
  headers: ['stripe-signature'],
  body: z.unknown(),
  response: z.object({ received: z.literal(true) }),
  idempotent: false,
  summary: 'Webhook for Stripe, with its signature',
})
