import { updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { listInvoices } from '@keyhold/contracts/billing/invoices'
import {
  cancelSubscription,
  changePlan,
  payOpenInvoice,
  previewChange,
  resetSubscription,
  resumeSubscription,
} from '@keyhold/contracts/billing/subscriptions'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, afterEach, expect, test } from 'vitest'
import { type FakeSubscription, StripeRefusal } from '../testing/stripe/objects.ts'
import { startStripeApp } from '../testing/stripe-test-app.ts'

// Changing and cancelling a subscription at Stripe.

const { testApp, stripe, deliverAll, subscriber, reset, stop } = await startStripeApp()
const { app } = testApp
afterAll(stop)
afterEach(reset)

test("the preview is Stripe's, line by line, and the change costs what it says", async () => {
  const { landlord } = await subscriber()
  testApp.clock.set('2027-02-14T12:00:00Z')
  const { body } = await app.send(previewChange, landlord, { query: { plan: 'professional' } })
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
  const yearly = await app.send(previewChange, landlord, { query: { plan: 'basic', interval: 'year' } })
  expect(yearly.body).toMatchObject({ amountDue: 284.5, renewsAt: '2028-02-14T12:00:00.000Z', renewalAmount: 299 })
  // All three have seen the old plan before one of them changes it.
  let looks = 0
  stripe.before = async ({ method, path }) => {
    if (!path.startsWith('/v1/subscriptions/')) return
    if (method === 'GET') looks++
    else await until(() => looks >= 6)
  }
  const answers = await Promise.all(
    [1, 2, 3].map(() => app.send(changePlan, landlord, { body: { plan: 'professional' } })),
  )
  for (const { status, body: changed } of answers)
    expect([status, changed.payment, changed.subscription.plan]).toEqual([200, null, 'professional'])
  await deliverAll()
  expect((await testApp.invoices(landlord)).map(({ amountPaid }) => amountPaid)).toEqual([25, 29])
})

test('a change whose payment fails stays pending: the old plan holds, and another choice replaces it', async () => {
  const { landlord, subscriptionId } = await subscriber()
  stripe.account.subscription(subscriptionId).pays = false
  const asked = await app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
  expect(asked.body).toMatchObject({ subscription: { plan: 'basic' }, payment: { amountDue: 170 } })
  expect((await app.send(changePlan, landlord, { body: { plan: 'enterprise' } })).body.payment).toEqual(
    asked.body.payment,
  )
  const other = await app.send(changePlan, landlord, { body: { plan: 'professional' } })
  expect(() => stripe.account.confirm(asked.body.payment!.clientSecret)).toThrow()
  stripe.account.confirm(other.body.payment!.clientSecret)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({ plan: 'professional', maxProperties: 25 })
  expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'void'])
})

test('a change whose answer was lost is found by the next attempt and billed once', async () => {
  const { landlord } = await subscriber()
  await app.send(previewChange, landlord, { query: { plan: 'professional' } }) // the price exists
  stripe.before = ({ method, path }) => {
    if (method === 'POST' && path.startsWith('/v1/subscriptions/')) stripe.failure = 'hang-up-after'
  }
  expect((await app.send(changePlan, landlord, { body: { plan: 'professional' } })).status).toBe(503)
  stripe.before = undefined
  stripe.failure = 'none'
  expect((await testApp.status(landlord)).plan).toBe('basic')
  const again = await app.send(changePlan, landlord, { body: { plan: 'professional' } })
  expect(again.body).toMatchObject({ payment: null, subscription: { plan: 'professional' } })
  expect(stripe.account.invoices.size).toBe(2)
})

test('a subscription can be cancelled and resumed, and ends with the paid period', async () => {
  const { landlord, subscriptionId } = await subscriber()
  expect((await app.send(cancelSubscription, landlord)).body).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: true,
  })
  expect((await app.send(resumeSubscription, landlord)).body.cancelAtPeriodEnd).toBe(false)
  await app.send(cancelSubscription, landlord)
  stripe.account.renew(subscriptionId)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({
    status: 'cancelled',
    subscriptionEndDate: '2027-02-28T12:00:00.000Z',
  })
})

test('a reset cancels at Stripe at once, and later events change nothing', async () => {
  const { landlord, subscriptionId } = await subscriber('enterprise')
  const { body } = await app.send(resetSubscription, landlord)
  expect(body).toMatchObject({ status: 'trial', plan: 'basic', maxProperties: 5, stripeSubscriptionId: null })
  expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
  await deliverAll()
  await testApp.reconcileAt('2027-01-31T12:20:00Z')
  expect(await testApp.status(landlord)).toEqual(body)
})

test('a reset that Stripe refuses changes nothing', async () => {
  const { landlord, subscriptionId } = await subscriber()
  const before = await testApp.status(landlord)
  const account: { cancelSubscription: (id: string) => FakeSubscription } = stripe.account
  const cancel = account.cancelSubscription
  account.cancelSubscription = () => {
    throw new StripeRefusal(400, { message: 'This subscription is managed elsewhere.' })
  }
  const refused = await app.send(resetSubscription, landlord)
  account.cancelSubscription = cancel
  expect(refused.status).toBe(503)
  expect(await testApp.status(landlord)).toEqual(before)
  expect((await app.send(resetSubscription, landlord)).body.stripeSubscriptionId).toBeNull()
  expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
})

test('while Stripe is down every call answers 503 and changes nothing, and the same key works afterwards', async () => {
  const { landlord, subscriptionId } = await subscriber()
  const before = await testApp.status(landlord)
  for (const failure of ['error', 'hang-up'] as const) {
    stripe.failure = failure
    for (const call of [
      changePlan,
      cancelSubscription,
      resumeSubscription,
      payOpenInvoice,
      resetSubscription,
      previewChange,
    ]) {
      const { status, problem } = await app.send(call, landlord, {
        body: { plan: 'professional' },
        query: { plan: 'professional' },
        headers: { 'idempotency-key': `again ${call.path}` },
      })
      expect([call.path, status, problem.detail]).toEqual([
        call.path,
        503,
        'Our card payment provider is not responding right now. Please try again in a moment.',
      ])
    }
  }
  expect(await testApp.status(landlord)).toEqual(before)
  expect((await app.send(listInvoices, landlord)).status).toBe(200)
  stripe.failure = 'none'
  const cancelled = await app.send(cancelSubscription, landlord, {
    headers: { 'idempotency-key': `again ${cancelSubscription.path}` },
  })
  expect([cancelled.status, cancelled.body.cancelAtPeriodEnd]).toEqual([200, true])
  expect(stripe.account.subscription(subscriptionId).cancel_at_period_end).toBe(true)
}, 60_000)

test('an administrator who takes access away also stops the charges, and a raised limit outlives a renewal', async () => {
  const admin = testApp.user('super_admin')
  const { landlord, subscriptionId } = await subscriber()
  const form = { userId: landlord.userId, subscriptionPlan: 'basic', subscriptionStatus: 'active', maxProperties: 12 }
  await app.send(updateLandlordSubscription, admin, { body: form })
  stripe.account.renew(subscriptionId)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({
    maxProperties: 12,
    subscriptionEndDate: '2027-03-31T12:00:00.000Z',
  })
  const trial = await app.send(updateLandlordSubscription, admin, {
    body: { ...form, subscriptionStatus: 'trial' },
  })
  expect([trial.status, trial.problem.code]).toEqual([409, 'illegal-transition'])
  const ended = await app.send(updateLandlordSubscription, admin, {
    body: { ...form, subscriptionStatus: 'cancelled' },
  })
  expect(ended.body).toMatchObject({ status: 'cancelled', maxProperties: 12 })
  expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
  await deliverAll()
  expect((await testApp.status(landlord)).status).toBe('cancelled')
})

test('taking access away or resetting while a payment is stored is refused, and the payment counts', async () => {
  const admin = testApp.user('super_admin')
  const paid = `plan = 'basic', status = 'active', provider = 'stripe', provider_status = 'active', provider_plan = 'basic', stripe_subscription_id = 'sub_new'`
  const form = { subscriptionPlan: 'basic', subscriptionStatus: 'cancelled', maxProperties: 5 }
  for (const call of [
    (landlord: LandlordActor) =>
      app.send(updateLandlordSubscription, admin, { body: { ...form, userId: landlord.userId } }),
    (landlord: LandlordActor) => app.send(resetSubscription, landlord),
  ]) {
    const landlord = await testApp.landlord()
    const { status, problem } = await testApp.behindLock<Pick<Awaited<ReturnType<typeof call>>, 'status' | 'problem'>>(
      landlord,
      paid,
      () => call(landlord),
    )
    expect([status, problem.detail]).toEqual([
      409,
      'The subscription has just changed. Please review it and try again.',
    ])
    expect(await testApp.status(landlord)).toMatchObject({ status: 'active', stripeSubscriptionId: 'sub_new' })
  }
})
