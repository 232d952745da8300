import { paymentAttention, paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import {
  ageing,
  ageingTotals,
  rentRoll,
  rentRollTotals,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkBooks } from '../../domain/journal/check/check-books.ts'
import { rollTotals } from '../../domain/reports/rent-roll/rent-roll.ts'
import { startReportApp } from '../../testing/report-test-app.ts'
import { seedBulkPayments } from '../../testing/seed-bulk.ts'

const app = await startReportApp()
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
const homes = 206
let ann: LandlordActor
beforeAll(async () => {
  const seed = { landlords: 1, charges: homes * 14, perTenant: 14, isMostlyPaid: true, today: '2026-03-15' }
  const { landlordIds } = await seedBulkPayments(app.databaseUrl, seed)
  const landlordId = landlordIds[0] ?? ''
  ann = { role: 'landlord', userId: landlordId, landlordId, sessionId: v7() }
})
beforeEach(() => {
  // It is 16 March in New York and still 15 March in Los Angeles.
  app.clock.set('2026-03-16T05:30:00Z')
  Object.assign(app.maintenance, { costs: [] })
})
afterAll(async () => {
  await owner.end()
  await app.stop()
})

const sumOf = <T>(rows: readonly T[], of: (row: T) => number) =>
  toDollars(rows.reduce((sum, row) => sum + toCents(of(row)), 0))
const summaryOf = async (query: Record<string, unknown> = {}) => (await app.send(reportSummary, ann, { query })).body

test('a report lists 199 properties by revenue and sums the others in one row', async () => {
  const { properties, ...report } = await summaryOf()
  expect(properties.length).toBe(200)
  expect(properties.at(-1)).toMatchObject({ propertyId: null, name: `${homes - 199} further properties`, units: 7 })
  const shown = properties.slice(0, -1)
  expect(shown.map(({ revenue }) => revenue)).toEqual(shown.map(({ revenue }) => revenue).toSorted((a, b) => b - a))
  expect(properties.at(-1)!.revenue).toBeLessThanOrEqual(7 * shown.at(-1)!.revenue)
  expect(properties.reduce((sum, { units }) => sum + units, 0)).toBe(homes)
  for (const name of ['revenue', 'outstanding', 'netIncome'] as const)
    expect([name, sumOf(properties, (row) => row[name])]).toEqual([name, report[name].value])
})

test('costs stand with their property, in the row of the others, or with no property', async () => {
  const before = (await summaryOf()).properties
  const listed = new Set(before.map(({ propertyId }) => propertyId))
  const [other] = await owner<{ id: string }[]>`
    select property_id as id from property where landlord_id = ${ann.landlordId} and property_id <> all(${[...listed].filter((id) => id !== null)}::uuid[]) limit 1`
  const first = before[0]!
  const cost = (propertyId: string | null, amount: number) => ({ propertyId, amount, on: '2026-03-02' })
  app.maintenance.costs = [cost(first.propertyId, 10.1), cost(other!.id, 20.2), cost(v7(), 40.4), cost(null, 80.8)]
  const { properties, maintenanceCosts } = await summaryOf()
  expect(properties.length).toBe(200)
  expect(properties.find(({ propertyId }) => propertyId === first.propertyId)?.maintenanceCosts).toBe(10.1)
  expect(properties.slice(-2)).toMatchObject([
    { propertyId: null, name: '8 further properties', units: 8, maintenanceCosts: 60.6 },
    { propertyId: null, name: 'No property', units: 0, maintenanceCosts: 80.8, netIncome: -80.8 },
  ])
  expect(maintenanceCosts.value).toBe(151.5)
  expect(properties.reduce((sum, { units }) => sum + units, 0)).toBe(homes)
})

test('with few properties, one that has nothing but costs has a row with its name', async () => {
  const [bob, deleted] = [actors.landlord(), v7()]
  await app.addProperty(bob, { name: 'Elm 1' })
  await owner`insert into property (landlord_id, property_id, name, time_zone, is_gone) values (${bob.landlordId}, ${deleted}, 'Oak 2', 'America/New_York', true)`
  app.maintenance.costs = [
    { propertyId: deleted, amount: 12, on: '2026-03-02' },
    { propertyId: v7(), amount: 5, on: '2026-03-02' },
  ]
  const { properties } = (await app.send(reportSummary, bob)).body
  expect(properties.map(({ name, units, maintenanceCosts }) => [name, units, maintenanceCosts])).toEqual([
    ['Elm 1', 1, 0],
    ['Oak 2', 0, 12],
    ['Unknown property', 0, 5],
  ])
})

test('dashboard, attention, overdue list, summary, ageing, rent roll and report say the same about today', async () => {
  const { body: dashboard } = await app.send(paymentDashboard, ann)
  const { body: attention } = await app.send(paymentAttention, ann, { query: { limit: 50 } })
  const { body: summary } = await app.send(summarizePayments, ann)
  const { body: rows } = await app.send(ageing, ann, { query: { limit: 500 } })
  const { totals } = (await app.send(ageingTotals, ann)).body
  const { body: roll } = await app.send(rentRollTotals, ann)
  const overdue = await app.send(listPayments, ann, { query: { status: 'overdue', sort: 'due', limit: 500 } })
  expect(overdue.headers['x-total-count']).toBe(String(dashboard.overdueCount))
  expect(overdue.body.length).toBe(dashboard.overdueCount)
  const late = sumOf(overdue.body, ({ balance }) => balance)
  expect([summary.overdue.open, summary.overdue.count, attention.overdue.amount]).toEqual([
    late,
    dashboard.overdueCount,
    late,
  ])
  expect(attention.overdue.total).toBe(new Set(overdue.body.map(({ tenantId }) => tenantId)).size)
  expect(sumOf(rows, ({ total }) => total)).toBe(totals.total)
  expect([totals.total, roll.totals.balance, (await summaryOf()).outstanding.value]).toEqual(
    Array.from({ length: 3 }, () => dashboard.outstandingPayments),
  )
  expect(summary.dueNow).toBe(dashboard.outstandingPayments)
  expect(sumOf([totals.notDue, totals.total], (one) => one)).toBe(summary.outstanding)
  // A page is the part of the whole list that its cursor says.
  const first = await app.send(listPayments, ann, { query: { status: 'overdue', sort: 'due', limit: 7 } })
  const cursor = new URL(String(first.headers.link).slice(1), 'http://localhost').searchParams.get('cursor')
  const next = await app.send(listPayments, ann, {
    query: { status: 'overdue', sort: 'due', limit: 7, cursor: cursor?.replace(/>.*/, '') },
  })
  expect([...first.body, ...next.body].map(({ id }) => id)).toEqual(overdue.body.slice(0, 14).map(({ id }) => id))
})

test('the figures of a day are the same before and after its changes are added to days and months', async () => {
  const [row] = await owner<{ id: string }[]>`
    select tenant_id as id from tenant where landlord_id = ${ann.landlordId} order by tenant_id limit 1`
  for (const [dueDate, paidDate] of [
    ['2026-01-31', '2026-02-28'],
    ['2025-12-31', '2026-01-01'],
  ] as const)
    await app.charge(ann, row!.id, { dueDate, amount: 77.7, status: 'paid', paidDate })
  const figures = async () => ({
    series: (await app.send(reportSeries, ann, { query: { points: 14 } })).body,
    weeks: (await app.send(reportSeries, ann, { query: { points: 12, period: 'weekly' } })).body,
    rolls: await Promise.all(
      ['2026-01-31', '2026-02-15', '2026-02-28', '2026-03-14'].map(
        async (asOf) => (await app.send(rentRollTotals, ann, { query: { asOf } })).body.totals,
      ),
    ),
  })
  const before = await figures()
  await owner`select add_changes(${ann.landlordId}::uuid)`
  expect((await owner`select from day_change where landlord_id = ${ann.landlordId}`).length).toBe(0)
  expect(await figures()).toEqual(before)
  for (const asOf of ['2026-01-31', '2026-02-15'])
    expect([asOf, rollTotals((await app.send(rentRoll, ann, { query: { asOf, limit: 500 } })).body)]).toEqual([
      asOf,
      (await app.send(rentRollTotals, ann, { query: { asOf } })).body.totals,
    ])
  expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([])
})

test('the check of the books finds a month and a last day that are not those of the journal', async () => {
  const changed = async (
    change: postgres.PendingQuery<postgres.Row[]>,
    undo: () => postgres.PendingQuery<postgres.Row[]>,
  ) => {
    await change
    const found = await checkBooks(app.db('payments'), ann.landlordId)
    await undo()
    return found.map(({ what }) => what)
  }
  const month = (by: number) => owner`
    update month_sum set amount = amount + ${by} where landlord_id = ${ann.landlordId} and kind = 'paid' and month = '2026-02-01' and not is_deposit`
  expect(await changed(month(1), () => month(-1))).toEqual(['sum of a month: paid 2026-02-01'])
  const [charge] = await owner<{ id: string }[]>`
    select id from charge where landlord_id = ${ann.landlordId} and settled_on is null limit 1`
  const day = (by: number) => owner`update charge set booked_to = booked_to + ${by}::int where id = ${charge!.id}`
  expect(await changed(day(1), () => day(-1))).toEqual(['open, booked from and to, and settled on of a charge'])
  expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([])
})

test('the totals of the rent roll are those of its rows, whatever became of units and properties', async () => {
  const bob = actors.landlord()
  const { landlordId } = bob
  const add = async (isGone: boolean, first: string, second: string, lived: string) => {
    const [propertyId, unitId] = [v7(), v7()]
    const unit = (id: string, state: string) => owner`
      insert into unit (landlord_id, unit_id, property_id, name, market_rent, is_deleted, as_of)
      values (${landlordId}, ${id}, ${propertyId}, 'Unit', ${state === 'priced' ? 1234.5 : null}, ${state === 'deleted'}, now())`
    await owner`insert into property (landlord_id, property_id, name, time_zone, monthly_rent, is_gone) values (${landlordId}, ${propertyId}, 'House', 'America/New_York', 1000, ${isGone})`
    if (first !== 'none') await unit(propertyId, first)
    if (second !== 'none') await unit(unitId, second)
    const places = { nobody: [], first: [null], second: [unitId], roommates: [propertyId, propertyId] }[lived] ?? []
    for (const place of places) {
      const id = v7()
      const steps = [
        { startsOn: '2025-01-01', amount: 900 },
        { startsOn: '2026-02-01', amount: 950.5 },
      ].slice(0, places.length)
      await owner`insert into tenant (landlord_id, tenant_id, name, property_id, active, account_id, tenancy_id) values (${landlordId}, ${id}, 'Tess', ${propertyId}, true, ${id}, ${id})`
      await owner`insert into tenancy (landlord_id, tenancy_id, tenant_id, tenant_ids, property_id, unit_id, start_date, term_kind, steps, is_void, as_of)
        values (${landlordId}, ${id}, ${id}, ${[id]}, ${propertyId}, ${place}, '2025-01-01', 'at_will', ${owner.json(steps)}, false, now())`
    }
  }
  for (const isGone of [false, true])
    for (const first of ['none', 'plain', 'priced', 'deleted'])
      for (const second of ['none', 'plain', 'priced', 'deleted'])
        for (const lived of ['nobody', 'first', 'second', 'roommates'])
          if (second !== 'none' || lived !== 'second') await add(isGone, first, second, lived)
  for (const asOf of ['2025-06-30', '2026-03-15']) {
    const { body: rows } = await app.send(rentRoll, bob, { query: { asOf, limit: 500 } })
    expect([asOf, (await app.send(rentRollTotals, bob, { query: { asOf } })).body.totals]).toEqual([
      asOf,
      rollTotals(rows),
    ])
  }
})
