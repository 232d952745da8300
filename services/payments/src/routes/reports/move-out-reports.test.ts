import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { listPayments } from '@keyhold/contracts/payments/payments'
import {
  ageing,
  ageingTotals,
  rentRoll,
  rentRollTotals,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, expect, test } from 'vitest'
import { startReportApp } from '../../testing/report-test-app.ts'

const app = await startReportApp()
afterAll(() => app.stop())

test('a rent is charged once on every day, even if a move-out was recorded months late and undone', async () => {
  const ann = actors.landlord()
  app.clock.set('2026-03-28T15:00:00Z')
  const propertyId = await app.addProperty(ann)
  const facts = app.tenantSnapshot(ann, { propertyId, monthlyRent: 1000, leaseStartDate: '2026-01-01' })
  const terms = { billing: { dueDay: 1, proration: 'actual', postingDays: 60 }, termKind: 'rollover' } as const
  const { tenantId } = await app.addTenant(ann, facts, terms)
  const leave = (movedOutOn: string | null) =>
    app.publish(TenancyChanged, app.tenancySnapshot(facts, { ...terms, movedOutOn }))
  const rents = (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body
  for (const { id } of rents.slice(0, 4)) await app.verify(ann, id)
  const on = async (asOf: string) => {
    const { balance, credit } = (await app.send(rentRollTotals, ann, { query: { asOf } })).body.totals
    const aged = (await app.send(ageingTotals, ann, { query: { asOf } })).body.totals
    const { charged, outstanding } = (await app.send(reportSummary, ann, { query: { asOf } })).body
    const ledger = (
      await app.send(getLedger, ann, { params: { id: tenantId }, query: { from: '2026-01-01', to: asOf } })
    ).body
    return {
      balance,
      credit,
      aged: aged.total,
      notDue: aged.notDue,
      outstanding: outstanding.value,
      charged: charged.value,
      ledger: ledger.closingBalance,
    }
  }
  app.clock.set('2026-05-10T15:00:00Z')
  // Upcoming charges are posted by then.
  await app.tick()
  const days = ['2026-03-30', '2026-04-10', '2026-04-30']
  const may = async () => (await on('2026-05-08')).ledger
  const before = await Promise.all(days.map(on))
  expect(before.map(({ charged, ledger }) => [charged, ledger])).toEqual([
    [1000, -1000],
    [1000, 0],
    [1000, 0],
  ])
  expect(await may()).toBe(1000)
  await leave('2026-03-31')
  expect(await Promise.all(days.map(on))).toEqual(before)
  app.clock.set('2026-05-12T15:00:00Z')
  await leave(null)
  expect(await Promise.all(days.map(on))).toEqual(before)
  expect(await may()).toBe(1000)
  const { points } = (await app.send(reportSeries, ann, { query: { points: 4 } })).body
  expect(points.map(({ charged, arrears }) => [charged, arrears])).toEqual([
    // The money from March was not received yet.
    [1000, 2000],
    [1000, 0],
    [1000, 0],
    // April and May were cancelled on May 10 and charged again on May 12.
    [3000, 1000],
  ])
})

test('reports and charges of a day name who lived there on that day, and no move-out that came later', async () => {
  const ann = actors.landlord()
  app.clock.set('2027-01-20T15:00:00Z')
  const propertyId = await app.addProperty(ann)
  const begun = { propertyId, unitId: propertyId, startDate: '2027-01-01', monthlyRent: 1000 }
  const { tenants, tenancy } = await app.addRoommates(ann, ['Ada', 'Ben', 'Cy'], begun)
  const [ada, ben, cy] = tenants.map(({ tenantId }) => tenantId) as [string, string, string]
  const member = (tenantId: string, joinedOn: string | null, leftOn: string | null) => ({ tenantId, joinedOn, leftOn })
  // Ben left on 10 February, Cy joined on 5 March, all moved out on 1 May.
  const members = [
    member(ada, null, '2027-05-01'),
    member(ben, null, '2027-02-10'),
    member(cy, '2027-03-05', '2027-05-01'),
  ]
  app.clock.set('2027-05-20T15:00:00Z')
  await app.publish(TenancyChanged, { ...tenancy, tenantIds: [ada, cy], members, movedOutOn: '2027-05-01' })
  const named = async (asOf: string) => {
    const query = { asOf }
    const [row] = (await app.send(rentRoll, ann, { query })).body.filter(({ tenants: names }) => names)
    const [aged] = (await app.send(ageing, ann, { query })).body
    return [row?.tenants, aged?.tenantName, row?.movedOutOn]
  }
  const of = (names: string, movedOutOn: string | null = null) => [names, names, movedOutOn]
  expect(await named('2027-02-09')).toEqual(of('Ada Tenant & Ben Tenant'))
  // The day of a move-out is the last one there.
  expect(await named('2027-02-10')).toEqual(of('Ada Tenant & Ben Tenant'))
  expect(await named('2027-02-11')).toEqual(of('Ada Tenant'))
  expect(await named('2027-03-05')).toEqual(of('Ada Tenant & Cy Tenant'))
  expect(await named('2027-04-30')).toEqual(of('Ada Tenant & Cy Tenant'))
  expect(await named('2027-05-20')).toEqual(of('Ada Tenant & Cy Tenant', '2027-05-01'))
  const charges = (await app.send(listPayments, ann, { query: { tenantId: ada, sort: 'due' } })).body
  expect(charges.slice(0, 4).map(({ dueDate, tenantName }) => `${dueDate} ${tenantName}`)).toEqual([
    '2027-01-01 Ada Tenant & Ben Tenant',
    '2027-02-01 Ada Tenant & Ben Tenant',
    '2027-03-01 Ada Tenant',
    '2027-04-01 Ada Tenant & Cy Tenant',
  ])
})

test('the day of a move-out is the last day of occupancy, as it is billed; new tenants of that day have the unit and its rent', async () => {
  const ann = actors.landlord()
  const billing = { dueDay: 1, proration: 'actual', postingDays: 60 } as const
  const live = async (propertyId: string, startDate: string, monthlyRent: number, movedOutOn: string | null) => {
    app.clock.set(`${startDate}T15:00:00Z`)
    const facts = app.tenantSnapshot(ann, { propertyId, monthlyRent, leaseStartDate: startDate })
    const { tenantId } = await app.addTenant(ann, facts, { billing, termKind: 'rollover' })
    app.clock.set('2026-10-05T15:00:00Z')
    await app.publish(TenancyChanged, app.tenancySnapshot(facts, { billing, termKind: 'rollover', movedOutOn }))
    return tenantId
  }
  const [elm, oak] = [await app.addProperty(ann), await app.addProperty(ann, { name: 'Oak 2' })]
  const left = await live(elm, '2026-01-01', 1000, '2026-06-30')
  await live(oak, '2026-01-01', 900, '2026-09-20')
  await live(oak, '2026-09-20', 950, null)
  const rents = (await app.send(listPayments, ann, { query: { tenantId: left, sort: 'due' } })).body
  expect(rents.at(-1)).toMatchObject({ dueDate: '2026-06-01', amount: 1000 })
  const on = async (asOf: string) => {
    const totals = (await app.send(rentRollTotals, ann, { query: { asOf } })).body.totals
    const rows = (await app.send(rentRoll, ann, { query: { asOf } })).body
    const lived = rows.filter(({ status }) => status === 'month_to_month' || status === 'active')
    const ofOne = await Promise.all(
      [elm, oak].map(
        async (propertyId) => (await app.send(rentRollTotals, ann, { query: { asOf, propertyId } })).body.totals,
      ),
    )
    // The same by rows, by property and in total.
    for (const field of ['occupied', 'rent'] as const)
      expect(ofOne.reduce((sum, one) => sum + one[field], 0)).toBe(totals[field])
    expect(lived.reduce((sum, { rent }) => sum + (rent ?? 0), 0)).toBe(totals.rent)
    return [totals.occupied, totals.rent]
  }
  expect(await on('2026-06-29')).toEqual([2, 1900])
  expect(await on('2026-06-30')).toEqual([2, 1900])
  expect(await on('2026-07-01')).toEqual([1, 900])
  expect(await on('2026-09-19')).toEqual([1, 900])
  expect(await on('2026-09-20')).toEqual([1, 950])
  const { occupancyRate, properties } = (
    await app.send(reportSummary, ann, { query: { asOf: '2026-06-30', period: 'monthly' } })
  ).body
  expect(occupancyRate.value).toBe(100)
  expect(properties.map(({ occupiedUnits }) => occupiedUnits)).toEqual([1, 1])
  const { points } = (await app.send(reportSeries, ann, { query: { asOf: '2026-07-31', points: 2 } })).body
  expect(points.map((point) => point.occupancyRate)).toEqual([100, 50])
})
