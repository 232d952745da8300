import type { Stripe } from 'stripe'
import type { StripeSettings } from '../../config.ts'
import { stripeRetries, stripeTimeoutMs } from '../../limits.ts'
import type { Choice, ProviderState } from '../provider.ts'
import { isMissing, refuseUnknownSubscription } from './errors.ts'
import { stripePrices } from './prices.ts'
import { toState } from './state.ts'

/** The version that the SDK's types describe; sent with every request, whatever the account's own version is. */
const apiVersion = '2026-10-28.endive'
/** Subscriptions are always read with their latest invoice, its secret, and the customer, whose balance is the credit. */
export const expand = ['latest_invoice.confirmation_secret', 'customer']

/** What every call to Stripe works with. */
export interface StripeContext {
  client: () => Promise<Stripe>
  priceIdOf: (choice: Choice) => Promise<string>
  toState: (subscription: Stripe.Subscription) => ProviderState
}

/** The SDK is loaded on first use, since few processes have Stripe configured. */
export function stripeContext(settings: StripeSettings): StripeContext {
  let opened: Promise<Stripe> | undefined
  const client = () => (opened ??= openClient(settings))
  return {
    client,
    priceIdOf: stripePrices(client, settings.priceIds),
    toState: (subscription) => toState(subscription, settings.priceIds),
  }
}

/** Null when Stripe has none by this id. */
export async function findSubscription({ client }: StripeContext, id: string): Promise<Stripe.Subscription | null> {
  const stripe = await client()
  return stripe.subscriptions.retrieve(id, { expand }).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
}

/** @throws Refusal 409 when Stripe has none by this id */
export const getSubscription = async (context: StripeContext, id: string): Promise<Stripe.Subscription> =>
  (await findSubscription(context, id)) ?? refuseUnknownSubscription()

async function openClient({ secretKey, apiUrl }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const url = apiUrl === undefined ? undefined : new URL(apiUrl)
  return new StripeClient(secretKey, {
    apiVersion,
    timeout: stripeTimeoutMs,
    maxNetworkRetries: stripeRetries,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'http:' ? 80 : 443),
      protocol: url.protocol === 'http:' ? 'http' : 'https',
    }),
  })
}
