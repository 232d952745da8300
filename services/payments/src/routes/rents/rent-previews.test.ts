import { listPayments } from '@keyhold/contracts/payments/payments'
import { previewRents } from '@keyhold/contracts/payments/rent-changes'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PaymentsApp, startPaymentsApp } from '../../testing/test-app.ts'

let app: PaymentsApp
let ann = actors.landlord()
beforeAll(async () => {
  app = await startPaymentsApp()
  app.clock.set('2026-06-20T15:00:00Z')
})
beforeEach(() => void (ann = actors.landlord()))
afterAll(() => app.stop())

type Query = Record<string, unknown> & { startDate: string }
const preview = async (query: Query, actor = ann) =>
  (await app.send(previewRents, actor, { query: { monthlyRent: 1000, dueDay: 1, ...query } })).body
const billing = (proration: 'actual' | 'thirty' | 'annual365', splitAfter: string | null = null) => ({
  dueDay: 1,
  proration,
  postingDays: null,
  splitAfter,
})
const firstRents = async (tenantId: string) =>
  (await app.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body

describe('the rents that a lease would set up', () => {
  test.each([
    ['2026-06-05', 'actual', 866.67, '$1,000.00 × 26 ÷ 30 days = $866.67'],
    ['2026-03-15', 'actual', 548.39, '$1,000.00 × 17 ÷ 31 days = $548.39'],
    ['2026-03-15', 'thirty', 566.67, '$1,000.00 × 17 ÷ 30 days = $566.67'],
    ['2026-03-15', 'annual365', 558.9, '$1,000.00 × 12 × 17 ÷ 365 days = $558.90'],
    ['2028-02-10', 'actual', 689.66, '$1,000.00 × 20 ÷ 29 days = $689.66'],
    ['2026-03-15', 'none', 1000, '$1,000.00 a month'],
  ] as const)(
    'begin on %s by the method %s with %d, and are charged as shown',
    async (startDate, proration, amount, formula) => {
      const shown = await preview({ startDate, proration })
      expect(shown).toMatchObject({ count: 12, first: { from: startDate, dueDate: startDate, amount, formula } })
      const terms = proration === 'none' ? { ...billing('actual'), proration } : billing(proration)
      // The first rent is due already.
      const { tenantId } = await app.addTenant(
        ann,
        { monthlyRent: 1000, leaseStartDate: startDate },
        { billing: terms },
      )
      const rents = await firstRents(tenantId)
      expect(rents.map((rent) => rent.amount)).toEqual([amount, ...Array.from({ length: 11 }, () => 1000)])
      expect(rents.at(-1)).toMatchObject({ dueDate: shown.last!.dueDate })
    },
  )

  test('are fewer than twelve only if they end with the term, which is asked for a shorter one', async () => {
    const half = { startDate: '2026-02-01', endDate: '2026-07-31' }
    expect(await preview(half)).toMatchObject({ count: 12, isShort: true, last: { dueDate: '2027-01-01' } })
    expect(await preview({ ...half, endsWithTerm: true })).toMatchObject({ count: 6, last: { dueDate: '2026-07-01' } })
    expect(await preview({ ...half, termKind: 'rollover' })).toMatchObject({ count: 12, isShort: false })
    expect(await preview({ startDate: '2026-02-01', endDate: '2027-01-31' })).toMatchObject({ isShort: false })
  })

  test('say how many were due before today and their sum, and from when to bill to leave them out', async () => {
    // Two years: 26 rents since 15 May 2024 were due before 20 June 2026, and none within the next five days.
    const long = { startDate: '2024-05-15', dueDay: 15, termKind: 'at_will' }
    const past = { count: 26, total: 26_000, billFrom: '2026-07-15' }
    expect(await preview(long)).toMatchObject({ count: 26, past, last: { dueDate: '2026-06-15' } })
    const billFrom = past.billFrom
    expect(await preview({ ...long, billFrom })).toMatchObject({ count: 12, past, first: { dueDate: billFrom } })
    const { tenantId } = await app.addTenant(
      ann,
      { monthlyRent: 1000, leaseStartDate: long.startDate },
      { termKind: 'at_will' },
    )
    const posted = (await app.send(listPayments, ann, { query: { tenantId, limit: 100 } })).body
    expect(posted).toHaveLength(26)
    // A rent that is due today is not past; a lease that is over leaves nothing to bill.
    expect((await preview({ startDate: '2026-06-20', dueDay: 20 })).past).toBeNull()
    expect((await preview({ startDate: '2026-06-05', proration: 'actual' })).past).toEqual({
      count: 1,
      total: 866.67,
      billFrom: '2026-07-01',
    })
    expect((await preview({ startDate: '2025-01-01', endDate: '2025-12-31' })).past).toEqual({
      count: 12,
      total: 12_000,
      billFrom: null,
    })
  })

  test("are not shown for another landlord's home", async () => {
    const home = await app.addProperty(actors.landlord())
    const query = { startDate: '2026-02-01', monthlyRent: 1000, unitId: home }
    expect((await app.send(previewRents, ann, { query })).status).toBe(404)
    const own = await app.addProperty(ann)
    expect((await app.send(previewRents, ann, { query: { ...query, unitId: own } })).status).toBe(200)
  })

  test('are not shown without a rent, or to a tenant', async () => {
    expect((await app.send(previewRents, ann, { query: { startDate: '2026-02-01', monthlyRent: 0 } })).status).toBe(400)
  })
})

describe('a month that two tenants share', () => {
  const unit = async (proration: 'actual' | 'thirty' | 'annual365', movedOutOn = '2026-03-10') => {
    const home = await app.addProperty(ann)
    const before = await app.addTenant(
      ann,
      { firstName: 'Pat', monthlyRent: 1000, leaseStartDate: '2026-01-01', propertyId: home },
      { billing: billing(proration), movedOutOn: null },
    )
    // They moved out later than the first event said, so their rents are charged.
    const snapshot = app.tenantSnapshot(ann, {
      tenantId: before.tenantId,
      monthlyRent: 1000,
      leaseStartDate: '2026-01-01',
      propertyId: home,
    })
    await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { billing: billing(proration), movedOutOn }))
    return { home, before: before.tenantId }
  }

  test.each([
    // 31 days: 10 by a month of 30 are $333.33, so $666.67 are left; 21 by 30 would be $700.00.
    ['thirty', 333.33, 666.67, '$1,000.00 − $333.33 (until Mar 10) = $666.67'],
    ['annual365', 328.77, 671.23, '$1,000.00 − $328.77 (until Mar 10) = $671.23'],
    ['actual', 322.58, 677.42, '$1,000.00 − $322.58 (until Mar 10) = $677.42'],
  ] as const)('by the method %s is %d and %d, the whole', async (proration, first, rest, formula) => {
    const { home, before } = await unit(proration)
    const lease = { startDate: '2026-03-11', proration, unitId: home }
    const asked = await preview(lease)
    expect(asked.previous).toEqual({ tenancyId: before, names: 'Pat Tenant', lastDay: '2026-03-10' })
    const { lastDay: splitAfter } = asked.previous!
    expect((await preview({ ...lease, splitAfter })).first).toMatchObject({ amount: rest, formula })
    const next = await app.addTenant(
      ann,
      { monthlyRent: 1000, leaseStartDate: '2026-03-11', propertyId: home },
      { billing: billing(proration, splitAfter) },
    )
    expect((await firstRents(before)).at(-1)).toMatchObject({ dueDate: '2026-03-01', amount: first })
    expect((await firstRents(next.tenantId)).slice(0, 2)).toMatchObject([{ amount: rest }, { amount: 1000 }])
    expect(Math.round((first + rest) * 100)).toBe(100_000)
  })

  test('leaves the days out on which nobody lived there, and counts a shared day once', async () => {
    const { home } = await unit('thirty')
    const split = { proration: 'thirty', unitId: home, splitAfter: '2026-03-10' }
    expect((await preview({ startDate: '2026-03-15', ...split })).first).toMatchObject({
      amount: 533.34,
      formula: '$1,000.00 − $333.33 (until Mar 10) − $133.33 (vacant) = $533.34',
    })
    expect((await preview({ startDate: '2026-03-10', ...split })).first).toMatchObject({ amount: 666.67 })
  })

  test('is asked about only where one ends in the month in which the next begins', async () => {
    const { home } = await unit('thirty')
    const at = async (startDate: string, more = {}) =>
      (await preview({ startDate, proration: 'thirty', unitId: home, ...more })).previous
    expect(await at('2026-04-11')).toBeNull()
    expect(await at('2026-04-01')).toBeNull()
    expect(await at('2026-03-05')).toBeNull()
    expect(await at('2026-03-20', { proration: 'none' })).toBeNull()
    expect(await at('2026-03-20')).not.toBeNull()
  })
})
