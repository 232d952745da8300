import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { Order } from '../provider.ts'
import { expand, type StripeContext } from './client.ts'
import { isMissing } from './errors.ts'

/** Creates the customer, unless there is one, and an unpaid subscription. */
export async function createSubscription(context: StripeContext, order: Order): Promise<Stripe.Subscription> {
  const { checkoutId, landlord } = order
  const stripe = await context.client()
  const price = await context.priceIdOf(order)
  const customer = order.customerId ?? (await createCustomer(stripe, order))
  try {
    return await stripe.subscriptions.create(
      {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
        metadata: { landlordId: landlord.id, checkoutId },
        expand,
      },
      { idempotencyKey: `keyhold-subscription-${checkoutId}-${customer}-${price}` },
    )
  } catch (error) {
    // The customer was deleted at Stripe, or belongs to another account.
    if (order.customerId && isMissing(error, 'customer'))
      return createSubscription(context, { ...order, customerId: null })
    throw error
  }
}

async function createCustomer(stripe: Stripe, { checkoutId, landlord }: Order): Promise<string> {
  // Stripe refuses a known key with other contents, so whatever may change is part of the key.
  const person = createHash('sha256').update(`${landlord.email}\n${landlord.name}`).digest('hex').slice(0, 16)
  const { id } = await stripe.customers.create(
    { email: landlord.email, name: landlord.name, metadata: { landlordId: landlord.id } },
    { idempotencyKey: `keyhold-customer-${checkoutId}-${person}` },
  )
  return id
}
