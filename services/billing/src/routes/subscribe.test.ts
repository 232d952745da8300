import { updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { listInvoices } from '@keyhold/contracts/billing/invoices'
import {
  cancelSubscription,
  changePlan,
  createSubscription,
  landlordSubscription,
  offer,
  payOpenInvoice,
  previewChange,
  resetSubscription,
  resumeSubscription,
} from '@keyhold/contracts/billing/subscriptions'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { stripeWebhook } from '@keyhold/contracts/billing/webhooks'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { cards, startBillingApp, subscriber } from '../testing/test-app.ts'

// Subscribing in test mode, with the simulated provider.

const start = '2027-01-31T12:00:00Z'
const testApp = await startBillingApp({ clock: settableClock(start) })
const { app } = testApp
afterAll(() => app.stop())
afterEach(() => testApp.clock.set(start))

describe('a new subscription', () => {
  test('grants nothing until it is paid, then plan, limit and dates, and announces the change', async () => {
    const landlord = await testApp.landlord()
    const { status, body } = await testApp.subscribe(landlord, 'professional')
    expect([status, body]).toEqual([
      200,
      {
        clientSecret: expect.any(String),
        provider: 'test',
        publishableKey: null,
        amountDue: 79,
        creditApplied: 0,
        subscriptionId: expect.stringMatching(/^sub_test_/),
      },
    ])
    expect(await testApp.status(landlord)).toMatchObject({
      plan: 'basic',
      status: 'trial',
      maxProperties: 5,
      stripeSubscriptionId: null,
    })
    const paid = await testApp.pay(landlord, body.clientSecret)
    expect(paid.body).toMatchObject({
      plan: 'professional',
      status: 'active',
      maxProperties: 25,
      provider: 'test',
      interval: 'month',
      subscriptionStartDate: '2027-01-31T12:00:00.000Z',
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
      stripeSubscriptionId: body.subscriptionId,
    })
    await app.settled()
    expect(testApp.published(landlord).at(-1)).toEqual(paid.body)
    expect(await testApp.invoices(landlord)).toMatchObject([
      { status: 'paid', amountDue: 79, amountPaid: 79, description: 'Professional (monthly)', hostedUrl: null },
    ])
  })

  test('a declined card gives the reason and changes nothing, and another card can be tried', async () => {
    const landlord = await testApp.landlord()
    const { body } = await testApp.subscribe(landlord)
    const tries: [string, string][] = [
      [cards.declined, 'Your card was declined.'],
      [cards.insufficientFunds, 'Your card has insufficient funds.'],
      ['4242 4242 4242 4241', 'Your card number is incorrect.'],
      ['5555 5555 5555 4444', 'This is test mode: only test cards work here, such as 4242 4242 4242 4242.'],
    ]
    for (const [card, sentence] of tries) {
      const { status, problem } = await testApp.pay(landlord, body.clientSecret, card)
      expect([status, problem.code, problem.detail]).toEqual([402, 'card-declined', sentence])
    }
    const old = { clientSecret: body.clientSecret, cardNumber: cards.pays, cvc: '123', expiry: '12/26' }
    expect((await app.send(payTestCard, landlord, { body: old })).problem.detail).toBe('Your card has expired.')
    expect((await testApp.status(landlord)).status).toBe('trial')
    expect((await testApp.pay(landlord, body.clientSecret)).body.status).toBe('active')
  })

  test('twenty requests at once get the same payment, and paying twice charges once', async () => {
    // So that as many connections stand open: else they come one after the other.
    const others = await Promise.all(Array.from({ length: 8 }, () => testApp.landlord()))
    await Promise.all(others.map((other) => testApp.subscribe(other)))
    const landlord = await testApp.landlord()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => testApp.subscribe(landlord, 'enterprise', 'year')),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.clientSecret} ${body.amountDue}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(200)
    const secret = answers[0]!.body.clientSecret
    const paid = await Promise.all([
      testApp.pay(landlord, secret),
      testApp.pay(landlord, secret),
      testApp.pay(landlord, secret),
    ])
    for (const { status, body } of paid)
      expect([status, body.plan, body.maxProperties]).toEqual([200, 'enterprise', null])
    expect(await testApp.invoices(landlord)).toHaveLength(1)
    const again = await testApp.subscribe(landlord)
    expect([again.status, again.problem.code]).toEqual([409, 'already-subscribed'])
  })

  test('choosing another plan makes the unpaid subscription unpayable', async () => {
    const landlord = await testApp.landlord()
    const first = (await testApp.subscribe(landlord, 'basic')).body
    const second = (await testApp.subscribe(landlord, 'professional')).body
    expect(second.subscriptionId).not.toBe(first.subscriptionId)
    const late = await testApp.pay(landlord, first.clientSecret)
    expect([late.status, late.problem.code]).toEqual([409, 'nothing-to-pay'])
    expect((await testApp.pay(landlord, second.clientSecret)).body.plan).toBe('professional')
    expect(
      (await testApp.invoices(landlord)).map(({ status }) => status).toSorted(),
      'the form that was only opened has none',
    ).toEqual(['paid'])
  })

  test('a subscription left unpaid for a day can no longer be paid, and a new one can be created', async () => {
    const landlord = await testApp.landlord()
    const first = (await testApp.subscribe(landlord)).body
    await testApp.reconcileAt('2027-02-01T12:00:00Z')
    expect((await testApp.pay(landlord, first.clientSecret)).status).toBe(409)
    expect(await testApp.invoices(landlord), 'what was never bought').toEqual([])
    const second = (await testApp.subscribe(landlord)).body
    expect(second.subscriptionId).not.toBe(first.subscriptionId)
    expect((await testApp.pay(landlord, second.clientSecret)).body.subscriptionEndDate).toBe('2027-03-01T12:00:00.000Z')
  })

  test('the same Idempotency-Key replays the answer', async () => {
    const landlord = await testApp.landlord()
    const first = await testApp.subscribe(landlord, 'basic', 'month', 'once')
    const again = await testApp.subscribe(landlord, 'basic', 'month', 'once')
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, first.body, 'true'])
    const paid = await testApp.pay(landlord, first.body.clientSecret, cards.pays, 'pay once')
    expect((await testApp.pay(landlord, first.body.clientSecret, cards.pays, 'pay once')).body).toEqual(paid.body)
  })
})

describe('access', () => {
  const calls = [
    createSubscription,
    changePlan,
    cancelSubscription,
    resumeSubscription,
    payOpenInvoice,
    resetSubscription,
    previewChange,
    listInvoices,
  ]

  test('tenants and visitors are refused, and anyone can read the offer', async () => {
    for (const call of calls) {
      expect((await app.send(call, actors.tenantOf(actors.landlord()), { body: {} })).status).toBe(403)
      expect((await app.send(call, actors.visitor(), { body: {} })).status).toBe(401)
    }
    expect((await app.send(offer, actors.visitor())).body).toEqual({
      trialDays: 14,
      defaultMaxProperties: 5,
      provider: 'test',
    })
  })

  test("another landlord's payment cannot be made, nor can their invoices or subscription be read", async () => {
    const [landlord, other] = [await testApp.landlord(), await testApp.landlord()]
    const { body } = await testApp.subscribe(landlord)
    expect((await testApp.pay(other, body.clientSecret)).problem.code).toBe('nothing-to-pay')
    await testApp.pay(landlord, body.clientSecret)
    expect((await testApp.pay(other, body.clientSecret)).problem.code).toBe('nothing-to-pay')
    expect(await testApp.invoices(other)).toEqual([])
    expect((await testApp.status(other)).status).toBe('trial')
    expect((await app.send(landlordSubscription, other, { params: { landlordId: landlord.landlordId } })).status).toBe(
      404,
    )
  })

  test('a super admin cannot subscribe, and keeps unlimited access through a reset', async () => {
    const admin = testApp.user('super_admin')
    expect((await testApp.subscribe(admin)).problem.code).toBe('already-subscribed')
    expect((await app.send(resetSubscription, admin)).body).toMatchObject({
      status: 'active',
      maxProperties: null,
    })
  })

  test('a subscription paid through Stripe is not touched while Stripe is not connected', async () => {
    const landlord = await subscriber(testApp)
    await testApp.app
      .db('billing')
      .adminTransaction('as it was left by another configuration', (tx) =>
        tx.execute(`update subscriptions set provider = 'stripe' where landlord_id = '${landlord.landlordId}'`),
      )
    const before = await testApp.status(landlord)
    for (const { status, problem } of [await testApp.subscribe(landlord), await app.send(resetSubscription, landlord)])
      expect([status, problem.detail]).toEqual([
        503,
        'Your subscription is paid through Stripe, which is not connected right now. Please try again later.',
      ])
    expect(await testApp.status(landlord)).toEqual(before)
    const raise = { userId: landlord.userId, subscriptionPlan: 'basic', subscriptionStatus: 'active', maxProperties: 9 }
    const raised = await app.send(updateLandlordSubscription, testApp.user('super_admin'), { body: raise })
    expect([raised.status, raised.body.maxProperties], 'what asks nothing of Stripe goes on').toEqual([200, 9])
  })

  test('without Stripe there is no webhook', async () => {
    expect((await app.send(stripeWebhook, actors.visitor(), { body: {} })).status).toBe(404)
  })
})
