import { updateLandlordSubscription, viewLandlordSubscription } from '@keyhold/contracts/billing/admin-subscriptions'
import { cancelSubscription, changePlan, resetSubscription } from '@keyhold/contracts/billing/subscriptions'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { cards, startBillingApp, subscriber } from '../testing/test-app.ts'

// Credit from plan changes in test mode, with the simulated provider.

const start = '2027-01-31T12:00:00Z'
const testApp = await startBillingApp({ clock: settableClock(start) })
const { app } = testApp
const admin = testApp.user('super_admin')
afterAll(() => app.stop())
afterEach(() => testApp.clock.set(start))

/** A landlord on Basic with $170 of credit. */
async function credited(card = cards.pays) {
  const landlord = await subscriber(testApp, 'enterprise', card)
  await app.send(changePlan, landlord, { body: { plan: 'basic' } })
  return landlord
}
/** The same without a subscription. */
async function creditedAndReset() {
  const landlord = await credited()
  await app.send(resetSubscription, landlord)
  return landlord
}

test('credit from a plan change shows on the account, on its invoice, and in the event', async () => {
  const landlord = await credited()
  expect(await testApp.status(landlord)).toMatchObject({ plan: 'basic', credit: 170 })
  expect((await testApp.invoices(landlord))[0]).toMatchObject({
    description: 'Change to Basic (monthly)',
    status: 'paid',
    amountDue: 0,
    amountPaid: 0,
    creditAdded: 170,
    creditApplied: 0,
  })
  await app.settled()
  expect(testApp.published(landlord).at(-1)).toMatchObject({ credit: 170 })
})

test('renewals use the credit first and then the card', async () => {
  const landlord = await credited()
  const renewals = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30', '2027-07-31']
  const seen: number[][] = []
  for (const day of renewals) {
    await testApp.reconcileAt(`${day}T12:00:00Z`)
    const [invoice] = await testApp.invoices(landlord)
    seen.push([invoice!.creditApplied, invoice!.amountPaid, (await testApp.status(landlord)).credit])
  }
  expect(seen).toEqual([
    [29, 0, 141],
    [29, 0, 112],
    [29, 0, 83],
    [29, 0, 54],
    [29, 0, 25],
    [25, 4, 0],
  ])
})

describe('credit of an ended subscription', () => {
  test('outlives a reset, and a plan that it covers starts only when the landlord says so', async () => {
    const landlord = await creditedAndReset()
    const reset = await testApp.status(landlord)
    expect(reset).toMatchObject({ status: 'trial', plan: 'basic', credit: 170, stripeSubscriptionId: null })
    const before = await testApp.invoices(landlord)

    for (const plan of ['professional', 'basic', 'professional'] as const)
      expect((await testApp.subscribe(landlord, plan)).body).toMatchObject({
        clientSecret: null,
        amountDue: 0,
        creditApplied: plan === 'basic' ? 29 : 79,
        subscriptionId: null,
      })
    expect(await testApp.status(landlord), 'opening the page starts nothing').toEqual(reset)
    expect(await testApp.invoices(landlord)).toEqual(before)

    await testApp.payWithCredit(landlord, 'professional')
    expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'professional', credit: 91 })
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 0, creditApplied: 79, status: 'paid' })
    await testApp.reconcileAt('2027-02-28T12:00:00Z')
    expect((await testApp.status(landlord)).credit).toBe(12)

    // No card was ever asked for: what credit no longer covers waits for one.
    await testApp.reconcileAt('2027-03-31T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({ credit: 0, pastDueSince: '2027-03-31T12:00:00.000Z' })
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 67, creditApplied: 12, status: 'open' })
    await app.send(resetSubscription, landlord)
    expect((await testApp.status(landlord)).credit, 'the invoice that is void now gives it back').toBe(12)
  })

  test('pays a part of the first invoice, and is there again when that is not paid', async () => {
    const landlord = await creditedAndReset()
    const { body } = await testApp.subscribe(landlord, 'enterprise')
    expect(body).toMatchObject({ amountDue: 29, creditApplied: 170, clientSecret: expect.any(String) })
    expect((await testApp.status(landlord)).credit, 'nothing is used before the card is confirmed').toBe(170)
    await testApp.reconcileAt('2027-02-01T12:00:00Z')
    expect((await testApp.status(landlord)).credit).toBe(170)
    const again = await testApp.subscribe(landlord, 'enterprise')
    expect(again.body.subscriptionId).not.toBe(body.subscriptionId)
    const paid = await testApp.pay(landlord, again.body.clientSecret)
    expect(paid.body).toMatchObject({ status: 'active', plan: 'enterprise', credit: 0 })
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ amountDue: 29, amountPaid: 29, creditApplied: 170 })
  })

  test('is free again when a plan that it covers is chosen instead, and that does not start by itself', async () => {
    const landlord = await creditedAndReset()
    await testApp.subscribe(landlord, 'enterprise')
    expect((await testApp.subscribe(landlord, 'professional')).body).toMatchObject({ amountDue: 0, creditApplied: 79 })
    expect(await testApp.status(landlord)).toMatchObject({ status: 'trial', credit: 170 })
  })

  test('outlives a cancellation and what an administrator takes away, who sees it', async () => {
    const cancelled = await credited()
    await app.send(cancelSubscription, cancelled)
    await testApp.reconcileAt('2027-02-28T12:00:00Z')
    const ended = await credited()
    const taken = { subscriptionPlan: 'basic', subscriptionStatus: 'cancelled', maxProperties: 5 }
    await app.send(updateLandlordSubscription, admin, { body: { ...taken, userId: ended.userId } })
    for (const landlord of [cancelled, ended]) {
      const seen = await app.send(viewLandlordSubscription, admin, { query: { userId: landlord.userId } })
      expect([seen.status, seen.body]).toEqual([200, await testApp.status(landlord)])
      expect(seen.body).toMatchObject({ status: 'cancelled', credit: 170 })
      await testApp.payWithCredit(landlord)
      expect(await testApp.status(landlord)).toMatchObject({ status: 'active', credit: 141 })
    }
  })

  test('is used once by ten requests at once', async () => {
    const landlord = await creditedAndReset()
    const answers = await Promise.all(Array.from({ length: 10 }, () => testApp.payWithCredit(landlord)))
    expect(new Set(answers.map(({ status }) => status))).not.toContain(500)
    expect(await testApp.status(landlord)).toMatchObject({ status: 'active', credit: 141 })
    expect((await testApp.invoices(landlord)).filter(({ creditApplied }) => creditApplied > 0)).toHaveLength(1)
  })
})

test('a change that waits for its payment holds the credit, and gives it back when it is dropped', async () => {
  const landlord = await credited(cards.failsOnRenewal)
  const asked = await app.send(changePlan, landlord, { body: { plan: 'enterprise', interval: 'year' } })
  expect(asked.body).toMatchObject({
    subscription: { plan: 'basic', credit: 170 },
    payment: { amountDue: 1800, creditApplied: 170 },
  })
  const other = await app.send(changePlan, landlord, { body: { plan: 'professional', interval: 'year' } })
  expect(other.body.payment).toMatchObject({ amountDue: 600, creditApplied: 170 })
  await testApp.reconcileAt('2027-02-01T12:00:00Z')
  expect(await testApp.status(landlord)).toMatchObject({ plan: 'basic', credit: 170 })
  const again = await app.send(changePlan, landlord, { body: { plan: 'professional', interval: 'year' } })
  const paid = await testApp.pay(landlord, again.body.payment!.clientSecret)
  expect(paid.body).toMatchObject({ plan: 'professional', credit: 0 })
})

test("the administrator's view is the administrator's, and of landlords only", async () => {
  const landlord = await testApp.landlord()
  const view = (actor: typeof landlord, userId: string) =>
    app.send(viewLandlordSubscription, actor, { query: { userId } })
  expect((await view(landlord, landlord.userId)).status).toBe(403)
  expect((await view(admin, admin.userId)).status).toBe(404)
  expect((await view(admin, actors.landlord().userId)).status).toBe(404)
})
