import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { ageingTotals, rentRollTotals, reportSeries, reportSummary } from '@keyhold/contracts/payments/reports'
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
    [1000, 1000],
  ])
})
