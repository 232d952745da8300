import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { summarizePayments } from '@keyhold/contracts/payments/payments'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPaymentsApp, type PaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
const ann = actors.landlord()
let tenantId = ''

beforeAll(async () => {
  app = await startPaymentsApp()
  const tenant = await app.addTenant(ann)
  tenantId = tenant.tenantId
  const charge = (form: Parameters<PaymentsApp['charge']>[2]) => app.charge(ann, tenantId, form)
  await charge({ dueDate: '2026-03-01', status: 'paid', paidDate: '2026-03-01', amount: 1000.1 })
  await charge({ dueDate: '2026-03-01', status: 'paid', paidDate: '2026-02-28', amount: 1000.2 })
  await charge({ dueDate: '2026-02-01', status: 'paid', paidDate: '2026-01-31', amount: 700 })
  await charge({
    dueDate: '2026-03-01',
    status: 'paid',
    paidDate: '2026-03-02',
    amount: 5000,
    paymentType: 'security_deposit',
  })
  await charge({ dueDate: '2026-03-15', status: 'partial', paidDate: '2026-03-05', amount: 1000, amountPaid: 0.3 })
  await charge({ dueDate: '2026-03-14', amount: 100, paymentType: 'late_fee' })
  await charge({ dueDate: '2026-03-16', amount: 77 })
  // Reported and not confirmed, so in none of the sums.
  await app.report(tenant, 50)
})
afterAll(() => app.stop())

const summary = async (query: Record<string, unknown> = {}, actor = ann) =>
  (await app.send(summarizePayments, actor, { query })).body

describe('the summary', () => {
  test('adds up to the cent and leaves deposits out of revenue', async () => {
    expect(await summary()).toEqual({
      totalRevenue: 2700.6,
      credit: 0,
      outstanding: 1176.7,
      count: 7,
      byStatus: {
        paid: { count: 4, amount: 7700.3, received: 7700.3, open: 0 },
        partial: { count: 1, amount: 1000, received: 0.3, open: 999.7 },
        overdue: { count: 1, amount: 100, received: 0, open: 100 },
        pending: { count: 1, amount: 77, received: 0, open: 77 },
      },
    })
  })

  test('takes the filters of the list', async () => {
    expect(await summary({ status: 'partial' })).toMatchObject({
      totalRevenue: 0.3,
      outstanding: 999.7,
      count: 1,
      byStatus: { paid: { count: 0, amount: 0, received: 0, open: 0 } },
    })
    expect(await summary({ paymentType: 'security_deposit' })).toMatchObject({
      totalRevenue: 0,
      count: 1,
      byStatus: { paid: { received: 5000 } },
    })
    expect(await summary({ tenantId, from: '2026-03-15', to: '2026-03-15' })).toMatchObject({ count: 1 })
    expect(await summary({ q: 'tess' })).toMatchObject({ count: 7 })
    expect(await summary({ q: 'nobody' })).toMatchObject({ count: 0, totalRevenue: 0, outstanding: 0 })
  })

  test('for a tenant who shares a tenancy covers the joint ledger and its credit', async () => {
    const zoe = actors.landlord()
    const { tenants } = await app.addRoommates(zoe, ['Cy', 'Dee'])
    const [cy, dee] = tenants.map((one) => one.tenantId)
    const { id } = await app.charge(zoe, dee!, { dueDate: '2026-03-01', amount: 80 })
    await app.report(tenants[1]!, 100)
    await app.verify(zoe, id)
    await app.charge(zoe, (await app.addTenant(zoe)).tenantId, { dueDate: '2026-03-01', amount: 7 })
    for (const who of [cy, dee])
      expect(await summary({ tenantId: who }, zoe)).toMatchObject({
        count: 1,
        totalRevenue: 100,
        credit: 20,
        outstanding: 0,
      })
  })

  test('of another landlord is empty', async () => {
    expect(await summary({}, actors.landlord())).toMatchObject({ count: 0, totalRevenue: 0, outstanding: 0 })
    expect(await summary({ tenantId }, actors.landlord())).toMatchObject({ count: 0 })
  })
})

describe("the dashboard's figures", () => {
  const dashboard = async (landlordId: string | null = ann.landlordId) =>
    (await app.send(paymentDashboard, actors.service('gateway', landlordId))).body

  test("count this month's and last month's money by the day it was received, and what is open and due", async () => {
    expect(await dashboard()).toEqual({
      monthlyRevenue: 1000.4,
      lastMonthRevenue: 1000.2,
      outstandingPayments: 1099.7,
      overdueCount: 1,
    })
    expect((await app.send(paymentDashboard, ann)).body).toEqual(await dashboard())
  })

  test('move on with the month', async () => {
    app.clock.set('2026-04-30T12:00:00Z')
    expect(await dashboard()).toMatchObject({ monthlyRevenue: 0, lastMonthRevenue: 1000.4, overdueCount: 2 })
    app.clock.set('2026-03-15T15:00:00Z')
  })

  test('are zero without a landlord', async () => {
    const nothing = { monthlyRevenue: 0, lastMonthRevenue: 0, outstandingPayments: 0, overdueCount: 0 }
    expect(await dashboard(null)).toEqual(nothing)
    expect(await dashboard(actors.landlord().landlordId)).toEqual(nothing)
  })
})
