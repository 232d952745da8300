import * as routes from './test-cards.routes.ts'
import { endpoint } from '../endpoint.ts'
import { line } from '../scalars.ts'
import { z } from '../zod.ts'
import { Subscription } from './subscriptions.ts'

/** Test mode only. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined. */
export const TestCard = z.object({
  clientSecret: line(200),
  cardNumber: line(30, 'Card number is required').refine(
    (text) => /^[\d ]{12,23}$/.test(text),
    'Enter the digits of the card',
  ),
  expiry: line(7, 'Expiry is required').refine(
    (text) => /^(0[1-9]|1[0-2]) ?\/ ?\d\d$/.test(text),
    'Enter the expiry as MM/YY',
  ),
  cvc: line(4, 'CVC is required').refine((text) => /^\d{3,4}$/.test(text), 'Enter the 3 or 4 digits on the card'),
})

export const payTestCard = endpoint(routes.payTestCard, {
  body: TestCard,
  response: Subscription,
  summary: 'Test mode only: pay with a simulated card',
})
