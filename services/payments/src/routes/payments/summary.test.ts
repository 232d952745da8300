import { giveCredit, writeOff } from '@keyhold/contracts/payments/credits'
import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { getPayment, paymentReceipt, summarizePayments } from '@keyhold/contracts/payments/payments'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReceipt, receiptSheet } from '../../domain/pdf/receipt.ts'
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
      credited: 0,
      credit: 0,
      outstanding: 1176.7,
      // The late fee of yesterday and the rest of what is due today.
      dueNow: 1099.7,
      count: 7,
      overdue: { count: 1, open: 100 },
      byStatus: {
        paid: { count: 4, amount: 7700.3, received: 7700.3, open: 0 },
        partial: { count: 1, amount: 1000, received: 0.3, open: 999.7 },
        overdue: { count: 1, amount: 100, received: 0, open: 100 },
        pending: { count: 1, amount: 77, received: 0, open: 77 },
      },
      nextRentPostsOn: null,
    })
  })

  test('says when the next rent of a tenant is posted, until the tenancy ends', async () => {
    const landlord = actors.landlord()
    const terms = { monthlyRent: 1100, startDate: '2026-02-01' }
    const billing = { dueDay: 1, proration: 'none', postingDays: 5, endsWithTerm: false } as const
    const [monthly] = (await app.addRoommates(landlord, ['Cy'], { ...terms, billing })).tenants
    const [leaving] = (await app.addRoommates(landlord, ['Di'], { ...terms, billing, movedOutOn: '2026-03-31' }))
      .tenants
    const [atOnce] = (await app.addRoommates(landlord, ['Eve'], terms)).tenants
    const nextOf = async (tenant: typeof monthly) =>
      (await summary({ tenantId: tenant!.tenantId }, landlord)).nextRentPostsOn
    expect([await nextOf(monthly), await nextOf(leaving), await nextOf(atOnce)]).toEqual([
      '2026-03-27',
      null,
      '2027-01-27',
    ])
    expect((await summary({}, landlord)).nextRentPostsOn).toBeNull()
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
        totalRevenue: 80,
        credit: 20,
        outstanding: 0,
      })
  })

  test('leaves what a concession or a write-off pays out of revenue, with every filter', async () => {
    const kim = actors.landlord()
    const { tenantId: of } = await app.addTenant(kim)
    await app.charge(kim, of, {
      dueDate: '2026-03-01',
      status: 'partial',
      paidDate: '2026-03-01',
      amount: 1000,
      amountPaid: 600,
    })
    const { id } = await app.charge(kim, of, { dueDate: '2026-03-02', amount: 50, paymentType: 'late_fee' })
    await app.charge(kim, of, { dueDate: '2026-03-03', amount: 300 })
    // 400 completes the rent, 20 goes to the late fee, of which 30 are written off.
    await app.send(giveCredit, kim, { params: { id: of }, body: { amount: 420, reason: 'No heating' } })
    await app.send(writeOff, kim, { params: { id }, body: { reason: 'Not worth it' } })
    const revenue = async (query: Record<string, unknown> = {}) => (await summary(query, kim)).totalRevenue
    expect(await summary({}, kim)).toMatchObject({ totalRevenue: 600, outstanding: 300 })
    expect(await revenue({ tenantId: of })).toBe(600)
    expect(await revenue({ status: 'paid' })).toBe(600)
    expect(await revenue({ status: 'overdue' })).toBe(0)
    expect(await revenue({ paymentType: 'late_fee' })).toBe(0)
    expect(await revenue({ paymentType: 'late_fee', status: 'paid' })).toBe(0)
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
    expect(await dashboard()).toMatchObject({ monthlyRevenue: 0, lastMonthRevenue: 1000.4, overdueCount: 3 })
    app.clock.set('2026-03-15T15:00:00Z')
  })

  test('are zero without a landlord', async () => {
    const nothing = { monthlyRevenue: 0, lastMonthRevenue: 0, outstandingPayments: 0, overdueCount: 0 }
    expect(await dashboard(null)).toEqual(nothing)
    expect(await dashboard(actors.landlord().landlordId)).toEqual(nothing)
  })
})

test('what a credit or a write-off pays is named beside what was received, on the charge, in the sums and on the receipt', async () => {
  const bob = actors.landlord()
  const { tenantId: who } = await app.addTenant(bob)
  const rent = await app.charge(bob, who, { amount: 1000, dueDate: '2026-03-01' })
  const read = async (id: string) => (await app.send(getPayment, bob, { params: { id } })).body
  await app.send(giveCredit, bob, { params: { id: who }, body: { amount: 100, reason: 'No heat' } })
  expect(await read(rent.id)).toMatchObject({
    amountPaid: 0,
    amountCredited: 100,
    amountWrittenOff: 0,
    balance: 900,
    paidDate: null,
    receiptUrl: null,
  })
  expect((await app.send(paymentReceipt, bob, { params: { id: rent.id } })).status).toBe(404)
  await app.verify(bob, rent.id, { amountPaid: 850, paymentMethod: 'cash' })
  await app.send(writeOff, bob, { params: { id: rent.id }, body: { reason: 'Agreed' } })
  expect(await read(rent.id)).toMatchObject({
    amountPaid: 850,
    amountCredited: 150,
    amountWrittenOff: 50,
    balance: 0,
    paymentMethod: 'cash',
    receiptUrl: `/api/payments/${rent.id}/receipt`,
  })
  expect(await summary({}, bob)).toMatchObject({ totalRevenue: 850, credited: 150, outstanding: 0 })
  expect(await summary({ tenantId: who }, bob)).toMatchObject({ totalRevenue: 850, credited: 150 })
  const asked = { landlordId: bob.landlordId, chargeId: rent.id }
  const facts = await readReceipt(app.db('payments'), bob, asked)
  expect(receiptSheet(facts!, new Map(), '2026-03-15T15:00:00Z').blocks).toMatchObject([
    {
      rows: [
        ['Mar 15, 2026', expect.any(String), expect.stringContaining('Cash'), expect.any(String), '$850.00', '$850.00'],
      ],
    },
    {
      items: [
        ['Rent', '$1,000.00', expect.any(String)],
        ['Received', '$850.00'],
        ['Credited or written off', '$150.00'],
        ['Remaining balance', '$0.00'],
      ],
    },
  ])
})

test('a charge that was written off whole is settled without money: no method, no day, and nothing received', async () => {
  const eve = actors.landlord()
  const { tenantId: who } = await app.addTenant(eve)
  const rent = await app.charge(eve, who, { amount: 1200, dueDate: '2026-03-01' })
  await app.send(writeOff, eve, { params: { id: rent.id }, body: { reason: 'Agreed' } })
  expect((await app.send(getPayment, eve, { params: { id: rent.id } })).body).toMatchObject({
    status: 'paid',
    amountPaid: 0,
    amountCredited: 1200,
    amountWrittenOff: 1200,
    balance: 0,
    paymentMethod: null,
    paidDate: null,
    receiptUrl: null,
  })
  const deposit = { paymentType: 'security_deposit', status: 'paid', paidDate: '2026-03-02' } as const
  await app.charge(eve, who, { ...deposit, dueDate: '2026-03-02', amount: 500 })
  await app.charge(eve, who, { dueDate: '2026-03-02', status: 'paid', paidDate: '2026-03-02', amount: 300 })
  await app.charge(eve, who, { dueDate: '2026-03-03', status: 'partial', amountPaid: 40, amount: 100 })
  await app.send(giveCredit, eve, { params: { id: who }, body: { amount: 10, reason: 'No heat' } })
  const byStatus = {
    paid: { count: 3, amount: 2000, received: 800, open: 0 },
    partial: { count: 1, amount: 100, received: 40, open: 50 },
  }
  // Of the whole ledger, and of the charges that a filter limits.
  for (const query of [{}, { tenantId: who }])
    expect(await summary(query, eve)).toMatchObject({ totalRevenue: 340, credited: 1210, byStatus })
  expect((await summary({ status: 'paid' }, eve)).byStatus.paid).toEqual(byStatus.paid)
})
