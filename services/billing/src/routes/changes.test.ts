import { updateLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import {
  cancelSubscription,
  changePlan,
  payOpenInvoice,
  previewChange,
  resetSubscription,
  resumeSubscription,
} from '@keyhold/contracts/billing/subscriptions'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { cards, startBillingApp, subscriber } from '../testing/test-app.ts'

// Changing and cancelling a subscription in test mode, with the simulated provider.

const start = '2027-01-31T12:00:00Z'
const testApp = await startBillingApp({ clock: settableClock(start) })
const { app } = testApp
afterAll(() => app.stop())
afterEach(() => testApp.clock.set(start))

describe('a plan change', () => {
  const preview = (landlord: LandlordActor, plan: string, interval = 'month') =>
    app.send(previewChange, landlord, { query: { plan, interval } })

  test('costs what the preview says, by the day, and changes the property limit', async () => {
    const landlord = await subscriber(testApp)
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
    const changed = await app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(changed.body).toMatchObject({
      payment: null,
      subscription: { plan: 'professional', maxProperties: 25, subscriptionEndDate: '2027-02-28T12:00:00.000Z' },
    })
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 25, amountPaid: 25, status: 'paid' })
    const again = await app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect([again.status, again.body.payment]).toEqual([200, null])
    expect(await testApp.invoices(landlord)).toHaveLength(2)
  })

  test('to a cheaper plan turns the difference into credit for later invoices', async () => {
    const landlord = await subscriber(testApp, 'enterprise')
    const { body } = await preview(landlord, 'basic')
    expect([body.amountDue, body.maxProperties, body.renewalAmount]).toEqual([-170, 5, 29])
    await app.send(changePlan, landlord, { body: { plan: 'basic' } })
    expect(await testApp.status(landlord)).toMatchObject({ plan: 'basic', maxProperties: 5 })
    await testApp.reconcileAt('2027-02-28T12:00:00Z')
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 0, status: 'paid' })
    const up = await preview(landlord, 'enterprise')
    expect(up.body.lines.at(-1)).toEqual({ description: 'Credit applied', amount: -141 })
    expect(up.body.amountDue).toBe(29)
  })

  test('to yearly starts a year today, less the rest of the month', async () => {
    const landlord = await subscriber(testApp)
    const { body } = await preview(landlord, 'basic', 'year')
    expect([body.amountDue, body.renewsAt]).toEqual([270, '2028-01-31T12:00:00.000Z'])
    const changed = await app.send(changePlan, landlord, { body: { plan: 'basic', interval: 'year' } })
    expect(changed.body.subscription).toMatchObject({
      interval: 'year',
      subscriptionEndDate: '2028-01-31T12:00:00.000Z',
    })
  })

  test('whose charge fails waits for the payment, and the old plan holds until then', async () => {
    const landlord = await subscriber(testApp, 'basic', cards.failsOnRenewal)
    const asked = await app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
    expect(asked.body).toMatchObject({
      subscription: { plan: 'basic', maxProperties: 5 },
      payment: { amountDue: 170, provider: 'test' },
    })
    const again = await app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
    expect(again.body.payment).toEqual(asked.body.payment)
    const other = await app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(other.body.payment!.amountDue).toBe(50)
    expect((await testApp.pay(landlord, asked.body.payment!.clientSecret)).problem.code).toBe('nothing-to-pay')
    expect((await testApp.pay(landlord, other.body.payment!.clientSecret)).body).toMatchObject({
      plan: 'professional',
      maxProperties: 25,
    })
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'paid', 'void'])
  })

  test('that is not paid in time is dropped', async () => {
    const landlord = await subscriber(testApp, 'basic', cards.failsOnRenewal)
    await app.send(changePlan, landlord, { body: { plan: 'enterprise' } })
    await testApp.reconcileAt('2027-02-01T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({ plan: 'basic', pastDueSince: null })
    expect((await testApp.invoices(landlord)).map(({ status }) => status).toSorted()).toEqual(['paid', 'void'])
  })

  test('needs a paid subscription', async () => {
    const landlord = await testApp.landlord()
    for (const answer of [
      await preview(landlord, 'basic'),
      await app.send(changePlan, landlord, { body: { plan: 'professional' } }),
      await app.send(cancelSubscription, landlord),
      await app.send(resumeSubscription, landlord),
      await app.send(payOpenInvoice, landlord),
    ])
      expect([answer.status, answer.problem.code]).toEqual([409, 'not-subscribed'])
  })
})

describe('cancelling and resetting', () => {
  test('a cancelled subscription runs to the end of the paid period and is then cancelled', async () => {
    const landlord = await subscriber(testApp, 'professional')
    for (let i = 0; i < 2; i++)
      expect((await app.send(cancelSubscription, landlord)).body).toMatchObject({
        status: 'active',
        cancelAtPeriodEnd: true,
      })
    const change = await app.send(changePlan, landlord, { body: { plan: 'basic' } })
    expect(change.problem.detail).toBe('Your subscription is cancelled. Please resume it before you change the plan.')
    await testApp.reconcileAt('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'cancelled',
      plan: 'professional',
      cancelAtPeriodEnd: false,
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
    expect((await app.send(resumeSubscription, landlord)).problem.code).toBe('not-subscribed')
    expect(await testApp.invoices(landlord)).toHaveLength(1)
  })

  test('a cancellation that is undone in time changes nothing', async () => {
    const landlord = await subscriber(testApp)
    await app.send(cancelSubscription, landlord)
    expect((await app.send(resumeSubscription, landlord)).body.cancelAtPeriodEnd).toBe(false)
    await testApp.reconcileAt('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
  })

  test('a change without an interval keeps it, and one without a plan is refused', async () => {
    const landlord = await subscriber(testApp, 'basic', cards.pays, 'year')
    const preview = await app.send(previewChange, landlord, { query: { plan: 'professional' } })
    expect(preview.body).toMatchObject({ interval: 'year', renewalAmount: 799 })
    for (const call of [previewChange, changePlan] as const) {
      const { status, problem } = await app.send(call, landlord, { body: {}, query: {} })
      expect([status, problem.issues?.[0]?.path]).toEqual([400, 'plan'])
    }
    const changed = await app.send(changePlan, landlord, { body: { plan: 'professional' } })
    expect(changed.body.subscription).toMatchObject({ plan: 'professional', interval: 'year' })
  })

  test('a reset ends the subscription at once and restores what the account started with: the trial while it runs', async () => {
    const landlord = await subscriber(testApp, 'enterprise')
    const { trialEndDate } = await testApp.status(landlord)
    const nothing = {
      subscriptionStartDate: null,
      subscriptionEndDate: null,
      interval: null,
      provider: null,
      stripeSubscriptionId: null,
    }
    for (let i = 0; i < 2; i++) {
      const { status, body } = await app.send(resetSubscription, landlord)
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({ plan: 'basic', status: 'trial', maxProperties: 5, trialEndDate, ...nothing }),
      ])
    }
    await testApp.reconcileAt('2027-04-01T00:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({ status: 'expired', ...nothing })
    expect(await testApp.invoices(landlord)).toHaveLength(1)
  })

  test('a reset does not undo what an administrator set', async () => {
    const admin = testApp.user('super_admin')
    const form = { subscriptionPlan: 'basic', maxProperties: 2 }
    const set = (landlord: { userId: string }, subscriptionStatus: string) =>
      app.send(updateLandlordSubscription, admin, {
        body: { ...form, userId: landlord.userId, subscriptionStatus },
      })
    for (const status of ['expired', 'cancelled', 'trial', 'active']) {
      const landlord = await testApp.landlord()
      const { body } = await set(landlord, status)
      expect((await app.send(resetSubscription, landlord)).body, status).toEqual(body)
    }
    const paying = await subscriber(testApp, 'professional')
    await set(paying, 'cancelled')
    expect((await app.send(resetSubscription, paying)).body.status).toBe('expired')
  })

  test('a reset after the trial leaves it expired, and an unpaid payment can no longer be made', async () => {
    const landlord = await testApp.landlord()
    await testApp.reconcileAt('2027-02-20T12:00:00Z')
    const { body } = await testApp.subscribe(landlord)
    expect((await app.send(resetSubscription, landlord)).body).toMatchObject({
      status: 'expired',
      plan: 'basic',
    })
    expect((await testApp.pay(landlord, body.clientSecret)).status).toBe(409)
    expect(await testApp.invoices(landlord), 'what was never bought').toEqual([])
  })
})
