import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakeStripe, fakeStripe } from '../../testing/stripe/server.ts'
import { connectStripe } from './stripe.ts'

// What tests of the routes can't show: prices, keys, and refusals.

let fake: FakeStripe
beforeAll(async () => {
  fake = await fakeStripe({ secretKey: 'sk_test_1', now: () => new Date('2027-01-31T12:00:00Z') })
})
afterEach(() => fake.reset())
afterAll(() => fake.stop())

const connect = (more: object = {}) =>
  connectStripe({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    publishableKey: 'pk_test_1',
    apiUrl: fake.url,
    priceIds: {},
    ...more,
  })
const order = (checkoutId: string, name = 'Ann Lee') =>
  ({
    plan: 'basic',
    interval: 'month',
    checkoutId,
    customerId: null,
    landlord: { id: 'l1', email: 'ann@example.com', name },
  }) as const
const makePrice = (amount: string, key?: string) => {
  if (!products.has('p')) fake.account.createProduct({ id: 'p' })
  products.add('p')
  return fake.account.createPrice({
    product: 'p',
    currency: 'usd',
    unit_amount: amount,
    recurring: { interval: 'month' },
    ...(key ? { lookup_key: key } : {}),
  })
}
const products = new Set<string>()

test('a configured price is used when it costs what our page says, and refused when it does not', async () => {
  const [right, wrong] = [makePrice('2900'), makePrice('3500')]
  const state = await connect({ priceIds: { basic_month: right.id } }).createSubscription(order('c1'))
  expect(state).toMatchObject({ status: 'incomplete', plan: 'basic', interval: 'month', priceId: right.id })
  await expect(connect({ priceIds: { basic_month: wrong.id } }).createSubscription(order('c2'))).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The price of this plan is not set up correctly on our side. Please try again later.',
  })
  expect(fake.account.subscriptions.size).toBe(1)
})

test('a plan whose price changed gets a new price, and subscribers at the old price keep the plan', async () => {
  const old = makePrice('1900', 'keyhold_basic_month')
  old.metadata = { keyhold_plan: 'basic' }
  const stripe = connect()
  const state = await stripe.createSubscription(order('c3'))
  expect(state.priceId).not.toBe(old.id)
  expect(old.lookup_key).toBeNull()
  fake.account.subscription(state.subscriptionId).items.data[0].price = old
  expect(await stripe.findSubscription({ landlordId: 'l1', subscriptionId: state.subscriptionId })).toMatchObject({
    plan: 'basic',
    interval: 'month',
    priceId: old.id,
  })
})

test('a landlord renamed between two attempts can still subscribe', async () => {
  const stripe = connect()
  const [first, again] = [await stripe.createSubscription(order('c4')), await stripe.createSubscription(order('c4'))]
  expect(again).toEqual(first)
  expect(await stripe.createSubscription(order('c4', 'Ann Smith'))).toMatchObject({ status: 'incomplete' })
})

test('a wrong API key is reported as our fault, without the key', async () => {
  await expect(
    connect({ secretKey: 'sk_test_wrong' }).findSubscription({ landlordId: 'l1', subscriptionId: 'sub_1' }),
  ).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Card payments are not set up correctly on our side. Please try again later.',
  })
})

test('an id that Stripe does not know is null, and cancelling it does nothing', async () => {
  const stripe = connect()
  expect(await stripe.findSubscription({ landlordId: 'l1', subscriptionId: 'sub_none' })).toBeNull()
  expect(await stripe.cancelUnpaid({ landlordId: 'l1', subscriptionId: 'sub_none' })).toBeNull()
  expect(await stripe.findInvoice({ landlordId: 'l1', subscriptionId: 'sub_none' }, 'in_none')).toBeNull()
  await stripe.cancelNow({ landlordId: 'l1', subscriptionId: 'sub_none' })
})
