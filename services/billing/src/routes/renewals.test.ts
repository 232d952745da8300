import { listInvoices } from '@keyhold/contracts/billing/invoices'
import { changePlan, payOpenInvoice } from '@keyhold/contracts/billing/subscriptions'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { cards, startBillingApp, subscriber } from '../testing/test-app.ts'

// Renewals in test mode, with the simulated provider.

const start = '2027-01-31T12:00:00Z'
const testApp = await startBillingApp({ clock: settableClock(start) })
const { app } = testApp
afterAll(() => app.stop())
afterEach(() => testApp.clock.set(start))

// First, because the clock of the schedule itself cannot be set back.
describe('after a crash', () => {
  async function byTheClock(): Promise<void> {
    testApp.clock.set('2027-01-31T12:10:00Z')
    await app.tick()
  }

  test('a payment that only the provider has stored is found by the schedule and by the next request', async () => {
    for (const heal of [byTheClock, undefined]) {
      const landlord = await testApp.landlord()
      const { body } = await testApp.subscribe(landlord)
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
      else expect((await testApp.subscribe(landlord)).problem.code).toBe('already-subscribed')
      expect(await testApp.status(landlord)).toMatchObject({ status: 'active', plan: 'basic' })
    }
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
  test('are charged on the anchor day month after month, once each, also after an outage', async () => {
    const landlord = await subscriber(testApp)
    await testApp.reconcileAt('2027-02-28T11:50:00Z')
    expect(await testApp.invoices(landlord)).toHaveLength(1)
    await testApp.reconcileAt('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
    await testApp.reconcileAt('2027-07-01T00:00:00Z')
    await testApp.reconcileAt('2027-07-01T00:10:00Z')
    expect((await testApp.status(landlord)).subscriptionEndDate).toBe('2027-07-31T12:00:00.000Z')
    const last = await testApp.invoices(landlord)
    expect(last[0]).toMatchObject({
      status: 'paid',
      amountPaid: 29,
      periodStart: '2027-06-30T12:00:00.000Z',
      periodEnd: '2027-07-31T12:00:00.000Z',
    })
  })

  test('of a year that began on 29 February are on the 28th', async () => {
    testApp.clock.set('2028-02-29T08:00:00Z')
    const landlord = await subscriber(testApp, 'basic', cards.pays, 'year')
    expect(await testApp.status(landlord)).toMatchObject({
      interval: 'year',
      subscriptionEndDate: '2029-02-28T08:00:00.000Z',
    })
    await testApp.reconcileAt('2029-02-28T08:00:00Z')
    expect((await testApp.status(landlord)).subscriptionEndDate).toBe('2030-02-28T08:00:00.000Z')
  })

  test('that fail leave access, say since when, and are settled by a payment', async () => {
    const landlord = await subscriber(testApp, 'professional', cards.failsOnRenewal)
    await testApp.reconcileAt('2027-02-28T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'active',
      maxProperties: 25,
      pastDueSince: '2027-02-28T12:00:00.000Z',
      subscriptionEndDate: '2027-02-28T12:00:00.000Z',
    })
    const change = await app.send(changePlan, landlord, { body: { plan: 'basic' } })
    expect([change.status, change.problem.detail]).toEqual([
      409,
      'The last payment failed. Please pay it before you change the plan.',
    ])
    await testApp.reconcileAt('2027-03-04T12:00:00Z')
    const due = await app.send(payOpenInvoice, landlord)
    expect([due.status, due.body.amountDue]).toEqual([200, 79])
    const cured = await testApp.pay(landlord, due.body.clientSecret)
    expect(cured.body).toMatchObject({
      status: 'active',
      pastDueSince: null,
      subscriptionEndDate: '2027-03-31T12:00:00.000Z',
    })
    expect((await app.send(payOpenInvoice, landlord)).problem.code).toBe('nothing-to-pay')
    expect((await testApp.invoices(landlord)).map(({ status }) => status)).toEqual(['paid', 'paid'])
    await testApp.reconcileAt('2027-03-31T12:00:00Z')
    expect((await testApp.status(landlord)).pastDueSince).toBeNull()
  })

  test('that fail every retry cancel the subscription, and a new one can be created', async () => {
    const landlord = await subscriber(testApp, 'basic', cards.failsOnRenewal)
    await testApp.reconcileAt('2027-03-15T12:00:00Z')
    expect(await testApp.status(landlord)).toMatchObject({
      status: 'cancelled',
      pastDueSince: null,
      subscriptionEndDate: '2027-03-15T12:00:00.000Z',
    })
    expect((await testApp.invoices(landlord))[0]).toMatchObject({ status: 'uncollectible', amountPaid: 0 })
    await app.settled()
    expect(testApp.published(landlord).at(-1)!.status).toBe('cancelled')
    expect((await app.send(payOpenInvoice, landlord)).problem.code).toBe('not-subscribed')
    const { body } = await testApp.subscribe(landlord, 'professional')
    expect((await testApp.pay(landlord, body.clientSecret)).body).toMatchObject({
      status: 'active',
      plan: 'professional',
    })
  })
})

test('invoices are listed newest first, in pages that neither repeat nor miss one', async () => {
  const landlord = await subscriber(testApp)
  for (const month of ['02-28', '03-31', '04-30', '05-31']) await testApp.reconcileAt(`2027-${month}T12:00:00Z`)
  const numbers: string[] = []
  let cursor: string | undefined
  do {
    const page = await app.send(listInvoices, landlord, { query: { limit: 2, ...(cursor ? { cursor } : {}) } })
    expect(page.headers['x-total-count']).toBe('5')
    numbers.push(...page.body.map(({ number }) => number.slice(-4)))
    cursor = /cursor=([\w-]+)/.exec(page.headers.link ?? '')?.[1]
  } while (cursor)
  expect(numbers).toEqual(['0005', '0004', '0003', '0002', '0001'])
})
