import { changePlan } from '@keyhold/contracts/billing/subscriptions'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startStripeApp } from '../testing/stripe-test-app.ts'

const { testApp, stripe, seconds, sign, deliver, deliverAll, subscriber, reset, stop } = await startStripeApp()
const { app } = testApp
afterAll(stop)
afterEach(reset)

test('forged, altered and stale events are refused and change nothing', async () => {
  const landlord = await testApp.landlord()
  const { body } = await testApp.subscribe(landlord)
  stripe.account.confirm(body.clientSecret)
  const event = stripe.account.events.at(-1)!
  const now = seconds()
  const text = JSON.stringify(event)
  for (const signature of [
    '',
    'nonsense',
    sign(text, { secret: 'whsec_other' }),
    sign(`${text} `),
    sign(text, { timestamp: now - 301 }),
  ]) {
    const { status, problem } = await deliver(event, { signature })
    expect([status, problem.code]).toEqual([403, 'invalid-signature'])
  }
  expect((await testApp.status(landlord)).status).toBe('trial')
  expect((await deliver(event, { signature: sign(text, { timestamp: now - 299 }) })).status).toBe(200)
  expect((await testApp.status(landlord)).status).toBe('active')
})

test('events in any order, five times each, lead to the same state, announced once', async () => {
  const { landlord, subscriptionId } = await subscriber()
  stripe.account.subscription(subscriptionId).pays = false
  stripe.account.renew(subscriptionId)
  stripe.account.confirm([...stripe.account.invoices.values()].at(-1)!.secret)
  await app.send(changePlan, landlord, { body: { plan: 'professional' } })
  const events = stripe.account.events.splice(0)
  expect(events.length).toBeGreaterThan(5)
  await app.settled()
  const before = testApp.published(landlord).length
  for (const event of events.toReversed()) expect((await deliver(event)).status).toBe(200)
  const requests = stripe.requests.length
  for (const event of [...events, ...events]) expect((await deliver(event)).status).toBe(200)
  expect(stripe.requests).toHaveLength(requests)
  await Promise.all(events.flatMap((event) => [deliver(event), deliver(event)]))
  expect(await testApp.status(landlord)).toMatchObject({
    status: 'active',
    plan: 'professional',
    pastDueSince: null,
    subscriptionEndDate: '2027-03-31T12:00:00.000Z',
  })
  await app.settled()
  expect(testApp.published(landlord).length - before).toBeLessThanOrEqual(1)
  expect(new Set((await testApp.invoices(landlord)).map(({ status }) => status))).toEqual(new Set(['paid']))
})

test('a late answer does not overwrite a newer one', async () => {
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
  expect((await testApp.status(landlord)).pastDueSince).not.toBeNull()
})

test('an answer overtaken by one about another subscription is not lost', async () => {
  const landlord = await testApp.landlord()
  const first = await testApp.subscribe(landlord, 'basic')
  const { body } = await testApp.subscribe(landlord, 'enterprise')
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
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'enterprise' })
})

test("an event that names one landlord and another one's customer is ignored", async () => {
  const other = await testApp.landlord()
  const { landlord, subscriptionId } = await subscriber()
  const { customer } = stripe.account.subscription(subscriptionId)
  const object = { id: subscriptionId, customer, metadata: { landlordId: other.landlordId } }
  const requests = stripe.requests.length
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
  expect(stripe.requests).toHaveLength(requests)
  expect(await testApp.status(other)).toMatchObject({ status: 'trial', stripeCustomerId: null })
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', stripeCustomerId: customer })
})

test('events of an unpaid subscription leave the paying customer in place', async () => {
  const { landlord, subscriptionId } = await subscriber()
  const { customer, items, metadata } = stripe.account.subscription(subscriptionId)
  const { id } = stripe.account.createCustomer({ email: 'twice@example.com' })
  stripe.account.createSubscription({
    customer: id,
    items: { 0: { price: items.data[0].price.id } },
    metadata: metadata as Record<string, string>,
  })
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({
    status: 'active',
    stripeCustomerId: customer,
    stripeSubscriptionId: subscriptionId,
  })
})

test('events of unknown types and customers are acknowledged and ignored', async () => {
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

test('while Stripe is down events are refused, so that Stripe sends them again, and then they work', async () => {
  const landlord = await testApp.landlord()
  const { body } = await testApp.subscribe(landlord)
  stripe.account.confirm(body.clientSecret)
  const event = stripe.account.events.at(-1)!
  stripe.failure = 'error'
  expect((await deliver(event)).status).toBe(503)
  stripe.failure = 'none'
  expect((await deliver(event)).status).toBe(200)
  expect((await testApp.status(landlord)).status).toBe('active')
})

test("events about one landlord's subscription change no other landlord's", async () => {
  const other = await testApp.landlord()
  const { landlord, subscriptionId } = await subscriber()
  stripe.account.giveUpCollecting(subscriptionId, 'canceled')
  await deliverAll()
  expect((await testApp.status(landlord)).status).toBe('cancelled')
  expect((await testApp.status(other)).status).toBe('trial')
  expect(await testApp.invoices(other)).toEqual([])
})
