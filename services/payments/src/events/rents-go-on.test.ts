import { paymentAttention } from '@keyhold/contracts/payments/dashboard'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { listRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { TenancyChanged, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, expect, test } from 'vitest'
import { startPaymentsApp } from '../testing/test-app.ts'

const app = await startPaymentsApp()
afterAll(() => app.stop())

// The clock of a test app only moves forward, so each test has a time of its own.
let year = 2026
const start = () => {
  year += 3
  app.clock.set(`${year}-01-15T15:00:00Z`)
  return actors.landlord()
}
const on = async (day: string) => {
  app.clock.set(`${day}T15:00:00Z`)
  await app.tick()
}
const owed = async (landlord: LandlordActor, tenantId: string) =>
  (await app.send(listPayments, landlord, { query: { tenantId, sort: 'due', limit: 100 } })).body.map(
    ({ dueDate, amount }) => `${dueDate} ${amount}`,
  )
const lives = (landlord: LandlordActor, startDate: string, terms: Partial<TenancySnapshot> = {}) =>
  app.addTenant(landlord, { monthlyRent: 1000, leaseStartDate: startDate }, terms)
const attention = async ({ landlordId }: LandlordActor) =>
  (await app.send(paymentAttention, actors.service('gateway', landlordId))).body.billingEnded

test('month to month: twelve rents at once, and the thirteenth five days before it is due', async () => {
  const ann = start()
  const { tenantId } = await lives(ann, `${year}-01-31`, { termKind: 'at_will' })
  const first = await owed(ann, tenantId)
  expect(first).toHaveLength(12)
  expect([first[0], first[1], first.at(-1)]).toEqual([`${year}-01-31 1000`, `${year}-02-28 1000`, `${year}-12-31 1000`])
  expect((await app.send(listRecurring, ann)).body).toMatchObject([{ nextDueDate: `${year + 1}-01-31`, endsOn: null }])
  await on(`${year + 1}-01-25`)
  expect(await owed(ann, tenantId)).toHaveLength(12)
  await on(`${year + 1}-01-26`)
  await on(`${year + 1}-02-24`)
  expect((await owed(ann, tenantId)).slice(12)).toEqual([`${year + 1}-01-31 1000`, `${year + 1}-02-28 1000`])
})

test('a fixed term of eighteen months is charged to its end, and those who stay are on the attention list', async () => {
  const ann = start()
  const home = await app.addProperty(ann)
  const snapshot = app.tenantSnapshot(ann, {
    monthlyRent: 1000,
    propertyId: home,
    leaseStartDate: `${year}-02-01`,
    leaseEndDate: `${year + 1}-07-31`,
  })
  await app.publish(TenantCreated, snapshot)
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
  expect(await owed(ann, snapshot.tenantId)).toHaveLength(12)
  await on(`${year + 1}-07-31`)
  const all = await owed(ann, snapshot.tenantId)
  expect([all.length, all.at(-1)]).toEqual([18, `${year + 1}-07-01 1000`])
  expect(await attention(ann)).toEqual({ total: 0, items: [] })
  await on(`${year + 1}-08-01`)
  await on(`${year + 1}-10-02`)
  expect(await owed(ann, snapshot.tenantId)).toEqual(all)
  expect(await attention(ann)).toEqual({
    total: 1,
    items: [
      {
        tenancyId: snapshot.tenantId,
        tenantId: snapshot.tenantId,
        name: 'Tess Tenant',
        propertyId: home,
        propertyName: 'Elm 1',
        endedOn: `${year + 1}-07-31`,
      },
    ],
  })
  expect(await attention(actors.landlord())).toEqual({ total: 0, items: [] })
  // The cure: month to month from now on, or the move-out.
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { movedOutOn: `${year + 1}-10-02` }))
  expect((await attention(ann)).total).toBe(0)
})

test('a term of six months has twelve rents unless billing ends with it', async () => {
  const ann = start()
  const terms = { endDate: `${year}-07-31` }
  const spec = await lives(ann, `${year}-02-01`, terms)
  const billing = { dueDay: null, proration: 'none', postingDays: null, endsWithTerm: true } as const
  const short = await lives(ann, `${year}-02-01`, { ...terms, billing })
  expect(await owed(ann, spec.tenantId)).toHaveLength(12)
  const six = await owed(ann, short.tenantId)
  expect([six.length, six.at(-1)]).toEqual([6, `${year}-07-01 1000`])
  await on(`${year}-08-05`)
  expect((await attention(ann)).items.map(({ tenantId }) => tenantId)).toEqual([short.tenantId])
  await on(`${year + 1}-02-05`)
  expect(await owed(ann, spec.tenantId)).toHaveLength(12)
  expect((await attention(ann)).total).toBe(2)
})

test('a lease to the day on which the next rent would be due ends before it; one that becomes month to month goes on', async () => {
  const ann = start()
  const dates = { endDate: `${year + 1}-02-01` }
  const fixed = await lives(ann, `${year}-02-01`, dates)
  const rollover = await lives(ann, `${year}-02-01`, { ...dates, termKind: 'rollover' })
  await on(`${year + 1}-02-25`)
  expect(await owed(ann, fixed.tenantId)).toHaveLength(12)
  expect((await owed(ann, rollover.tenantId)).slice(12)).toEqual([`${year + 1}-02-01 1000`, `${year + 1}-03-01 1000`])
})

test('the thirteenth rent of a leap year is due on the last of February, at the rent of its step', async () => {
  year = 2054
  const ann = start() // 2057
  const { tenantId } = await lives(ann, '2059-02-28', {
    termKind: 'rollover',
    rentSteps: [{ startsOn: '2060-02-01', monthlyRent: 1100 }],
    billing: { dueDay: 31, proration: 'none', postingDays: null },
  })
  expect((await owed(ann, tenantId)).slice(0, 2)).toEqual(['2059-02-28 1000', '2059-03-31 1000'])
  await on('2060-02-24')
  expect((await owed(ann, tenantId)).at(-1)).toBe('2060-02-29 1100')
  year = 2060
})

test('a tenancy entered long after it began has every rent since its start, and those to come', async () => {
  const ann = start()
  const { tenantId } = await lives(ann, `${year - 2}-03-01`, { termKind: 'at_will' })
  const rents = await owed(ann, tenantId)
  // March two years ago to January.
  expect([rents.length, rents[0], rents[12], rents.at(-1)]).toEqual([
    23,
    `${year - 2}-03-01 1000`,
    `${year - 1}-03-01 1000`,
    `${year}-01-01 1000`,
  ])
  await on(`${year}-01-27`)
  expect((await owed(ann, tenantId)).slice(23)).toEqual([`${year}-02-01 1000`])
})

test('a tenancy billed from a later day than its start has twelve rents from its first due date on or after that day', async () => {
  const ann = start()
  const billing = { dueDay: null, proration: 'none', postingDays: null, billFrom: `${year}-02-01` } as const
  const { tenantId } = await lives(ann, `${year - 2}-03-31`, { termKind: 'at_will', billing })
  const rents = await owed(ann, tenantId)
  expect([rents.length, rents[0], rents[1], rents.at(-1)]).toEqual([
    12,
    `${year}-02-28 1000`,
    `${year}-03-31 1000`,
    `${year + 1}-01-31 1000`,
  ])
  // A lease of two years that ends soon has only the rents that are left of it.
  const ends = { endDate: `${year}-04-30`, billing: { ...billing, dueDay: 1 } }
  const ending = await lives(ann, `${year - 2}-05-01`, ends)
  expect(await owed(ann, ending.tenantId)).toEqual(['02', '03', '04'].map((month) => `${year}-${month}-01 1000`))
})

test('a move-out ends the months after the twelfth as well', async () => {
  const ann = start()
  const snapshot = app.tenantSnapshot(ann, { monthlyRent: 1000, leaseStartDate: `${year}-02-01` })
  await app.publish(TenantCreated, snapshot)
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot))
  await on(`${year + 1}-02-27`)
  expect((await owed(ann, snapshot.tenantId)).slice(12)).toEqual([`${year + 1}-02-01 1000`, `${year + 1}-03-01 1000`])
  await app.publish(TenancyChanged, app.tenancySnapshot(snapshot, { movedOutOn: `${year + 1}-02-20` }))
  await on(`${year + 1}-06-01`)
  expect((await owed(ann, snapshot.tenantId)).slice(12)).toEqual([`${year + 1}-02-01 1000`])
})
