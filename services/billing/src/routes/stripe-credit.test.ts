import { viewLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import {
  cancelSubscription,
  changePlan,
  previewChange,
  resetSubscription,
} from '@keyhold/contracts/billing/subscriptions'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startStripeApp } from '../testing/stripe-test-app.ts'

// Credit from plan changes at Stripe, where it is the customer's balance.

const { testApp, stripe, deliverAll, subscriber, posts, reset, stop } = await startStripeApp()
const { app } = testApp
const admin = testApp.user('super_admin')
afterAll(stop)
afterEach(reset)

/** A landlord on Basic with $170 of credit. */
async function credited() {
  const { landlord, subscriptionId } = await subscriber('enterprise')
  await app.send(changePlan, landlord, { body: { plan: 'basic' } })
  await deliverAll()
  return { landlord, subscriptionId }
}
/** The same without a subscription. */
async function creditedAndReset() {
  const { landlord } = await credited()
  await app.send(resetSubscription, landlord)
  await deliverAll()
  return landlord
}
const balance = () => [...stripe.account.customers.values()].map((customer) => customer.balance)

test('credit from a plan change shows on the account and its invoice, and the next invoices use it', async () => {
  const { landlord, subscriptionId } = await credited()
  expect(balance()).toEqual([-17000])
  expect(await testApp.status(landlord)).toMatchObject({ plan: 'basic', credit: 170 })
  expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 0, creditAdded: 170, status: 'paid' })
  stripe.account.renew(subscriptionId)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', credit: 141 })
  expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 0, creditApplied: 29, status: 'paid' })
  const { body } = await app.send(previewChange, landlord, { query: { plan: 'enterprise', interval: 'year' } })
  expect(body.lines.at(-1)).toEqual({ description: 'Credit applied', amount: -141 })
})

test('it outlives a reset with the customer, and a plan that it covers starts only when the landlord says so', async () => {
  const landlord = await creditedAndReset()
  const before = await testApp.status(landlord)
  expect(before).toMatchObject({ status: 'trial', credit: 170, stripeSubscriptionId: null })
  const { body } = await testApp.subscribe(landlord, 'professional')
  expect(body).toMatchObject({ clientSecret: null, amountDue: 0, creditApplied: 79, subscriptionId: null })
  expect(stripe.account.subscriptions.size, 'opening the page creates nothing').toBe(1)
  expect(await testApp.status(landlord)).toEqual(before)

  expect((await testApp.payWithCredit(landlord, 'professional')).status).toBe(200)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'professional', credit: 91 })
  expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 0, creditApplied: 79, status: 'paid' })
  expect(posts('/v1/customers')).toHaveLength(1)
})

test('it pays a part of the first invoice, and is there again when that is not paid', async () => {
  const landlord = await creditedAndReset()
  const { body } = await testApp.subscribe(landlord, 'enterprise')
  expect(body).toMatchObject({ amountDue: 29, creditApplied: 170, clientSecret: expect.any(String) })
  await deliverAll()
  expect(balance(), 'Stripe takes it for the invoice that waits').toEqual([0])
  expect((await testApp.status(landlord)).credit, 'nothing is used before the card is confirmed').toBe(170)
  expect(
    (await testApp.invoices(landlord)).map(({ amountDue }) => amountDue),
    'of what was never bought',
  ).not.toContain(29)

  // Another plan, which the credit covers, does not start by itself.
  expect((await testApp.subscribe(landlord, 'basic')).body).toMatchObject({ clientSecret: null, creditApplied: 29 })
  expect(balance()).toEqual([-17000])
  expect(await testApp.status(landlord)).toMatchObject({ status: 'trial', credit: 170 })

  const again = await testApp.subscribe(landlord, 'enterprise')
  stripe.account.confirm(again.body.clientSecret)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'enterprise', credit: 0 })
  const [paid] = (await testApp.invoices(landlord)).filter(({ amountPaid }) => amountPaid === 29)
  expect(paid).toMatchObject({ amountDue: 29, creditApplied: 170 })
})

test('it outlives a cancellation, and an administrator sees it', async () => {
  const { landlord, subscriptionId } = await credited()
  await app.send(cancelSubscription, landlord)
  stripe.account.renew(subscriptionId)
  await deliverAll()
  const { body } = await app.send(viewLandlordSubscription, admin, { query: { userId: landlord.userId } })
  expect(body).toMatchObject({ status: 'cancelled', credit: 170 })
  await testApp.payWithCredit(landlord)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', credit: 141 })
})

test('a change that waits for its payment holds it, and another choice gives it back', async () => {
  const { landlord, subscriptionId } = await credited()
  stripe.account.subscription(subscriptionId).pays = false
  const asked = await app.send(changePlan, landlord, { body: { plan: 'enterprise', interval: 'year' } })
  expect(asked.body).toMatchObject({
    subscription: { plan: 'basic', credit: 170 },
    payment: { amountDue: 1800, creditApplied: 170 },
  })
  const other = await app.send(changePlan, landlord, { body: { plan: 'professional', interval: 'year' } })
  expect(other.body.payment).toMatchObject({ amountDue: 600, creditApplied: 170 })
  stripe.account.confirm(other.body.payment!.clientSecret)
  await deliverAll()
  expect(await testApp.status(landlord)).toMatchObject({ plan: 'professional', credit: 0 })
})

test('a lost answer to a plan paid with credit is found by the next attempt, and credit is used once', async () => {
  const landlord = await creditedAndReset()
  stripe.before = ({ method, path }) => {
    if (method === 'POST' && path === '/v1/subscriptions') stripe.failure = 'hang-up-after'
  }
  expect((await testApp.payWithCredit(landlord)).status).toBe(503)
  stripe.before = undefined
  stripe.failure = 'none'
  expect((await testApp.payWithCredit(landlord)).status).toBe(200)
  expect(await testApp.status(landlord)).toMatchObject({ status: 'active', credit: 141 })
  expect(balance()).toEqual([-14100])
})

test('credit of test mode is no money once Stripe is connected', async () => {
  const landlord = await testApp.landlord()
  await app
    .db('billing')
    .adminTransaction('as test mode left it', (tx) =>
      tx.execute(
        `update subscriptions set credit = 170, stripe_customer_id = 'cus_test_1' where landlord_id = '${landlord.landlordId}'`,
      ),
    )
  await testApp.reconcileAt('2027-01-31T12:10:00Z')
  expect((await testApp.status(landlord)).credit).toBe(0)
})
