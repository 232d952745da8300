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
import { listInvoices } from '@keyhold/contracts/billing/invoices'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { stripeWebhook } from '@keyhold/contracts/billing/webhooks'
import { updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cards, startBillingApp, type BillingApp } from '../testing/test-app.ts'

// Test mode: the simulated provider, through the routes.

const start = '2027-01-31T12:00:00Z'
let testApp: BillingApp
beforeAll(async () => {
  testApp = await startBillingApp({ clock: settableClock(start) })
})
afterAll(() => testApp.app.stop())
afterEach(() => testApp.clock.set(start))

async function subscriber(
  plan: 'basic' | 'professional' | 'enterprise' = 'basic',
  card = cards.pays,
  interval: 'month' | 'year' = 'month',
) {
  const landlord = await testApp.landlord()
  const { body } = await testApp.begin(landlord, plan, interval)
  expect((await testApp.pay(landlord, body.clientSecret, card)).status).toBe(200)
  return landlord
}

// First: the schedule itself runs here, and its clock doesn't go back.
describe('after a crash', () => {
  async function byTheClock(): Promise<void> {
    testApp.clock.set('2027-01-31T12:10:00Z')
    await testApp.app.tick()
  }

  test('a payment noted by the provider alone is found by the clock and by the next question', async () => {
    for (const heal of [byTheClock, undefined]) {
      const landlord = await testApp.landlord()
      const { body } = await testApp.begin(landlord)
      // The provider's own record changes, and ours does not learn of it.
      const account = {
        status: 'active',
        invoices: [{ ...(await accountOf(body.subscriptionId)).invoices[0], status: 'paid', amountPaid: 2900 }],
      }
      await testApp.app
        .db('billing')
        .adminTransaction('as a crash leaves it', (tx) =>
          tx.execute(
            `update test_accounts set account = account || '${JSON.stringify(account)}'::jsonb where subscription_id = '${body.subscriptionId}'`,
          ),
        )
      expect((await testApp.status(landlord)).status).toBe('trial')
      if (heal) await heal()
      else expect((await testApp.begin(landlord)).problem.code).toBe('already-subscribed')
      expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
    }
  })
})

describe('beginning a subscription', () => {
  test('grants nothing until it is paid, then plan, cap, dates, and the others hear of it', async () => {
    const landlord = await testApp.landlord()
    const { status, body } = await testApp.begin(landlord, 'professional')
    expect([status, body]).toEqual([
      200,
      {
        clientSecret: expect.any(String),
        provider: 'test',
        publishableKey: null,
        amountDue: 79,
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
    await testApp.app.settled()
    expect(testApp.told(landlord).at(-1)).toEqual(paid.body)
    expect(await testApp.invoices(landlord)).toMatchObject([
      { status: 'paid', amountDue: 79, amountPaid: 79, description: 'Professional (monthly)', hostedUrl: null },
    ])
  })

  test('a declined card says why, keeps nothing, and another one may be tried', async () => {
    const landlord = await testApp.landlord()
    const { body } = await testApp.begin(landlord)
    const tries: [string, string][] = [
      [cards.declined, 'Your card was declined.'],
      [cards.poor, 'Your card has insufficient funds.'],
      ['4242 4242 4242 4241', 'Your card number is incorrect.'],
      ['5555 5555 5555 4444', 'This is test mode: only test cards work here, such as 4242 4242 4242 4242.'],
    ]
    for (const [card, sentence] of tries) {
      const { status, problem } = await testApp.pay(landlord, body.clientSecret, card)
      expect([status, problem.code, problem.detail]).toEqual([402, 'card-declined', sentence])
    }
    const old = { clientSecret: body.clientSecret, cardNumber: cards.pays, cvc: '123', expiry: '12/26' }
    expect((await testApp.app.send(payTestCard, landlord, { body: old })).problem.detail).toBe('Your card has expired.')
    expect((await testApp.status(landlord)).status).toBe('trial')
    expect((await testApp.pay(landlord, body.clientSecret)).body.status).toBe('active')
  })

  test('asked again, twenty times at once, it is the same payment; paying twice pays once', async () => {
    // So that as many connections stand open: else they come one after the other.
    const others = await Promise.all(Array.from({ length: 8 }, () => testApp.landlord()))
    await Promise.all(others.map((other) => testApp.begin(other)))
    const landlord = await testApp.landlord()
    const answers = await Promise.all(Array.from({ length: 20 }, () => testApp.begin(landlord, 'enterprise', 'year')))
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
    const again = await testApp.begin(landlord)
    expect([again.status, again.problem.code]).toEqual([409, 'already-subscribed'])
  })

  test('another plan takes the place of the unpaid one, which can no longer be paid', async () => {
    const landlord = await testApp.landlord()
    const first = (await testApp.begin(landlord, 'basic')).body
    const second = (await testApp.begin(landlord, 'professional')).body
    expect(second.subscriptionId).not.toBe(first.subscriptionId)
    const late = await testApp.pay(landlord, first.clientSecret)
    expect([late.status, late.problem.code]).toEqual([409, 'nothing-to-pay'])
    expect((await testApp.pay(landlord, second.clientSecret)).body.plan).toBe('professional')
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted(), 'nothing is left open').toEqual([
      'paid',
      'void',
    ])
  })

  test('one that was left unpaid for a day makes room for a new one', async () => {
    const landlord = await testApp.landlord()
    const first = (await testApp.begin(landlord)).body
    await testApp.at('2027-02-01T12:00:00Z')
    expect((await testApp.pay(landlord, first.clientSecret)).status).toBe(409)
    expect(await testApp.invoices(landlord)).toMatchObject([{ status: 'void' }])
    const second = (await testApp.begin(landlord)).body
    expect(second.subscriptionId).not.toBe(first.subscriptionId)
    expect((await testApp.pay(landlord, second.clientSecret)).body.subscriptionEndDate).toBe('2027-03-01T12:00:00.000Z')
  })

  test('the same Idempotency-Key replays the answer', async () => {
    const landlord = await testApp.landlord()
    const first = await testApp.begin(landlord, 'basic', 'month', 'once')
    const again = await testApp.begin(landlord, 'basic', 'month', 'once')
    expect([again.status, again.body, again.headers['idempotency-replayed']]).toEqual([200, first.body, 'true'])
    const paid = await testApp.pay(landlord, first.body.clientSecret, cards.pays, 'pay once')
    expect((await testApp.pay(landlord, first.body.clientSecret, cards.pays, 'pay once')).body).toEqual(paid.body)
  })
})

async function accountOf(subscriptionId: string) {
  const rows = await testApp.app
    .db('billing')
    .adminTransaction('what the provider knows', (tx) =>
      tx.execute<{ account: { invoices: object[] } }>(
        `select account from test_accounts where subscription_id = '${subscriptionId}'`,
      ),
    )
  return rows[0]!.account
}

describe('renewals', () => {
  test('are taken on the anchor, month after month, also after an outage, each once', async () => {
    const landlord = await subscriber()
    await testApp.at('2027-02-28T11:50:00Z')
    expect(await testApp.invoices(landlord)).toHaveLength(1)
    await testApp.at('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
    await testApp.at('2027-07-01T00:00:00Z')
    await testApp.at('2027-07-01T00:10:00Z')
    expect((await testApp.status(landlord)).subscriptionEndDate).toBe('2027-07-31T12:00:00.000Z')
    const last = await testApp.invoices(landlord)
    expect(last[0]).toMatchObject({
      status: 'paid',
      amountPaid: 29,
      periodStart: '2027-06-30T12:00:00.000Z',
      periodEnd: '2027-07-31T12:00:00.000Z',
    })
  })

  test('of a year begun on 29 February fall on the 28th', async () => {
    testApp.clock.set('2028-02-29T08:00:00Z')
    const landlord = await subscriber('basic', cards.pays, 'year')
    expect(await testApp.status(landlord)).toMatchObject({
      interval: 'year',
      subscriptionEndDate: '2029-02-28T08:00:00.000Z',
    })
    await testApp.at('2029-02-28T08:00:00Z')
    expect((await testApp.status(landlord)).subscriptionEndDate).toBe('2030-02-28T08:00:00.000Z')
  })

  test('that fail leave access, say since when, and are cured by a payment', async () => {
    const landlord = await subscriber('professional', cards.failsLater)
    await testApp.at('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      maxProperties: 25,
      pastDueSince: '2027-02-28T12:00:00.000Z',
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
    const change = await testApp.app.send(changePlan, landlord, { body: { plan: 'basic' } })
    expect([change.status, change.problem.detail]).toEqual([
      409,
      'The last payment failed. Please pay it before you change the plan.',
    ])
    await testApp.at('2027-03-04T12:00:00Z')
    const due = await testApp.app.send(payOpenInvoice, landlord)
    expect([due.status, due.body.amountDue]).toEqual([200, 79])
    const cured = await testApp.pay(landlord, due.body.clientSecret)
    expect(cured.body).toMatchObject({
      status: 'active',
      pastDueSince: null,
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
    expect((await testApp.app.send(payOpenInvoice, landlord)).problem.code).toBe('nothing-to-pay')
    expect((await testApp.invoices(landlord)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    await testApp.at('2027-03-31T12:00:00Z')
    expect((await testApp.status(landlord)).pastDueSince).toBeNull()
  })

  test('that fail to the end cancel the subscription, and a new one can be begun', async () => {
    const landlord = await subscriber('basic', cards.failsLater)
    await testApp.at('2027-03-15T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'cancelled',
      pastDueSince: null,
      subscriptionEndDate: '2027-03-15T12:00:00.000Z',
    })
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ status: 'uncollectible', amountPaid: 0 })
    await testApp.app.settled()
    expect(testApp.told(landlord).at(-1)!.status).toBe('cancelled')
    expect((await testApp.app.send(payOpenInvoice, landlord)).problem.code).toBe('not-subscribed')
    const { body } = await testApp.begin(landlord, 'professional')
    expect((await testApp.pay(landlord, body.clientSecret)).body).toMatchObject({
      status: 'active',
      plan: 'professional',
    })
  })
})

describe('changing the plan', () => {
  const preview = (landlord: Awaited<ReturnType<typeof subscriber>>, plan: string, interval = 'month') =>
    testApp.app.send(previewChange, landlord, { query: { plan, interval } })

  test('costs what the preview says, by the day, and the cap follows', async () => {
    const landlord = await subscriber()
    testApp.clock.set('2027-02-14T13:00:00Z') // half of the 28 days are over
    const { body } = await preview(landlord, 'professional')
    expect(body).toEqual({
      plan: 'professional',
      interval: 'month',
      lines: [
        { description: 'Unused time on Basic (monthly)', amount: -14.5 },
        { description: 'Remaining time on Professional (monthly)', amount: 39.5 },
      ],
      amountDue: 25,
      renewsAt: '2027-02-28T12:00:00.000Z',
      renewalAmount: 79,
      maxProperties: 25,
    })
    const changed = await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(changed.body).toMatchObject({
      payment: null,
      subscription: { plan: 'professional', maxProperties: 25, subscriptionEndDate: '2027-02-28T12:00:00.000Z' },
    })
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 25, amountPaid: 25, status: 'paid' })
    const again = await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect([again.status, again.body.payment]).toEqual([200, null])
    expect(await testApp.invoices(landlord)).toHaveLength(2)
  })

  test('down keeps the difference as credit for what comes', async () => {
    const landlord = await subscriber('enterprise')
    const { body } = await preview(landlord, 'basic')
    expect([body.amountDue, body.maxProperties, body.renewalAmount]).toEqual([-170, 5, 29])
    await testApp.app.send(changePlan, landlord, { body: { plan: 'basic' } })
    expect(await testApp.status(landlord)).toMatchObject({ plan: 'basic', maxProperties: 5 })
    await testApp.at('2027-02-28T12:00:00Z')
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 0, status: 'paid' })
    const up = await preview(landlord, 'enterprise')
    expect(up.body.lines.at(-1)).toEqual({ description: 'Credit from earlier changes', amount: -141 })
    expect(up.body.amountDue).toBe(29)
  })

  test('to yearly starts a year today, less what is left of the month', async () => {
    const landlord = await subscriber()
    const { body } = await preview(landlord, 'basic', 'year')
    expect([body.amountDue, body.renewsAt]).toEqual([270, '2028-01-31T12:00:00.000Z'])
    const changed = await testApp.app.send(changePlan, landlord, { body: { plan: 'basic', interval: 'year' } })
    expect(changed.body.subscription).toMatchObject({
      interval: 'year',
      subscriptionEndDate: '2028-01-31T12:00:00.000Z',
    })
  })

  test('that the card does not pay waits for the payment, and the old plan holds until then', async () => {
    const landlord = await subscriber('basic', cards.failsLater)
    const asked = await testApp.app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
    expect(asked.body).toMatchObject({
      subscription: { plan: 'basic', maxProperties: 5 },
      payment: { amountDue: 170, provider: 'test' },
    })
    const again = await testApp.app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
    expect(again.body.payment).toEqual(asked.body.payment)
    const other = await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(other.body.payment!.amountDue).toBe(50)
    expect((await testApp.pay(landlord, asked.body.payment!.clientSecret)).problem.code).toBe('nothing-to-pay')
    expect((await testApp.pay(landlord, other.body.payment!.clientSecret)).body).toMatchObject({
      plan: 'professional',
      maxProperties: 25,
    })
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'void'])
  })

  test('and not paying for it in time leaves all as it was', async () => {
    const landlord = await subscriber('basic', cards.failsLater)
    await testApp.app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
    await testApp.at('2027-02-01T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({ plan: 'basic', pastDueSince: null })
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'void'])
  })

  test('needs a paid subscription', async () => {
    const landlord = await testApp.landlord()
    for (const answer of [
      await preview(landlord, 'basic'),
      await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } }),
      await testApp.app.send(cancelSubscription, landlord),
      await testApp.app.send(resumeSubscription, landlord),
      await testApp.app.send(payOpenInvoice, landlord),
    ])
      expect([answer.status, answer.problem.code]).toEqual([409, 'not-subscribed'])
  })
})

describe('ending', () => {
  test('a cancelled subscription runs to the end of what is paid, then reads cancelled', async () => {
    const landlord = await subscriber('professional')
    for (let i = 0; i < 2; i++)
      expect((await testApp.app.send(cancelSubscription, landlord)).body).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: true,
      })
    const change = await testApp.app.send(changePlan, landlord, { body: { plan: 'basic' } })
    expect(change.problem.detail).toBe('Your subscription is cancelled. Please resume it before you change the plan.')
    await testApp.at('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'cancelled',
      plan: 'professional',
      cancelAtPeriodEnd: false,
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
    expect((await testApp.app.send(resumeSubscription, landlord)).problem.code).toBe('not-subscribed')
    expect(await testApp.invoices(landlord)).toHaveLength(1)
  })

  test('a cancellation taken back in time changes nothing', async () => {
    const landlord = await subscriber()
    await testApp.app.send(cancelSubscription, landlord)
    expect((await testApp.app.send(resumeSubscription, landlord)).body.cancelAtPeriodEnd).toBe(false)
    await testApp.at('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
  })

  test('a change that does not say so keeps the interval, and one without a plan is none', async () => {
    const landlord = await subscriber('basic', cards.pays, 'year')
    const preview = await testApp.app.send(previewChange, landlord, { query: { plan: 'professional' } })
    expect(preview.body).toMatchObject({ interval: 'year', renewalAmount: 799 })
    for (const call of [previewChange, changePlan] as const) {
      const { status, problem } = await testApp.app.send(call, landlord, { body: {}, query: {} } as never)
      expect([status, problem.issues?.[0]?.path]).toEqual([400, 'plan'])
    }
    const changed = await testApp.app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(changed.body.subscription).toMatchObject({ plan: 'professional', interval: 'year' })
  })

  test('a reset ends it at once and gives back what the account began with: the trial while it runs', async () => {
    const landlord = await subscriber('enterprise')
    const { trialEndDate } = await testApp.status(landlord)
    const nothing = {
      subscriptionStartDate: null,
      subscriptionEndDate: null,
      interval: null,
      provider: null,
      stripeSubscriptionId: null,
    }
    for (let i = 0; i < 2; i++) {
      const { status, body } = await testApp.app.send(resetSubscription, landlord)
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ plan: 'basic', status: 'trial', maxProperties: 5, trialEndDate, ...nothing }),
      ])
    }
    await testApp.at('2027-04-01T00:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({ status: 'expired', ...nothing })
    expect(await testApp.invoices(landlord)).toHaveLength(1)
  })

  test("a reset takes an administrator's word back in nothing", async () => {
    const admin = testApp.person('super_admin')
    const form = { subscriptionPlan: 'basic', maxProperties: 2 }
    const set = (landlord: { userId: string }, subscriptionStatus: string) =>
      testApp.app.send(updateLandlordSubscription, admin, {
        body: { ...form, userId: landlord.userId, subscriptionStatus },
      })
    for (const status of ['expired', 'cancelled', 'trial', 'active']) {
      const landlord = await testApp.landlord()
      const { body } = await set(landlord, status)
      expect((await testApp.app.send(resetSubscription, landlord)).body, status).toEqual(body)
    }
    const paying = await subscriber('professional')
    await set(paying, 'cancelled')
    expect((await testApp.app.send(resetSubscription, paying)).body.status).toBe('expired')
  })

  test('a reset after the trial reads expired, and an unpaid payment is gone with it', async () => {
    const landlord = await testApp.landlord()
    await testApp.at('2027-02-20T12:00:00Z')
    const { body } = await testApp.begin(landlord)
    expect((await testApp.app.send(resetSubscription, landlord)).body).toMatchObject({
      status: 'expired',
      plan: 'basic',
    })
    expect((await testApp.pay(landlord, body.clientSecret)).status).toBe(409)
    expect(await testApp.invoices(landlord)).toMatchObject([{ status: 'void' }])
  })
})

describe('who may', () => {
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

  test('tenants and visitors do none of it; anyone reads the offer', async () => {
    for (const call of calls) {
      expect((await testApp.app.send(call, actors.tenantOf(actors.landlord()), { body: {} })).status).toBe(403)
      expect((await testApp.app.send(call, actors.visitor(), { body: {} })).status).toBe(401)
    }
    expect((await testApp.app.send(offer, actors.visitor())).body).toEqual({
      trialDays: 14,
      defaultMaxProperties: 5,
      provider: 'test',
    })
  })

  test("another landlord's payment can't be paid, nor its invoices or subscription be seen", async () => {
    const [landlord, other] = [await testApp.landlord(), await testApp.landlord()]
    const { body } = await testApp.begin(landlord)
    expect((await testApp.pay(other, body.clientSecret)).problem.code).toBe('nothing-to-pay')
    await testApp.pay(landlord, body.clientSecret)
    expect((await testApp.pay(other, body.clientSecret)).problem.code).toBe('nothing-to-pay')
    expect(await testApp.invoices(other)).toEqual([])
    expect((await testApp.status(other)).status).toBe('trial')
    expect(
      (await testApp.app.send(landlordSubscription, other, { params: { landlordId: landlord.landlordId } })).status,
    ).toBe(404)
  })

  test('a super admin, who has no limits, buys nothing, and keeps them through a reset', async () => {
    const admin = testApp.person('super_admin')
    expect((await testApp.begin(admin)).problem.code).toBe('already-subscribed')
    expect((await testApp.app.send(resetSubscription, admin)).body).toMatchObject({
      status: 'active',
      maxProperties: null,
    })
  })

  test('what is paid through Stripe is not touched while Stripe is not connected', async () => {
    const landlord = await subscriber()
    await testApp.app
      .db('billing')
      .adminTransaction('as it was left by another configuration', (tx) =>
        tx.execute(`update subscriptions set provider = 'stripe' where landlord_id = '${landlord.landlordId}'`),
      )
    const before = await testApp.status(landlord)
    for (const { status, problem } of [
      await testApp.begin(landlord),
      await testApp.app.send(resetSubscription, landlord),
    ])
      expect([status, problem.detail]).toEqual([
        503,
        'Your subscription is paid through Stripe, which is not connected right now. Please try again later.',
      ])
    expect(await testApp.status(landlord)).toEqual(before)
    const raise = { userId: landlord.userId, subscriptionPlan: 'basic', subscriptionStatus: 'active', maxProperties: 9 }
    const raised = await testApp.app.send(updateLandlordSubscription, testApp.person('super_admin'), { body: raise })
    expect([raised.status, raised.body.maxProperties], 'what asks nothing of Stripe goes on').toEqual([200, 9])
  })

  test('without Stripe there is no webhook', async () => {
    expect((await testApp.app.send(stripeWebhook, actors.visitor(), { body: {} })).status).toBe(404)
  })
})

test('invoices come newest first, in pages that neither repeat nor miss one', async () => {
  const landlord = await subscriber()
  for (const month of ['02-28', '03-31', '04-30', '05-31']) await testApp.at(`2027-${month}T12:00:00Z`)
  const numbers: string[] = []
  let cursor: string | undefined
  do {
    const page = await testApp.app.send(listInvoices, landlord, { query: { limit: 2, ...(cursor ? { cursor } : {}) } })
    expect(page.headers['x-total-count']).toBe('5')
    numbers.push(...page.body.map(({ number }) => number.slice(-4)))
    cursor = /cursor=([\w-]+)/.exec(page.headers.link ?? '')?.[1]
  } while (cursor)
  expect(numbers).toEqual(['0005', '0004', '0003', '0002', '0001'])
})
