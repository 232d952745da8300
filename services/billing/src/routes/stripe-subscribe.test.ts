import { listInvoices } from '@keyhold/contracts/billing/invoices'
import { offer, resetSubscription } from '@keyhold/contracts/billing/subscriptions'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startStripeApp } from '../testing/stripe-test-app.ts'
import type { BillingApp } from '../testing/test-app.ts'

// Subscribing through Stripe.

const { testApp, stripe, deliverAll, subscriber, posts, reset, stop } = await startStripeApp()
const { app } = testApp
afterAll(stop)
afterEach(reset)

test('creates one customer and one unpaid subscription, with our keys and API version; the webhook grants the plan', async () => {
  const landlord = await testApp.landlord()
  const { status, body } = await testApp.subscribe(landlord, 'professional')
  expect([status, body]).toEqual([
    200,
    {
      clientSecret: expect.stringMatching(/_secret_/),
      provider: 'stripe',
      publishableKey: 'pk_test_keyhold',
      amountDue: 79,
      creditApplied: 0,
      subscriptionId: expect.stringMatching(/^sub_/),
    },
  ])
  for (const seen of stripe.requests) expect(seen.version).toBe('2026-10-28.endive')
  for (const seen of stripe.requests.filter(({ method }) => method === 'POST')) expect(seen.key).toMatch(/^keyhold/)
  expect(posts('/v1/subscriptions')[0]!.form).toMatchObject({
    payment_behavior: 'default_incomplete',
    metadata: { landlordId: landlord.landlordId },
    payment_settings: { save_default_payment_method: 'on_subscription' },
  })
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({ status: 'trial', plan: 'basic' })
  stripe.account.confirm(body.clientSecret)
  expect((await testApp.status(landlord)).status).toBe('trial')
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({
    status: 'active',
    plan: 'professional',
    maxProperties: 25,
    provider: 'stripe',
    stripeSubscriptionId: body.subscriptionId,
    subscriptionEndDate: '2027-02-28T12:00:00.000Z',
  })
  expect((await app.send(listInvoices, landlord)).body).toMatchObject([
    { status: 'paid', amountPaid: 79, hostedUrl: expect.stringMatching(/^https/) },
  ])
  expect((await app.send(offer, actors.visitor())).body.provider).toBe('stripe')
  expect(
    (
      await app.send(payTestCard, landlord, {
        body: { clientSecret: 'x', cardNumber: '4242424242424242', expiry: '12/39', cvc: '123' },
      })
    ).status,
  ).toBe(404)
})

test('prices are created once and then found by their lookup key', async () => {
  const [one, two] = [await testApp.landlord(), await testApp.landlord()]
  await testApp.subscribe(one, 'professional', 'year')
  await testApp.subscribe(two, 'professional', 'year')
  expect(posts('/v1/prices')).toHaveLength(1)
  expect(posts('/v1/prices')[0]!.form).toMatchObject({
    lookup_key: 'keyhold_professional_year',
    unit_amount: '79900',
    currency: 'usd',
  })
  expect(posts('/v1/customers')).toHaveLength(2)
})

test('ten requests at once make one subscription, and choosing another plan makes the first one unpayable', async () => {
  const landlord = await testApp.landlord()
  const answers = await Promise.all(Array.from({ length: 10 }, () => testApp.subscribe(landlord, 'basic')))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.clientSecret}`)).size).toBe(1)
  expect(stripe.account.subscriptions.size).toBe(1)
  const other = await testApp.subscribe(landlord, 'enterprise')
  expect([...stripe.account.subscriptions.values()].map(({ status }) => status).toSorted()).toEqual([
    'incomplete',
    'incomplete_expired',
  ])
  expect(() => stripe.account.confirm(answers[0]!.body.clientSecret)).toThrow()
  stripe.account.confirm(other.body.clientSecret)
  await deliverAll()
  expect((await testApp.status(landlord)).plan).toBe('enterprise')
})

test('a payment made while another plan is chosen counts, and no second subscription is created', async () => {
  const landlord = await testApp.landlord()
  const { body } = await testApp.subscribe(landlord, 'basic')
  stripe.before = ({ path }) => {
    if (!path.endsWith('/void')) return
    stripe.before = undefined
    stripe.account.confirm(body.clientSecret)
  }
  const other = await testApp.subscribe(landlord, 'enterprise')
  expect([other.status, other.problem.code]).toEqual([409, 'already-subscribed'])
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
  expect(stripe.account.subscriptions.size).toBe(1)
})

test('a subscription paid while a second window asks again stays the only one', async () => {
  const landlord = await testApp.landlord()
  const { body } = await testApp.subscribe(landlord, 'basic')
  stripe.account.confirm(body.clientSecret)
  testApp.duringIdentityCall(deliverAll)
  const { status, problem } = await testApp.subscribe(landlord, 'basic')
  expect([status, problem.code]).toEqual([409, 'already-subscribed'])
  expect(stripe.account.subscriptions.size).toBe(1)
})

test('a subscription that another choice replaced while Stripe created it can no longer be paid', async () => {
  const landlord = await testApp.landlord()
  await testApp.subscribe(await testApp.landlord(), 'basic') // the price exists
  stripe.reset()
  let other: Awaited<ReturnType<BillingApp['subscribe']>> | undefined
  stripe.before = async ({ method, path }) => {
    if (method !== 'POST' || path !== '/v1/subscriptions') return
    stripe.before = undefined
    other = await testApp.subscribe(landlord, 'enterprise')
  }
  const first = await testApp.subscribe(landlord, 'basic')
  expect([first.status, other!.status]).toEqual([409, 200])
  await deliverAll()
  const statuses = Object.fromEntries([...stripe.account.subscriptions.values()].map(({ id, status }) => [id, status]))
  expect(Object.values(statuses).toSorted()).toEqual(['incomplete', 'incomplete_expired'])
  expect(statuses[other!.body.subscriptionId]).toBe('incomplete')
  // What was never paid has left no invoice.
  expect(await testApp.invoices(landlord)).toEqual([])
})

test('a retry after a lost answer uses the same key: one customer, one subscription', async () => {
  const landlord = await testApp.landlord()
  await testApp.subscribe(await testApp.landlord(), 'basic') // the price exists
  stripe.failure = 'hang-up-after'
  const lost = await testApp.subscribe(landlord, 'basic', 'month', 'a key')
  expect([lost.status, lost.problem.detail]).toEqual([
    503,
    'Our card payment provider is not responding right now. Please try again in a moment.',
  ])
  expect(Number(lost.headers['retry-after'])).toBeGreaterThan(0)
  stripe.failure = 'none'
  const again = await testApp.subscribe(landlord, 'basic', 'month', 'a key')
  expect([again.status, again.body.clientSecret]).toEqual([200, expect.any(String)])
  const own = [...stripe.account.customers.values()].filter(
    ({ metadata }) => (metadata as { landlordId: string }).landlordId === landlord.landlordId,
  )
  expect(own).toHaveLength(1)
  expect(stripe.account.subscriptions.size).toBe(2)
})

test('a customer that Stripe no longer knows is created again', async () => {
  const { landlord } = await subscriber()
  await app.send(resetSubscription, landlord)
  stripe.account.customers.clear()
  const { status, body } = await testApp.subscribe(landlord)
  expect([status, typeof body.clientSecret]).toEqual([200, 'string'])
})
