import { refuse } from '@keyhold/kit/http/problem'
import type { Stripe } from 'stripe'
import type { StripeSettings } from '../config.ts'
import { type Choice, planOf, priceOf } from './provider.ts'
import { isRefused } from './stripe-errors.ts'
import { lookupKey } from './stripe-state.ts'

/**
 * The id of a plan's price at Stripe. One set by hand has to cost what our page says. Otherwise it is found by its lookup key, so that a secret
 * key alone is enough to start, and every environment of Stripe's has its own; made where there is none, or none at today's price.
 */
export function stripePrices(
  client: () => Promise<Stripe>,
  priceIds: StripeSettings['priceIds'],
): (choice: Choice) => Promise<string> {
  const known = new Map<string, string>()
  return async (choice) => {
    const key = lookupKey(choice)
    const id = known.get(key) ?? (await find(await client(), choice, priceIds[`${choice.plan}_${choice.interval}`]))
    known.set(key, id)
    return id
  }
}

async function find(stripe: Stripe, choice: Choice, set: string | undefined): Promise<string> {
  const fits = (price: Stripe.Price) =>
    price.active &&
    price.currency === 'usd' &&
    price.unit_amount === priceOf(choice) &&
    price.recurring?.interval === choice.interval
  if (set !== undefined) {
    const price = await stripe.prices.retrieve(set)
    if (fits(price)) return set
    refuse('unavailable', 'The price of this plan is not set up correctly on our side. Please try again later.', {
      retryAfter: 60,
      cause: `${set} is not a price of ${priceOf(choice)} cents (usd) by the ${choice.interval}, as the plan ${choice.plan} costs`,
    })
  }
  const key = lookupKey(choice)
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true })
  return data.find(fits)?.id ?? (await make(stripe, choice, key))
}

async function make(stripe: Stripe, choice: Choice, key: string): Promise<string> {
  const product = `keyhold_${choice.plan}`
  await stripe.products
    .create({ id: product, name: `Keyhold ${planOf(choice.plan).name}` }, { idempotencyKey: product })
    .catch((error: unknown) => {
      if (!isRefused(error)) throw error // it is there already
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
