import { refuse } from '@keyhold/kit/http/problem'
import type { Stripe } from 'stripe'
import type { StripeSettings } from '../../config.ts'
import { type Choice, planOf, priceOf } from '../provider.ts'
import { isRefused } from './errors.ts'
import { lookupKey } from './state.ts'

/**
 * Returns the Stripe price id of a plan. A price id from the configuration must cost what our page says. Otherwise the price is found by
 * its lookup key, or created where there is none at today's amount, so that a secret key alone is enough to start.
 */
export function stripePrices(
  client: () => Promise<Stripe>,
  priceIds: StripeSettings['priceIds'],
): (choice: Choice) => Promise<string> {
  const cache = new Map<string, string>()
  return async (choice) => {
    const key = lookupKey(choice)
    const id =
      cache.get(key) ?? (await findPrice(await client(), choice, priceIds[`${choice.plan}_${choice.interval}`]))
    cache.set(key, id)
    return id
  }
}

async function findPrice(stripe: Stripe, choice: Choice, configured: string | undefined): Promise<string> {
  const matches = (price: Stripe.Price) =>
    price.active &&
    price.currency === 'usd' &&
    price.unit_amount === priceOf(choice) &&
    price.recurring?.interval === choice.interval
  if (configured !== undefined) {
    const price = await stripe.prices.retrieve(configured)
    if (matches(price)) return configured
    refuse('unavailable', 'The price of this plan is not set up correctly on our side. Please try again later.', {
      retryAfter: 60,
      cause: `${configured} is not a price of ${priceOf(choice)} cents (usd) by the ${choice.interval}, which the plan ${choice.plan} costs`,
    })
  }
  const key = lookupKey(choice)
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true })
  return data.find(matches)?.id ?? (await createPrice(stripe, choice, key))
}

async function createPrice(stripe: Stripe, choice: Choice, key: string): Promise<string> {
  const product = `keyhold_${choice.plan}`
  await stripe.products
    .create({ id: product, name: `Keyhold ${planOf(choice.plan).name}` }, { idempotencyKey: product })
    .catch((error: unknown) => {
      if (!isRefused(error)) throw error // The product exists already.
    })
  const { id } = await stripe.prices.create(
    {
      product,
      currency: 'usd',
      unit_amount: priceOf(choice),
      recurring: { interval: choice.interval },
      lookup_key: key,
      transfer_lookup_key: true,
      metadata: { keyhold_plan: choice.plan },
    },
    { idempotencyKey: `${key}_${priceOf(choice)}` },
  )
  return id
}
