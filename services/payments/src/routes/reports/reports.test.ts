import {
  ageing,
  ageingTotals,
  rentRoll,
  rentRollTotals,
  reportFile,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { cancelPayment, summarizePayments } from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import { giveCredit, refundCredit } from '@keyhold/contracts/payments/credits'
import { recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { applyDeposit, depositTotals } from '@keyhold/contracts/payments/deposits'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { startReportApp } from '../../testing/report-test-app.ts'

const app = await startReportApp()
let ann = actors.landlord()
beforeEach(() => {
  ann = actors.landlord()
  app.clock.set('2026-03-15T15:00:00Z')
  Object.assign(app.maintenance, { isDown: false, costs: [], asked: [] })
})
afterAll(() => app.stop())

const summaryOf = async (query: Record<string, unknown> = {}, actor = ann) =>
  (await app.send(reportSummary, actor, { query })).body
const rollOf = async (query: Record<string, unknown> = {}, actor = ann) =>
  (await app.send(rentRoll, actor, { query })).body
const rollSums = async (query: Record<string, unknown> = {}, actor = ann) =>
  (await app.send(rentRollTotals, actor, { query })).body.totals
const agedOf = async (query: Record<string, unknown> = {}, actor = ann) =>
  (await app.send(ageingTotals, actor, { query })).body
const paid = (
  tenantId: string,
  dueDate: string,
  amount: number,
  paidDate: string,
  more: Record<string, unknown> = {},
) => app.charge(ann, tenantId, { dueDate, amount, status: 'paid', paidDate, ...more })
const reverse = (id: string) =>
  app.send(reversePayment, ann, { params: { id }, body: { reason: 'Returned by the bank' } })

/** Elm with two units and Oak with one; Tess in Elm's first unit, Cy and Dee together in the second, Oak vacant. */
async function startWithPortfolio() {
  const elm = await app.addProperty(ann, { name: 'Elm 1' })
  const oak = await app.addProperty(ann, { name: 'Oak 2' })
  const loft = await app.publishUnit(ann, elm, 'Loft', { marketRent: 900 })
  const tess = await app.addTenant(ann, { propertyId: elm, leaseStartDate: '2025-03-01', leaseEndDate: '2026-02-28' })
  const {
    tenants: [cy, dee],
  } = await app.addRoommates(ann, ['Cy', 'Dee'], { propertyId: elm, unitId: loft, startDate: '2026-02-10' })
  return { elm, oak, loft, tess: tess.tenantId, cy: cy!.tenantId, dee: dee!.tenantId }
}

describe('the summary', () => {
  test('counts money by the day it was received, charges by their due date, and costs by the day of completion', async () => {
    const { elm, oak, tess, cy } = await startWithPortfolio()
    app.maintenance.costs = [
      { on: '2026-03-02', propertyId: oak, amount: 120.35 },
      { on: '2026-02-27', propertyId: elm, amount: 80 },
    ]
    await paid(tess, '2026-03-01', 1000.1, '2026-03-01')
    await paid(tess, '2026-02-01', 900, '2026-02-28')
    await paid(tess, '2026-03-01', 500, '2026-03-02', { paymentType: 'security_deposit' })
    await app.charge(ann, cy, {
      dueDate: '2026-03-10',
      amount: 800,
      status: 'partial',
      amountPaid: 300,
      paidDate: '2026-03-11',
      propertyId: elm,
    })
    await app.charge(ann, cy, { dueDate: '2026-02-10', amount: 50, paymentType: 'late_fee' })
    await app.charge(ann, cy, { dueDate: '2026-03-31', amount: 70 })
    await app.charge(ann, cy, { dueDate: '2026-04-01', amount: 800 })
    const {
      properties,
      basis: _,
      ...figures
    } = (await summaryOf()) as Awaited<ReturnType<typeof summaryOf>> & { basis?: never }
    expect(figures).toMatchObject({
      period: 'monthly',
      asOf: '2026-03-15',
      from: '2026-03-01',
      to: '2026-03-31',
      previousFrom: '2026-02-01',
      previousTo: '2026-02-28',
      revenue: { value: 1300.1, previous: 900, change: 44.5 },
      charged: { value: 1800.1, previous: 950 },
      pending: { value: 70, previous: 0, change: null },
      outstanding: { value: 550, previous: 50 },
      maintenanceCosts: { value: 120.35, previous: 80 },
      netIncome: { value: 1179.75, previous: 820 },
      occupancyRate: { value: 67, previous: 67, change: 0 },
      depositsHeld: 500,
      paymentsByStatus: {
        paid: { count: 2, amount: 1500.1, open: 0 },
        partial: { count: 0, amount: 0, open: 0 },
        pending: { count: 1, amount: 70, open: 70 },
        // Partly paid and late.
        overdue: { count: 1, amount: 800, open: 500 },
      },
    })
    expect(figures.revenue.basis).toMatchObject({
      rule: 'report.revenue/1',
      formula: 'Money applied to charges, less returns: $1,800.10 − $500.00 for security deposits = $1,300.10',
    })
    expect(figures.occupancyRate.basis.formula).toBe(
      '2 of 3 units occupied on Mar 15, 2026 = 2 ÷ 3 × 100, rounded = 67%',
    )
    expect(properties).toEqual([
      {
        propertyId: elm,
        name: 'Elm 1',
        units: 2,
        occupiedUnits: 2,
        revenue: 1300.1,
        outstanding: 550,
        maintenanceCosts: 0,
        netIncome: 1300.1,
      },
      {
        propertyId: oak,
        name: 'Oak 2',
        units: 1,
        occupiedUnits: 0,
        revenue: 0,
        outstanding: 0,
        maintenanceCosts: 120.35,
        netIncome: -120.35,
      },
    ])
  })
})

describe('the revenue of one property', () => {
  const linesOf = ({ basis }: { basis: { formula: string; inputs: Record<string, unknown> } }) => [
    basis.formula,
    basis.inputs.amountApplied,
    basis.inputs.deposits,
  ]

  test('is explained by what was applied to its own charges, without what is kept as credit or was forgiven', async () => {
    const { elm, oak, tess } = await startWithPortfolio()
    await paid(tess, '2026-03-01', 1000, '2026-03-02')
    await paid(tess, '2026-03-01', 500, '2026-03-02', { paymentType: 'security_deposit' })
    await paid(tess, '2026-03-03', 40, '2026-03-03', { paymentType: 'other', propertyId: oak })
    await app.charge(ann, tess, { dueDate: '2026-03-05', amount: 60 })
    await app.send(giveCredit, ann, { params: { id: tess }, body: { amount: 60, reason: 'No heating' } })
    const over = { tenantId: tess, amount: 300, receivedOn: '2026-03-06' }
    expect((await app.send(recordReceipt, ann, { body: over })).status).toBe(201)
    await app.send(refundCredit, ann, { params: { id: tess }, body: { amount: 100, paidOn: '2026-03-07' } })
    expect(linesOf((await summaryOf({ propertyId: elm })).revenue)).toEqual([
      'Money applied to charges, less returns: $1,500.00 − $500.00 for security deposits = $1,000.00',
      1500,
      500,
    ])
    expect(linesOf((await summaryOf()).revenue)).toEqual([
      'Money applied to charges, less returns: $1,540.00 − $500.00 for security deposits = $1,040.00',
      1540,
      500,
    ])
  })

  test('and what is owed on it include what a returned check leaves open, also of a tenant without a lease', async () => {
    const elm = await app.addProperty(ann, { name: 'Elm 1' })
    const snapshot = app.tenantSnapshot(ann, { propertyId: elm })
    await app.publish(TenantCreated, snapshot)
    const { tenantId } = snapshot
    await app.charge(ann, tenantId, { dueDate: '2026-03-01', amount: 1000 })
    const { body } = await app.send(recordReceipt, ann, {
      body: { tenantId, amount: 1500, receivedOn: '2026-03-02' },
    })
    await app.send(refundCredit, ann, { params: { id: tenantId }, body: { amount: 300, paidOn: '2026-03-05' } })
    await app.send(reverseReceipt, ann, { params: { id: body.id }, body: { kind: 'returned', reason: 'Bounced' } })
    const [all, one] = [await summaryOf(), await summaryOf({ propertyId: elm })]
    expect([all.outstanding.value, one.outstanding.value, one.receivable.closing]).toEqual([1300, 1300, 1300])
    expect(all.properties.map(({ name, revenue, outstanding }) => [name, revenue, outstanding])).toEqual([
      ['Elm 1', 0, 1300],
    ])
  })
})

test('what is open is named by the day on which it stands', async () => {
  const { tess } = await startWithPortfolio()
  await app.charge(ann, tess, { dueDate: '2026-03-01', amount: 10 })
  expect((await summaryOf()).day).toBe('2026-03-15')
  expect((await summaryOf({ asOf: '2026-02-10' })).day).toBe('2026-02-28')
  const { body } = await app.send(reportFile, ann, { params: { kind: 'financial' }, query: { format: 'csv' } })
  expect(Buffer.from(body).toString('utf8')).toContain('"Open on Mar 15, 2026",10')
})

describe('as of a day in the past', () => {
  test('money reversed later counts until then, and money received later does not', async () => {
    const { tess } = await startWithPortfolio()
    app.clock.set('2026-02-03T15:00:00Z')
    const february = await paid(tess, '2026-02-01', 1000, '2026-02-02')
    app.clock.set('2026-03-05T15:00:00Z')
    await reverse(february.id)
    await app.verify(ann, february.id)
    app.clock.set('2026-03-15T15:00:00Z')
    const owed = async (asOf: string) => [(await agedOf({ asOf })).totals.total, (await rollSums({ asOf })).balance]
    expect(await owed('2026-02-01')).toEqual([1000, 1000])
    expect(await owed('2026-02-02')).toEqual([0, 0])
    expect(await owed('2026-03-04')).toEqual([0, 0])
    expect(await owed('2026-03-15')).toEqual([0, 0])
    app.clock.set('2026-03-06T15:00:00Z')
    // February keeps its revenue. March takes it back and has the second payment.
    expect(await summaryOf({ asOf: '2026-02-15' })).toMatchObject({
      revenue: { value: 1000 },
      outstanding: { value: 0 },
      paymentsByStatus: { paid: { count: 1 } },
    })
    expect(await summaryOf({ asOf: '2026-03-01' })).toMatchObject({ revenue: { value: 0, previous: 1000 } })
  })

  test('a reversed payment is owed again from that day on; money received before and confirmed after was credit until then', async () => {
    const tess = await app.addTenant(ann)
    const owed = async (asOf: string) => {
      const { balance, credit } = await rollSums({ asOf })
      return [balance, credit, (await agedOf({ asOf })).totals.total]
    }
    app.clock.set('2026-02-03T15:00:00Z')
    const february = await paid(tess.tenantId, '2026-02-01', 1000, '2026-02-02')
    const fee = await app.charge(ann, tess.tenantId, { dueDate: '2026-03-30', amount: 1, paymentType: 'other' })
    app.clock.set('2026-02-20T15:00:00Z')
    await app.report(tess, 600)
    app.clock.set('2026-03-05T15:00:00Z')
    await reverse(february.id)
    expect([await owed('2026-03-04'), await owed('2026-03-05')]).toEqual([
      [0, 0, 0],
      [1000, 0, 1000],
    ])
    app.clock.set('2026-03-06T15:00:00Z')
    await app.verify(ann, fee.id)
    // Received on February 20: a dollar for the fee, which is not due yet, the remainder for the rent, which was paid until the first payment was reversed.
    expect([
      await owed('2026-02-19'),
      await owed('2026-03-04'),
      await owed('2026-03-05'),
      await owed('2026-03-06'),
    ]).toEqual([
      [0, 0, 0],
      [0, 600, 0],
      [401, 1, 401],
      [401, 1, 401],
    ])
    const { points } = (await app.send(reportSeries, ann, { query: { points: 2 } })).body
    expect(points.map(({ arrears }) => arrears)).toEqual([0, 401])
  })

  test("a cancelled charge was owed until it was cancelled, and a month begins in the property's time zone", async () => {
    const west = await app.addProperty(ann, { name: 'West', timeZone: 'America/Los_Angeles' })
    const tess = await app.addTenant(ann, { propertyId: west })
    app.clock.set('2026-02-20T15:00:00Z')
    const { id } = await app.charge(ann, tess.tenantId, { dueDate: '2026-02-10', amount: 80 })
    app.clock.set('2026-03-09T06:30:00Z') // half past eleven on the 8th, the day the clocks went forward
    await app.send(cancelPayment, ann, { params: { id }, body: { reason: 'Entered twice' } })
    app.clock.set('2026-03-15T15:00:00Z')
    const owed = async (asOf: string) => [(await rollSums({ asOf })).balance, (await agedOf({ asOf })).totals.total]
    expect([
      await owed('2026-02-09'),
      await owed('2026-02-10'),
      await owed('2026-03-07'),
      await owed('2026-03-08'),
    ]).toEqual([
      [0, 0],
      [80, 80],
      [80, 80],
      [0, 0],
    ])
    expect(await summaryOf({ asOf: '2026-02-28' })).toMatchObject({
      charged: { value: 80 },
      outstanding: { value: 80 },
      paymentsByStatus: { overdue: { count: 1 } },
    })
    expect(await summaryOf()).toMatchObject({ outstanding: { value: 0, previous: 80 } })
    const { points } = (await app.send(reportSeries, ann, { query: { points: 2 } })).body
    expect(points.map(({ arrears, charged }) => [arrears, charged])).toEqual([
      [80, 80],
      [0, 0],
    ])
  })

  test('a month ends at midnight at the property, and its last day belongs to it', async () => {
    const west = await app.addProperty(ann, { name: 'West', timeZone: 'America/Los_Angeles' })
    const tess = await app.addTenant(ann, { propertyId: west })
    await app.charge(ann, tess.tenantId, { dueDate: '2026-03-31', amount: 70 })
    app.clock.set('2026-04-01T06:59:59Z')
    expect(await summaryOf()).toMatchObject({
      asOf: '2026-03-31',
      to: '2026-03-31',
      outstanding: { value: 70 },
      pending: { value: 70 },
    })
    app.clock.set('2026-04-01T07:00:00Z')
    expect(await summaryOf()).toMatchObject({
      asOf: '2026-04-01',
      from: '2026-04-01',
      outstanding: { value: 70, previous: 70 },
      pending: { value: 0, previous: 70 },
    })
  })
})

describe('the rent roll', () => {
  test('lists every unit, its tenants on the day and their terms', async () => {
    const { elm, oak, loft, tess, cy } = await startWithPortfolio()
    await app.charge(ann, tess, { dueDate: '2026-03-01', amount: 100, propertyId: elm })
    const rows = await rollOf()
    expect(
      rows.map(({ propertyName, unitName, tenants, status }) => [propertyName, unitName, tenants, status]),
    ).toEqual([
      ['Elm 1', 'Loft', 'Cy Tenant & Dee Tenant', 'active'],
      ['Elm 1', 'Unit 1', 'Tess Tenant', 'holdover'],
      ['Oak 2', null, null, 'vacant'],
    ])
    expect(
      rows.map(({ unitId, tenantId, marketRent, balance, daysPastDue }) => [
        unitId,
        tenantId,
        marketRent,
        balance,
        daysPastDue,
      ]),
    ).toEqual([
      [loft, cy, 900, 0, 0],
      [elm, tess, 1000, 100, 14],
      [oak, null, 1000, 0, 0],
    ])
    expect(await rollSums()).toEqual({
      units: 3,
      occupied: 2,
      vacant: 1,
      rent: 0,
      marketRent: 2900,
      balance: 100,
      credit: 0,
      depositHeld: 0,
    })
    expect((await rollOf({ asOf: '2026-02-09' })).map(({ status }) => status)).toEqual([
      'vacant',
      'upcoming',
      'active',
      'vacant',
    ])
    expect((await rollOf({ asOf: '2025-02-01' })).map(({ status }) => status)).toEqual([
      'vacant',
      'vacant',
      'upcoming',
      'vacant',
    ])
    expect(await rollSums({ asOf: '2025-02-01' })).toMatchObject({ units: 3, occupied: 0, vacant: 3 })
  })

  test('lists former tenants with debt, and agrees with the ageing, by property too', async () => {
    const { elm, oak, tess, cy } = await startWithPortfolio()
    const bo = (
      await app.addTenant(
        ann,
        { firstName: 'Bo', propertyId: oak, leaseStartDate: '2025-01-01' },
        { movedOutOn: '2026-02-01' },
      )
    ).tenantId
    const lost = (await app.addTenant(ann, { firstName: 'Lou' })).tenantId
    await app.charge(ann, bo, { dueDate: '2025-12-10', amount: 333.33, propertyId: oak })
    await app.charge(ann, bo, { dueDate: '2026-01-10', amount: 0.01, propertyId: oak })
    await app.charge(ann, tess, { dueDate: '2026-03-15', amount: 10, propertyId: elm })
    await app.charge(ann, tess, { dueDate: '2026-03-16', amount: 1000, propertyId: elm })
    await app.charge(ann, cy, { dueDate: '2026-02-13', amount: 20, propertyId: elm })
    await app.charge(ann, lost, { dueDate: '2026-02-12', amount: 5 })
    const rows = await rollOf()
    expect(rows.find(({ tenancyId }) => tenancyId === bo)).toMatchObject({
      status: 'ended',
      balance: 333.34,
      daysPastDue: 95,
      movedOutOn: '2026-02-01',
    })
    expect(rows.at(-1)).toMatchObject({
      propertyId: null,
      unitId: null,
      tenants: 'Lou Tenant',
      status: 'open',
      balance: 5,
    })
    expect((await agedOf()).totals).toEqual({
      notDue: 1000,
      to30: 30,
      to60: 5,
      to90: 0.01,
      over90: 333.33,
      total: 368.34,
    })
    expect((await rollSums()).balance).toBe(368.34)
    expect((await summaryOf()).outstanding.value).toBe(368.34)
    for (const [propertyId, sum] of [
      [elm, 30],
      [oak, 333.34],
    ] as const) {
      expect((await agedOf({ propertyId })).totals.total).toBe(sum)
      expect((await rollSums({ propertyId })).balance).toBe(sum)
      expect((await summaryOf({ propertyId })).outstanding.value).toBe(sum)
    }
    expect(
      (await app.send(ageing, ann)).body.map(({ tenantName, total, notDue }) => [tenantName, total, notDue]),
    ).toEqual([
      ['Bo Tenant', 333.34, 0],
      ['Cy Tenant & Dee Tenant', 20, 0],
      ['Tess Tenant', 10, 1000],
      ['Lou Tenant', 5, 0],
    ])
  })

  test('shows credit and deposit with the tenancy; an applied deposit becomes revenue', async () => {
    const { elm, tess } = await startWithPortfolio()
    await paid(tess, '2025-03-01', 500, '2025-03-01', { paymentType: 'security_deposit', propertyId: elm })
    await app.charge(ann, tess, { dueDate: '2026-03-01', amount: 120, propertyId: elm })
    expect(
      (await app.send(applyDeposit, ann, { params: { id: tess }, body: { amount: 120, reason: 'Unpaid rent' } }))
        .status,
    ).toBe(200)
    const report = await app.addTenant(ann, { firstName: 'Ray' })
    const early = await app.charge(ann, report.tenantId, { dueDate: '2026-03-01', amount: 10 })
    await app.report(report, 35)
    await app.verify(ann, early.id)
    const rows = await rollOf()
    expect(rows.find(({ tenantId }) => tenantId === tess)).toMatchObject({ depositHeld: 380, balance: 0, credit: 0 })
    expect(rows.at(-1)).toMatchObject({ tenants: 'Ray Tenant', credit: 25, balance: 0 })
    expect(await rollSums()).toMatchObject({ depositHeld: 380, credit: 25 })
    expect((await app.send(depositTotals, ann)).body.held).toBe(380)
    expect(await summaryOf()).toMatchObject({ revenue: { value: 130 }, depositsHeld: 380 })
    expect(await rollSums({ asOf: '2026-03-01' })).toMatchObject({ depositHeld: 500, credit: 0, balance: 130 })
  })

  test('is paged without gap or repetition', async () => {
    for (const name of ['Oak 10', 'Oak 9', 'Ash']) {
      const propertyId = await app.addProperty(ann, { name })
      await app.publishUnit(ann, propertyId, 'B')
    }
    const all = await rollOf()
    expect(all.map(({ propertyName, unitName }) => `${propertyName} ${unitName}`)).toEqual([
      'Ash B',
      'Ash Unit 1',
      'Oak 9 B',
      'Oak 9 Unit 1',
      'Oak 10 B',
      'Oak 10 Unit 1',
    ])
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const { body, headers } = await app.send(rentRoll, ann, { query: { limit: 4, ...(cursor ? { cursor } : {}) } })
      expect(headers['x-total-count']).toBe('6')
      seen.push(...body)
      cursor = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1]
    } while (cursor)
    expect(seen).toEqual(all)
    expect((await app.send(rentRoll, ann, { query: { cursor: 'nonsense' } })).status).toBe(400)
    expect((await app.send(ageing, ann, { query: { cursor: 'nonsense' } })).status).toBe(400)
  })

  test('the ageing is paged too, even with equal totals', async () => {
    for (const amount of [30, 10, 10, 10, 20])
      await app.charge(ann, (await app.addTenant(ann)).tenantId, { dueDate: '2026-03-01', amount })
    const all = (await app.send(ageing, ann)).body
    expect(all.map(({ total }) => total)).toEqual([30, 20, 10, 10, 10])
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const { body, headers } = await app.send(ageing, ann, { query: { limit: 2, ...(cursor ? { cursor } : {}) } })
      expect(headers['x-total-count']).toBe('5')
      seen.push(...body)
      cursor = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1]
    } while (cursor)
    expect(seen).toEqual(all)
  })
})

describe('access', () => {
  const all = [reportSummary, reportSeries, rentRoll, rentRollTotals, ageing, ageingTotals] as const

  test('another landlord sees nothing, not even by property id', async () => {
    const { elm, tess } = await startWithPortfolio()
    await paid(tess, '2026-03-01', 100, '2026-03-01', { propertyId: elm })
    await app.charge(ann, tess, { dueDate: '2026-03-01', amount: 100, propertyId: elm })
    const eve = actors.landlord()
    expect(await summaryOf({}, eve)).toMatchObject({
      revenue: { value: 0 },
      outstanding: { value: 0 },
      occupancyRate: { value: 0 },
      properties: [],
    })
    expect(await rollOf({}, eve)).toEqual([])
    expect((await app.send(ageing, eve)).body).toEqual([])
    for (const endpoint of all) expect((await app.send(endpoint, eve, { query: { propertyId: elm } })).status).toBe(404)
    for (const endpoint of all)
      expect((await app.send(endpoint, ann, { query: { propertyId: v7() } })).status).toBe(404)
  })

  test('tenants and visitors have none', async () => {
    for (const endpoint of all) {
      expect((await app.send(endpoint, actors.tenantOf(ann))).status).toBe(403)
      expect((await app.send(endpoint, actors.visitor())).status).toBe(401)
    }
  })

  test('while maintenance is down net income is refused rather than wrong; reports without costs are answered', async () => {
    app.maintenance.isDown = true
    expect((await app.send(reportSummary, ann)).status).toBe(503)
    expect((await app.send(reportSeries, ann)).status).toBe(503)
    expect((await app.send(rentRoll, ann)).status).toBe(200)
    expect((await app.send(ageingTotals, ann)).status).toBe(200)
  })

  test('days outside the supported years are refused', async () => {
    for (const asOf of ['1900-01-01', '2199-12-31'])
      expect((await app.send(reportSummary, ann, { query: { asOf, period: 'weekly' } })).status).toBe(400)
    expect(
      (await app.send(reportSeries, ann, { query: { asOf: '1930-01-01', period: 'yearly', points: 36 } })).status,
    ).toBe(400)
  })
})

test('for today, the dashboard, the payments screen and the report agree', async () => {
  const { elm, tess } = await startWithPortfolio()
  await paid(tess, '2026-03-01', 100.1, '2026-03-01', { propertyId: elm })
  await paid(tess, '2026-03-01', 60, '2026-02-28', { propertyId: elm })
  await app.charge(ann, tess, { dueDate: '2026-03-02', amount: 33.3, propertyId: elm })
  const { body: dashboard } = await app.send(paymentDashboard, ann)
  const report = await summaryOf()
  expect([report.revenue.value, report.revenue.previous, report.outstanding.value]).toEqual([
    dashboard.monthlyRevenue,
    dashboard.lastMonthRevenue,
    dashboard.outstandingPayments,
  ])
  const year = await summaryOf({ period: 'yearly' })
  const { body: screen } = await app.send(summarizePayments, ann)
  expect([year.revenue.value, year.outstanding.value]).toEqual([screen.totalRevenue, screen.outstanding])
})
