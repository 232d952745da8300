import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { getPayment, listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

const app: PaymentsApp = await startPaymentsApp()
let ann = actors.landlord()
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
})
afterAll(() => app.stop())

async function rentIn(timeZone: string, dueDate: string) {
  const propertyId = await app.addProperty(ann, { timeZone })
  const tenant = await app.addTenant(ann, { propertyId })
  const { id } = await app.charge(ann, tenant.tenantId, { dueDate })
  return { id, tenant, status: async () => (await app.send(getPayment, ann, { params: { id } })).body.status }
}

describe('days are in the time zone of the property', () => {
  test('a rent due today in Los Angeles is not overdue while New York is already tomorrow', async () => {
    const west = await rentIn('America/Los_Angeles', '2026-04-01')
    const east = await rentIn('America/New_York', '2026-04-01')
    app.clock.set('2026-04-02T04:00:00Z') // midnight in New York, nine in the evening in Los Angeles
    expect([await west.status(), await east.status()]).toEqual(['pending', 'overdue'])
    expect((await app.send(listPayments, ann, { query: { status: 'overdue' } })).body.map(({ id }) => id)).toEqual([
      east.id,
    ])
    expect((await app.send(tenantStats, west.tenant)).body).toMatchObject({ status: 'due', balance: 1000 })
    expect((await app.send(tenantStats, east.tenant)).body).toMatchObject({ status: 'overdue' })
    expect((await app.send(paymentDashboard, actors.service('gateway', ann.landlordId))).body).toMatchObject({
      overdueCount: 1,
      outstandingPayments: 2000,
    })
    app.clock.set('2026-04-02T06:59:59Z')
    expect(await west.status()).toBe('pending')
    app.clock.set('2026-04-02T07:00:00Z')
    expect(await west.status()).toBe('overdue')
  })

  test('across a daylight saving change and on the other side of the world', async () => {
    const before = await rentIn('America/New_York', '2026-03-07')
    app.clock.set('2026-03-08T04:59:59Z')
    expect(await before.status()).toBe('pending')
    app.clock.set('2026-03-08T05:00:00Z')
    expect(await before.status()).toBe('overdue')
    const after = await rentIn('America/New_York', '2026-03-08')
    app.clock.set('2026-03-09T03:59:59Z')
    expect(await after.status()).toBe('pending')
    app.clock.set('2026-03-09T04:00:00Z')
    expect(await after.status()).toBe('overdue')
    const far = await rentIn('Pacific/Kiritimati', '2026-03-09')
    app.clock.set('2026-03-09T10:00:00Z')
    expect(await far.status()).toBe('overdue')
  })

  test('money is received on the local day', async () => {
    const west = await rentIn('America/Los_Angeles', '2026-04-01')
    const east = await rentIn('America/New_York', '2026-04-01')
    app.clock.set('2026-04-01T05:30:00Z')
    expect((await app.verify(ann, west.id)).body.paidDate).toBe('2026-03-31')
    expect((await app.verify(ann, east.id)).body.paidDate).toBe('2026-04-01')
    // In Los Angeles it is still March: money received there on March 31 belongs to this month, and in New York money received on April 1.
    expect((await app.send(paymentDashboard, actors.service('gateway', ann.landlordId))).body).toMatchObject({
      monthlyRevenue: 2000,
      lastMonthRevenue: 0,
    })
  })

  test('a rent due on the last day of February is overdue in March, one on leap day too', async () => {
    for (const [due, day] of [
      ['2026-02-28', '2026-03-01'],
      ['2028-02-29', '2028-03-01'],
    ] as const) {
      const rent = await rentIn('America/New_York', due)
      app.clock.set(`${due}T23:00:00Z`)
      expect(await rent.status()).toBe('pending')
      app.clock.set(`${day}T05:00:00Z`)
      expect(await rent.status()).toBe('overdue')
    }
  })

  test('without a known property, in New York time', async () => {
    const tenant = await app.addTenant(ann)
    await app.charge(ann, tenant.tenantId, { dueDate: '2026-03-15' })
    app.clock.set('2026-03-16T03:59:59Z')
    expect((await app.send(summarizePayments, ann)).body.byStatus.pending.count).toBe(1)
    app.clock.set('2026-03-16T04:00:00Z')
    expect((await app.send(summarizePayments, ann)).body.byStatus.overdue.count).toBe(1)
  })
})
