import { extendTrial, updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { payOpenInvoice } from '@keyhold/contracts/billing/subscriptions'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startStripeApp } from '../testing/stripe-test-app.ts'

// Renewals through Stripe, and subscriptions that only the schedule can put right.

const { testApp, stripe, deliverAll, subscriber, reset, stop } = await startStripeApp()
const { app } = testApp
afterAll(stop)
afterEach(reset)

// First, because the clock of the schedule itself cannot be set back.
test('a payment whose webhooks were all lost is found by the schedule', async () => {
  const landlord = await testApp.landlord()
  const { body } = await testApp.subscribe(landlord)
  stripe.account.confirm(body.clientSecret)
  testApp.clock.set('2027-01-31T12:10:00Z')
  await app.tick()
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
})

describe('dunning', () => {
  test('a failed renewal leaves access, and paying with a new card clears it', async () => {
    const { landlord, subscriptionId } = await subscriber('professional')
    stripe.account.subscription(subscriptionId).pays = false
    testApp.clock.set('2027-02-28T12:00:00Z')
    stripe.account.renew(subscriptionId)
    await deliverAll()
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      maxProperties: 25,
      pastDueSince: '2027-02-28T12:00:00.000Z',
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
    const { body } = await app.send(payOpenInvoice, landlord)
    expect(body).toMatchObject({ amountDue: 79, provider: 'stripe' })
    stripe.account.confirm(body.clientSecret)
    await deliverAll()
    expect(await testApp.status(landlord)).toMatchObject({
      pastDueSince: null,
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
    expect((await app.send(payOpenInvoice, landlord)).problem.code).toBe('nothing-to-pay')
  })

  test('after a new subscription, the one that Stripe gave up collecting can no longer be paid', async () => {
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.subscription(subscriptionId).pays = false
    stripe.account.renew(subscriptionId)
    stripe.account.giveUpCollecting(subscriptionId, 'unpaid')
    await deliverAll()
    const { body } = await testApp.subscribe(landlord, 'professional')
    expect(stripe.account.subscription(subscriptionId).status).toBe('canceled')
    stripe.account.confirm(body.clientSecret)
    await deliverAll()
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      plan: 'professional',
      stripeSubscriptionId: body.subscriptionId,
    })
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'void'])
  })

  test('the same holds when an administrator extended the trial or gave access in between', async () => {
    const admin = testApp.user('super_admin')
    for (const status of ['trial', 'active', 'cancelled'] as const) {
      const { landlord, subscriptionId } = await subscriber()
      stripe.account.subscription(subscriptionId).pays = false
      stripe.account.renew(subscriptionId)
      stripe.account.giveUpCollecting(subscriptionId, 'unpaid')
      await deliverAll()
      const form = { userId: landlord.userId, subscriptionPlan: 'basic', subscriptionStatus: status, maxProperties: 5 }
      const changed =
        status === 'trial'
          ? await app.send(extendTrial, admin, { body: { userId: landlord.userId, days: 7 } })
          : await app.send(updateLandlordSubscription, admin, { body: form })
      expect(changed.body.status).toBe(status)
      expect((await testApp.subscribe(landlord, 'professional')).status).toBe(200)
      expect(stripe.account.subscription(subscriptionId).status, status).toBe('canceled')
    }
  })

  test('a subscription that Stripe gives up on is cancelled, or expired until it is paid after all', async () => {
    const { landlord, subscriptionId } = await subscriber()
    stripe.account.subscription(subscriptionId).pays = false
    stripe.account.renew(subscriptionId)
    stripe.account.giveUpCollecting(subscriptionId, 'unpaid')
    await deliverAll()
    expect(await testApp.status(landlord)).toMatchObject({ status: 'expired', pastDueSince: null })
    stripe.account.confirm([...stripe.account.invoices.values()].at(-1)!.secret)
    await deliverAll()
    expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
    stripe.account.giveUpCollecting(subscriptionId, 'canceled')
    await deliverAll()
    expect((await testApp.status(landlord)).status).toBe('cancelled')
  })
})

test('a subscription that Stripe no longer knows can be replaced, and ends three days after the paid period', async () => {
  const [one, two] = [await subscriber(), await subscriber()]
  stripe.account.subscriptions.clear()
  const { status, body } = await testApp.subscribe(one.landlord, 'professional')
  expect(status).toBe(200)
  stripe.account.confirm(body.clientSecret)
  await deliverAll()
  expect(await testApp.status(one.landlord)).toMatchObject({
    status: 'active',
    plan: 'professional',
    stripeSubscriptionId: body.subscriptionId,
  })
  await testApp.reconcileAt('2027-03-03T11:59:00Z')
  expect((await testApp.status(two.landlord)).status, 'a wrong key may be put right').toBe('active')
  await testApp.reconcileAt('2027-03-03T12:00:00Z')
  expect((await testApp.status(two.landlord)).status).toBe('cancelled')
})

test('a subscription paid in test mode before Stripe was configured runs out, or a real one replaces it', async () => {
  const [one, two] = [await testApp.landlord(), await testApp.landlord()]
  await testApp.app.db('billing').adminTransaction('as it was left by another configuration', (tx) =>
    tx.execute(`
      update subscriptions set plan = 'basic', status = 'active', provider = 'test', provider_status = 'active', provider_plan = 'basic',
        stripe_customer_id = 'cus_test_1', stripe_subscription_id = 'sub_test_1', subscription_end_date = '2027-02-10T00:00:00Z'
      where landlord_id in ('${one.landlordId}', '${two.landlordId}')`),
  )
  const { status, body } = await testApp.subscribe(one, 'enterprise')
  expect(status).toBe(200)
  stripe.account.confirm(body.clientSecret)
  await deliverAll()
  await testApp.reconcileAt('2027-02-10T00:00:00Z')
  expect(await testApp.status(one)).toMatchObject({ status: 'active', plan: 'enterprise', provider: 'stripe' })
  expect(await testApp.status(two)).toMatchObject({ status: 'cancelled', provider: 'test' })
})
