import type { BoughtPlan } from '@keyhold/contracts/billing/plans'
import { stripeWebhook } from '@keyhold/contracts/billing/webhooks'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { actors } from '@keyhold/kit/testing/test-app'
import Stripe from 'stripe'
import { fakeStripe } from './stripe/server.ts'
import type { FakeEvent } from './stripe/objects.ts'
import { startBillingApp } from './test-app.ts'

const secretKey = 'sk_test_keyhold'
export const webhookSecret = 'whsec_keyhold'
const start = '2027-01-31T12:00:00Z'

/** Billing with Stripe's own SDK, against a local server that speaks its wire format; webhooks are signed as Stripe signs them. */
export async function startStripeApp() {
  const clock = settableClock(start)
  const stripe = await fakeStripe({ secretKey, now: () => clock.now() })
  const testApp = await startBillingApp({
    clock,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_keyhold',
      STRIPE_API_URL: stripe.url,
    },
  })
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  /** A signature header as Stripe makes it, by default of now. */
  const sign = (payload: string, { secret = webhookSecret, timestamp = seconds() } = {}) =>
    new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp })

  const deliver = (event: FakeEvent, { signature }: { signature?: string } = {}) => {
    const payload = JSON.stringify(event)
    return testApp.app.send(stripeWebhook, actors.visitor(), {
      body: JSON.parse(payload) as object,
      headers: { 'stripe-signature': signature ?? sign(payload) },
    })
  }

  /** Delivers every event that Stripe has sent since the last time. */
  const deliverAll = async () => {
    for (const event of stripe.account.events.splice(0)) {
      const { status } = await deliver(event)
      if (status !== 200) throw new Error(`${event.type} was answered with ${status}`)
    }
  }

  return {
    testApp,
    stripe,
    seconds,
    sign,
    deliver,
    deliverAll,
    /** A landlord with a paid subscription. */
    subscriber: async (plan: BoughtPlan = 'basic') => {
      const landlord = await testApp.landlord()
      const { body } = await testApp.subscribe(landlord, plan)
      stripe.account.confirm(body.clientSecret)
      await deliverAll()
      return { landlord, subscriptionId: body.subscriptionId }
    },
    /** POST requests to this path so far. */
    posts: (path: string) => stripe.requests.filter((request) => request.method === 'POST' && request.path === path),
    reset: () => {
      stripe.reset()
      clock.set(start)
    },
    stop: async () => {
      await testApp.app.stop()
      await stripe.stop()
    },
  }
}
