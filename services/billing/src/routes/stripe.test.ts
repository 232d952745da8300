import {
  cancelSubscription,
  changePlan,
  offer,
  payOpenInvoice,
  previewChange,
  resetSubscription,
  resumeSubscription,
} from '@keyhold/contracts/billing/subscriptions'
import { extendTrial, updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { listInvoices } from '@keyhold/contracts/billing/invoices'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { stripeWebhook } from '@keyhold/contracts/billing/webhooks'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startBillingApp, type BillingApp } from '../testing/test-app.ts'
import { type FakeSubscription, StripeRefusal } from '../testing/stripe-account.ts'
import { type FakeStripe, fakeStripe } from '../testing/stripe-server.ts'

// Stripe through its own SDK, against a local server that speaks its wire format; webhooks signed as Stripe signs them.

const secretKey = 'sk_test_keyhold'
const webhookSecret = 'whsec_keyhold'
const start = '2027-01-31T12:00:00Z'
let testApp: BillingApp
let stripe: FakeStripe

beforeAll(open)
afterAll(close)
afterEach(() => {
  stripe.forget()
  testApp.clock.set(start)
})

async function open(): Promise<void> {
  const clock = settableClock(start)
  stripe = await fakeStripe({ secretKey, now: () => clock.now() })
  testApp = await startBillingApp({
    clock,
    env: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_keyhold',
      STRIPE_API_URL: stripe.url,
    },
  })
}

async function close(): Promise<void> {
  await testApp.app.stop()
  await stripe.stop()
}

type Event = FakeStripe['account']['events'][number]

function deliver(event: Event | string, { signature, timestamp }: { signature?: string; timestamp?: number } = {}) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const seconds = timestamp ?? Math.floor(testApp.clock.now().getTime() / 1000)
  const header =
    signature ??
    new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp: seconds })
  return testApp.app.send(stripeWebhook, actors.visitor(), {
    body: JSON.parse(payload) as object,
    headers: { 'stripe-signature': header },
  })
}

/** Delivers what Stripe has to tell by now. */
async function deliverAll(): Promise<void> {
  for (const event of stripe.account.events.splice(0)) expect((await deliver(event)).status).toBe(200)
}

const stateOf = (landlord: LandlordActor) => testApp.status(landlord)

async function subscriber(plan: 'basic' | 'professional' | 'enterprise' = 'basic') {
  const landlord = await testApp.landlord()
  const { body } = await testApp.begin(landlord, plan)
  stripe.account.confirm(body.clientSecret)
  await deliverAll()
  return { landlord, subscriptionId: body.subscriptionId }
}

const created = (path: string) => stripe.requests.filter((seen) => seen.method === 'POST' && seen.path === path)

// First: the schedule itself runs here, and its clock doesn't go back.
test('paid, but every webhook lost: the clock finds it', async () => {
  const landlord = await testApp.landlord()
  const { body } = await testApp.begin(landlord)
  stripe.account.confirm(body.clientSecret)
  testApp.clock.set('2027-01-31T12:10:00Z')
  await testApp.app.tick()
  expect(await stateOf(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
})

describe('beginning', () => {
  test('makes one customer and one subscription, unpaid, under keys of our own, in our API version; the webhook grants the plan', async () => {
    const landlord = await testApp.landlord()
    const { status, body } = await testApp.begin(landlord, 'professional')
    expect([status, body]).toEqual([
      200,
      {
        clientSecret: expect.stringMatching(/_secret_/),
        provider: 'stripe',
        publishableKey: 'pk_test_keyhold',
        amountDue: 79,
        subscriptionId: expect.stringMatching(/^sub_/),
      },
    ])
    for (const seen of stripe.requests) expect(seen.version).toBe('2026-10-28.endive')
    for (const seen of stripe.requests.filter(({ method }) => method === 'POST')) expect(seen.key).toMatch(/^keyhold/)
    expect(created('/v1/subscriptions')[0]!.form).toMatchObject({
      payment_behavior: 'default_incomplete',
      metadata: { landlordId: landlord.landlordId },
      payment_settings: { save_default_payment_method: 'on_subscription' },
    })
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({ status: 'trial', plan: 'basic' })
    stripe.account.confirm(body.clientSecret)
    expect((await stateOf(landlord)).status).toBe('trial')
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({
      status: 'active',
      plan: 'professional',
      maxProperties: 25,
      provider: 'stripe',
      stripeSubscriptionId: body.subscriptionId,
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
    expect((await testApp.app.send(listInvoices, landlord)).body).toMatchObject([
      { status: 'paid', amountPaid: 79, hostedUrl: expect.stringMatching(/^https/) },
    ])
    expect((await testApp.app.send(offer, actors.visitor())).body.provider).toBe('stripe')
    expect(
      (
        await testApp.app.send(payTestCard, landlord, {
          body: { clientSecret: 'x', cardNumber: '4242424242424242', expiry: '12/39', cvc: '123' },
        })
      ).status,
    ).toBe(404)
  })

  test('prices are made once, and found by their lookup key by the next one', async () => {
    const [one, two] = [await testApp.landlord(), await testApp.landlord()]
    await testApp.begin(one, 'professional', 'year')
    await testApp.begin(two, 'professional', 'year')
    expect(created('/v1/prices')).toHaveLength(1)
    expect(created('/v1/prices')[0]!.form).toMatchObject({
      lookup_key: 'keyhold_professional_year',
      unit_amount: '79900',
      currency: 'usd',
    })
    expect(created('/v1/customers')).toHaveLength(2)
  })

  test('ten at once are one subscription; another plan leaves the first one unpayable', async () => {
    const landlord = await testApp.landlord()
    const answers = await Promise.all(Array.from({ length: 10 }, () => testApp.begin(landlord, 'basic')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.clientSecret}`)).size).toBe(1)
    expect(stripe.account.subscriptions.size).toBe(1)
    const other = await testApp.begin(landlord, 'enterprise')
    expect([...stripe.account.subscriptions.values()].map(({ status }) => status).toSorted()).toEqual([
      'incomplete',
      'incomplete_expired',
    ])
    expect(() => stripe.account.confirm(answers[0]!.body.clientSecret)).toThrow()
    stripe.account.confirm(other.body.clientSecret)
    await deliverAll()
    expect((await stateOf(landlord)).plan).toBe('enterprise')
  })

  test('a payment that wins the race against another choice is kept, and nothing else is begun', async () => {
    const landlord = await testApp.landlord()
    const { body } = await testApp.begin(landlord, 'basic')
    stripe.before = ({ path }) => {
      if (!path.endsWith('/void')) return
      stripe.before = undefined
      stripe.account.confirm(body.clientSecret)
    }
    const other = await testApp.begin(landlord, 'enterprise')
    expect([other.status, other.problem.code]).toEqual([409, 'already-subscribed'])
    expect(await stateOf(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
    expect(stripe.account.subscriptions.size).toBe(1)
  })

  test('one paid and noted while a second window asks again is the only one', async () => {
    const landlord = await testApp.landlord()
    const { body } = await testApp.begin(landlord, 'basic')
    stripe.account.confirm(body.clientSecret)
    testApp.meanwhile(deliverAll)
    const { status, problem } = await testApp.begin(landlord, 'basic')
    expect([status, problem.code]).toEqual([409, 'already-subscribed'])
    expect(stripe.account.subscriptions.size).toBe(1)
  })

  test('one that was given up for another choice while Stripe made it can be paid in no way', async () => {
    const landlord = await testApp.landlord()
    await testApp.begin(await testApp.landlord(), 'basic') // the price exists
    stripe.forget()
    let other: Awaited<ReturnType<BillingApp['begin']>> | undefined
    stripe.before = async ({ method, path }) => {
      if (method !== 'POST' || path !== '/v1/subscriptions') return
      stripe.before = undefined
      other = await testApp.begin(landlord, 'enterprise')
    }
    const first = await testApp.begin(landlord, 'basic')
    expect([first.status, other!.status]).toEqual([409, 200])
    await deliverAll()
    const statuses = Object.fromEntries(
      [...stripe.account.subscriptions.values()].map(({ id, status }) => [id, status]),
    )
    expect(Object.values(statuses).toSorted()).toEqual(['incomplete', 'incomplete_expired'])
    expect(statuses[other!.body.subscriptionId]).toBe('incomplete')
    expect((await testApp.invoices(landlord)).map(({ status, amountDue }) => [status, amountDue])).toContainEqual([
      'void',
      29,
    ])
  })

  test('an answer lost on the way is asked for again under the same key: one customer, one subscription', async () => {
    const landlord = await testApp.landlord()
    await testApp.begin(await testApp.landlord(), 'basic') // the price exists
    stripe.mood = 'mute'
    const lost = await testApp.begin(landlord, 'basic', 'month', 'a key')
    expect([lost.status, lost.problem.detail]).toEqual([
      503,
      'Our card payment provider does not answer right now. Please try again in a moment.',
    ])
    expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
    stripe.mood = 'well'
    const again = await testApp.begin(landlord, 'basic', 'month', 'a key')
    expect([again.status, again.body.clientSecret]).toEqual([200, expect.any(String)])
    const own = [...stripe.account.customers.values()].filter(
      ({ metadata }) => (metadata as { landlordId: string }).landlordId === landlord.landlordId,
    )
    expect(own).toHaveLength(1)
    expect(stripe.account.subscriptions.size).toBe(2)
  })

  test('a customer whom Stripe no longer knows is made anew', async () => {
    const { landlord } = await subscriber()
    await testApp.app.send(resetSubscription, landlord)
    stripe.account.customers.clear()
    const { status, body } = await testApp.begin(landlord)
    expect([status, typeof body.clientSecret]).toEqual([200, 'string'])
  })
})

describe('webhooks', () => {
  test('forged, altered and stale ones are refused and change nothing', async () => {
    const landlord = await testApp.landlord()
    const { body } = await testApp.begin(landlord)
    stripe.account.confirm(body.clientSecret)
    const event = stripe.account.events.at(-1)!
    const now = Math.floor(testApp.clock.now().getTime() / 1000)
    const sign = (payload: string, secret = webhookSecret, timestamp = now) =>
      new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp })
    const text = JSON.stringify(event)
    for (const signature of [
      '',
      'nonsense',
      sign(text, 'whsec_other'),
      sign(`${text} `),
      sign(text, webhookSecret, now - 301),
    ]) {
      const { status, problem } = await deliver(event, { signature })
      expect([status, problem.code]).toEqual([403, 'invalid-signature'])
    }
    expect((await stateOf(landlord)).status).toBe('trial')
    expect((await deliver(event, { timestamp: now - 299 })).status).toBe(200)
    expect((await stateOf(landlord)).status).toBe('active')
  })

  test('in any order, and five times each, lead to the same end, told once', async () => {
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.subscription(subscriptionId).pays = false
    stripe.account.renew(subscriptionId)
    stripe.account.confirm([...stripe.account.invoices.values()].at(-1)!.secret)
    await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })
    const events = stripe.account.events.splice(0)
    expect(events.length).toBeGreaterThan(5)
    await testApp.app.settled()
    const before = testApp.told(landlord).length
    for (const event of events.toReversed()) expect((await deliver(event)).status).toBe(200)
    const asked = stripe.requests.length
    for (const event of [...events, ...events]) expect((await deliver(event)).status).toBe(200)
    expect(stripe.requests).toHaveLength(asked)
    await Promise.all(events.flatMap((event) => [deliver(event), deliver(event)]))
    expect(await stateOf(landlord)).toMatchObject({
      status: 'active',
      plan: 'professional',
      pastDueSince: null,
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
    await testApp.app.settled()
    expect(testApp.told(landlord).length - before).toBeLessThanOrEqual(1)
    expect(new Set((await testApp.invoices(landlord)).map(({ status }) => status))).toEqual(new Set(['paid']))
  })

  test('an answer that comes late does not overwrite a newer one', async () => {
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.subscription(subscriptionId).pays = false
    const current = stripe.account.subscription(subscriptionId)
    const old = structuredClone(current)
    stripe.account.renew(subscriptionId)
    const events = stripe.account.events.splice(0)
    // The first event's answer is of before the renewal, and is held until the second one is done.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let isFirst = true
    stripe.before = async ({ method, path }) => {
      if (method !== 'GET' || !path.startsWith('/v1/subscriptions/')) return
      if (!isFirst) return void stripe.account.subscriptions.set(subscriptionId, current)
      isFirst = false
      await held
      stripe.account.subscriptions.set(subscriptionId, old)
    }
    const late = deliver(events[0]!)
    await expect.poll(() => isFirst).toBe(false)
    expect((await deliver(events.at(-1)!)).status).toBe(200)
    release()
    expect((await late).status).toBe(200)
    expect((await stateOf(landlord)).pastDueSince).not.toBeNull()
  })

  test('an answer overtaken by one about another subscription is not lost', async () => {
    const landlord = await testApp.landlord()
    const first = await testApp.begin(landlord, 'basic')
    const { body } = await testApp.begin(landlord, 'enterprise')
    stripe.account.confirm(body.clientSecret)
    const events = stripe.account.events.splice(0)
    const about = (id: string) =>
      events.filter(({ type, data }) => type === 'customer.subscription.updated' && data.object.id === id).at(-1)!
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let isHeld = false
    stripe.before = async ({ path }) => {
      if (isHeld || !path.endsWith(body.subscriptionId)) return
      isHeld = true
      await held
    }
    const late = deliver(about(body.subscriptionId))
    await until(() => isHeld)
    expect((await deliver(about(first.body.subscriptionId))).status).toBe(200)
    release()
    expect((await late).status).toBe(200)
    expect(await stateOf(landlord)).toMatchObject({ status: 'active', plan: 'enterprise' })
  })

  test("that name one landlord and another one's customer are nobody's", async () => {
    const other = await testApp.landlord()
    const { landlord, subscriptionId } = await subscriber()
    const { customer } = stripe.account.subscription(subscriptionId)
    const object = { id: subscriptionId, customer, metadata: { landlordId: other.landlordId } }
    const asked = stripe.requests.length
    expect(
      (
        await deliver({
          id: 'evt_mixed',
          object: 'event',
          type: 'customer.subscription.updated',
          created: 0,
          data: { object },
        })
      ).status,
    ).toBe(200)
    expect(stripe.requests).toHaveLength(asked)
    expect(await stateOf(other)).toMatchObject({ status: 'trial', stripeCustomerId: null })
    expect(await stateOf(landlord)).toMatchObject({ status: 'active', stripeCustomerId: customer })
  })

  test('of an unpaid subscription leave the paying customer known', async () => {
    const { landlord, subscriptionId } = await subscriber()
    const { customer, items, metadata } = stripe.account.subscription(subscriptionId)
    const { id } = stripe.account.createCustomer({ email: 'twice@example.com' })
    stripe.account.createSubscription({
      customer: id,
      items: { 0: { price: items.data[0].price.id } },
      metadata: metadata as Record<string, string>,
    })
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({
      status: 'active',
      stripeCustomerId: customer,
      stripeSubscriptionId: subscriptionId,
    })
  })

  test('of kinds and customers unknown here are taken note of, and do nothing', async () => {
    const event = (type: string, object: object) => ({
      id: 'evt_x',
      object: 'event' as const,
      type,
      created: 0,
      data: { object: object as Record<string, unknown> },
    })
    for (const one of [
      event('customer.created', { id: 'cus_x', object: 'customer' }),
      event('payment_intent.succeeded', { id: 'pi_x', customer: 'cus_x' }),
      event('customer.subscription.updated', { id: 'sub_x', customer: 'cus_nobody' }),
      event('invoice.paid', { id: 'in_x', customer: null }),
      event('something.new', {}),
    ]) {
      const { status, body } = await deliver(one)
      expect([status, body]).toEqual([200, { received: true }])
    }
  })

  test('while Stripe is down they are refused, so that Stripe tells them again; then they work', async () => {
    const landlord = await testApp.landlord()
    const { body } = await testApp.begin(landlord)
    stripe.account.confirm(body.clientSecret)
    const event = stripe.account.events.at(-1)!
    stripe.mood = 'down'
    expect((await deliver(event)).status).toBe(503)
    stripe.mood = 'well'
    expect((await deliver(event)).status).toBe(200)
    expect((await stateOf(landlord)).status).toBe('active')
  })

  test("of one landlord's subscription change no other landlord's", async () => {
    const other = await testApp.landlord()
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.giveUp(subscriptionId, 'canceled')
    await deliverAll()
    expect((await stateOf(landlord)).status).toBe('cancelled')
    expect((await stateOf(other)).status).toBe('trial')
    expect(await testApp.invoices(other)).toEqual([])
  })
})

describe('dunning', () => {
  test('a failed renewal leaves access, is paid by a new card, and all reads as before', async () => {
    const { landlord, subscriptionId } = await subscriber('professional')
    stripe.account.subscription(subscriptionId).pays = false
    testApp.clock.set('2027-02-28T12:00:00Z')
    stripe.account.renew(subscriptionId)
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({
      status: 'active',
      maxProperties: 25,
      pastDueSince: '2027-02-28T12:00:00.000Z',
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
    const { body } = await testApp.app.send(payOpenInvoice, landlord)
    expect(body).toMatchObject({ amountDue: 79, provider: 'stripe' })
    stripe.account.confirm(body.clientSecret)
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({
      pastDueSince: null,
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
    expect((await testApp.app.send(payOpenInvoice, landlord)).problem.code).toBe('nothing-to-pay')
  })

  test('who begins anew after Stripe gave up can no longer pay the old one', async () => {
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.subscription(subscriptionId).pays = false
    stripe.account.renew(subscriptionId)
    stripe.account.giveUp(subscriptionId, 'unpaid')
    await deliverAll()
    const { body } = await testApp.begin(landlord, 'professional')
    expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
    stripe.account.confirm(body.clientSecret)
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({
      status: 'active',
      plan: 'professional',
      stripeSubscriptionId: body.subscriptionId,
    })
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'void'])
  })

  test('nor where an administrator lengthened the trial, or gave access, in between', async () => {
    const admin = testApp.person('super_admin')
    for (const status of ['trial', 'active', 'cancelled'] as const) {
      const { landlord, subscriptionId } = await subscriber()
      stripe.account.subscription(subscriptionId).pays = false
      stripe.account.renew(subscriptionId)
      stripe.account.giveUp(subscriptionId, 'unpaid')
      await deliverAll()
      const form = { userId: landlord.userId, subscriptionPlan: 'basic', subscriptionStatus: status, maxProperties: 5 }
      const changed =
        status === 'trial'
          ? await testApp.app.send(extendTrial, admin, { body: { userId: landlord.userId, days: 7 } })
          : await testApp.app.send(updateLandlordSubscription, admin, { body: form })
      expect(changed.body.status).toBe(status)
      expect((await testApp.begin(landlord, 'professional')).status).toBe(200)
      expect(stripe.account.subscription(subscriptionId).status, status).toBe('canceled')
    }
  })

  test('what Stripe gives up on reads cancelled, or expired until it is paid after all', async () => {
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.subscription(subscriptionId).pays = false
    stripe.account.renew(subscriptionId)
    stripe.account.giveUp(subscriptionId, 'unpaid')
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({ status: 'expired', pastDueSince: null })
    stripe.account.confirm([...stripe.account.invoices.values()].at(-1)!.secret)
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
    stripe.account.giveUp(subscriptionId, 'canceled')
    await deliverAll()
    expect((await stateOf(landlord)).status).toBe('cancelled')
  })
})

describe('changing and ending', () => {
  test("the preview is Stripe's, line by line, and the change does what it says", async () => {
    const { landlord } = await subscriber()
    testApp.clock.set('2027-02-14T12:00:00Z')
    const { body } = await testApp.app.send(previewChange, landlord, { query: { plan: 'professional' } })
    expect(body).toEqual({
      plan: 'professional',
      interval: 'month',
      lines: [
        { description: 'Unused time', amount: -14.5 },
        { description: 'Remaining time', amount: 39.5 },
      ],
      amountDue: 25,
      renewsAt: '2027-02-28T12:00:00.000Z',
      renewalAmount: 79,
      maxProperties: 25,
    })
    const yearly = await testApp.app.send(previewChange, landlord, { query: { plan: 'basic', interval: 'year' } })
    expect(yearly.body).toMatchObject({ amountDue: 284.5, renewsAt: '2028-02-14T12:00:00.000Z', renewalAmount: 299 })
    // All three have seen the old plan before one of them changes it.
    let looks = 0
    stripe.before = async ({ method, path }) => {
      if (!path.startsWith('/v1/subscriptions/')) return
      if (method === 'GET') looks++
      else await until(() => looks >= 6)
    }
    const answers = await Promise.all(
      [1, 2, 3].map(() => testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })),
    )
    for (const { status, body: changed } of answers)
      expect([status, changed.payment, changed.subscription.plan]).toEqual([200, null, 'professional'])
    await deliverAll()
    expect((await testApp.invoices(landlord)).map(({ amountPaid }) => amountPaid)).toEqual([25, 29])
  })

  test('one whose payment fails waits for it; the old plan holds, and another choice takes its place', async () => {
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.subscription(subscriptionId).pays = false
    const asked = await testApp.app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
    expect(asked.body).toMatchObject({ subscription: { plan: 'basic' }, payment: { amountDue: 170 } })
    expect((await testApp.app.send(changePlan, landlord, { body: { plan: 'enterprise' } })).body.payment).toEqual(
      asked.body.payment,
    )
    const other = await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(() => stripe.account.confirm(asked.body.payment!.clientSecret)).toThrow()
    stripe.account.confirm(other.body.payment!.clientSecret)
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({ plan: 'professional', maxProperties: 25 })
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'void'])
  })

  test('a change that Stripe made and whose answer was lost is found by the next try, and billed once', async () => {
    const { landlord } = await subscriber()
    await testApp.app.send(previewChange, landlord, { query: { plan: 'professional' } }) // the price exists
    stripe.before = ({ method, path }) => {
      if (method === 'POST' && path.startsWith('/v1/subscriptions/')) stripe.mood = 'mute'
    }
    expect((await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })).status).toBe(503)
    stripe.before = undefined
    stripe.mood = 'well'
    expect((await stateOf(landlord)).plan).toBe('basic')
    const again = await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(again.body).toMatchObject({ payment: null, subscription: { plan: 'professional' } })
    expect(stripe.account.invoices.size).toBe(2)
  })

  test('cancel, resume, and the end of the period', async () => {
    const { landlord, subscriptionId } = await subscriber()
    expect((await testApp.app.send(cancelSubscription, landlord)).body).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    })
    expect((await testApp.app.send(resumeSubscription, landlord)).body.cancelAtPeriodEnd).toBe(false)
    await testApp.app.send(cancelSubscription, landlord)
    stripe.account.renew(subscriptionId)
    await deliverAll()
    expect(await stateOf(landlord)).toMatchObject({
      status: 'cancelled',
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
  })

  test('a reset cancels at Stripe at once; what Stripe tells afterwards brings nothing back', async () => {
    const { landlord, subscriptionId } = await subscriber('enterprise')
    const { body } = await testApp.app.send(resetSubscription, landlord)
    expect(body).toMatchObject({ status: 'trial', plan: 'basic', maxProperties: 5, stripeSubscriptionId: null })
    expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
    await deliverAll()
    await testApp.at('2027-01-31T12:20:00Z')
    expect(await stateOf(landlord)).toEqual(body)
  })

  test('a reset that Stripe does not carry out changes nothing', async () => {
    const { landlord, subscriptionId } = await subscriber()
    const before = await stateOf(landlord)
    const account: { cancelSubscription: (id: string) => FakeSubscription } = stripe.account
    const cancel = account.cancelSubscription
    account.cancelSubscription = () => {
      throw new StripeRefusal(400, { message: 'This subscription is managed elsewhere.' })
    }
    const refused = await testApp.app.send(resetSubscription, landlord)
    account.cancelSubscription = cancel
    expect(refused.status).toBe(503)
    expect(await stateOf(landlord)).toEqual(before)
    expect((await testApp.app.send(resetSubscription, landlord)).body.stripeSubscriptionId).toBeNull()
    expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
  })

  test('one that Stripe no longer knows: the landlord may subscribe anew, and the clock ends it three days after it was paid for', async () => {
    const [one, two] = [await subscriber(), await subscriber()]
    stripe.account.subscriptions.clear()
    const { status, body } = await testApp.begin(one.landlord, 'professional')
    expect(status).toBe(200)
    stripe.account.confirm(body.clientSecret)
    await deliverAll()
    expect(await stateOf(one.landlord)).toMatchObject({
      status: 'active',
      plan: 'professional',
      stripeSubscriptionId: body.subscriptionId,
    })
    await testApp.at('2027-03-03T11:59:00Z')
    expect((await stateOf(two.landlord)).status, 'a wrong key may be put right').toBe('active')
    await testApp.at('2027-03-03T12:00:00Z')
    expect((await stateOf(two.landlord)).status).toBe('cancelled')
  })

  test('while Stripe is down nothing changes here, every call says so, and the same key works afterwards', async () => {
    const { landlord, subscriptionId } = await subscriber()
    const before = await stateOf(landlord)
    for (const mood of ['down', 'gone'] as const) {
      stripe.mood = mood
      for (const call of [
        changePlan,
        cancelSubscription,
        resumeSubscription,
        payOpenInvoice,
        resetSubscription,
        previewChange,
      ]) {
        const { status, problem } = await testApp.app.send(call, landlord, {
          body: { plan: 'professional' },
          query: { plan: 'professional' },
          headers: { 'idempotency-key': `again ${call.path}` },
        })
        expect([call.path, status, problem.detail]).toEqual([
          call.path,
          503,
          'Our card payment provider does not answer right now. Please try again in a moment.',
        ])
      }
    }
    expect(await stateOf(landlord)).toEqual(before)
    expect((await testApp.app.send(listInvoices, landlord)).status).toBe(200)
    stripe.mood = 'well'
    const cancelled = await testApp.app.send(cancelSubscription, landlord, {
      headers: { 'idempotency-key': `again ${cancelSubscription.path}` },
    })
    expect([cancelled.status, cancelled.body.cancelAtPeriodEnd]).toEqual([200, true])
    expect(stripe.account.subscription(subscriptionId).cancel_at_period_end).toBe(true)
  }, 60_000)
})

test('an administrator who takes access away stops the charges too, and a raised cap outlives a renewal', async () => {
  const admin = testApp.person('super_admin')
  const { landlord, subscriptionId } = await subscriber()
  const form = { userId: landlord.userId, subscriptionPlan: 'basic', subscriptionStatus: 'active', maxProperties: 12 }
  await testApp.app.send(updateLandlordSubscription, admin, { body: form })
  stripe.account.renew(subscriptionId)
  await deliverAll()
  expect(await stateOf(landlord)).toMatchObject({ maxProperties: 12, subscriptionEndDate: '2027-03-31T12:00:00.000Z' })
  const trial = await testApp.app.send(updateLandlordSubscription, admin, {
    body: { ...form, subscriptionStatus: 'trial' },
  })
  expect([trial.status, trial.problem.code]).toEqual([409, 'illegal-transition'])
  const ended = await testApp.app.send(updateLandlordSubscription, admin, {
    body: { ...form, subscriptionStatus: 'cancelled' },
  })
  expect(ended.body).toMatchObject({ status: 'cancelled', maxProperties: 12 })
  expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
  await deliverAll()
  expect((await stateOf(landlord)).status).toBe('cancelled')
})

test('whoever takes access away or resets while a payment is being noted is told so, and the payment stands', async () => {
  const admin = testApp.person('super_admin')
  const paid = `plan = 'basic', status = 'active', provider = 'stripe', provider_status = 'active', provider_plan = 'basic', stripe_subscription_id = 'sub_new'`
  const form = { subscriptionPlan: 'basic', subscriptionStatus: 'cancelled', maxProperties: 5 }
  for (const call of [
    (landlord: LandlordActor) =>
      testApp.app.send(updateLandlordSubscription, admin, { body: { ...form, userId: landlord.userId } }),
    (landlord: LandlordActor) => testApp.app.send(resetSubscription, landlord),
  ]) {
    const landlord = await testApp.landlord()
    const { status, problem } = await testApp.behindLock<Pick<Awaited<ReturnType<typeof call>>, 'status' | 'problem'>>(
      landlord,
      paid,
      () => call(landlord),
    )
    expect([status, problem.detail]).toEqual([409, 'The subscription has just changed. Please look again and repeat.'])
    expect(await stateOf(landlord)).toMatchObject({ status: 'active', stripeSubscriptionId: 'sub_new' })
  }
})

test('what was paid in test mode, before Stripe was set up, runs out, or gives way to a real subscription', async () => {
  const [one, two] = [await testApp.landlord(), await testApp.landlord()]
  await testApp.app.db('billing').adminTransaction('as it was left by another configuration', (tx) =>
    tx.execute(`
      update subscriptions set plan = 'basic', status = 'active', provider = 'test', provider_status = 'active', provider_plan = 'basic',
        stripe_customer_id = 'cus_test_1', stripe_subscription_id = 'sub_test_1', subscription_end_date = '2027-02-10T00:00:00Z'
      where landlord_id in ('${one.landlordId}', '${two.landlordId}')`),
  )
  const { status, body } = await testApp.begin(one, 'enterprise')
  expect(status).toBe(200)
  stripe.account.confirm(body.clientSecret)
  await deliverAll()
  await testApp.at('2027-02-10T00:00:00Z')
  expect(await stateOf(one)).toMatchObject({ status: 'active', plan: 'enterprise', provider: 'stripe' })
  expect(await stateOf(two)).toMatchObject({ status: 'cancelled', provider: 'test' })
})
