import { randomUUID } from 'node:crypto'
import type { Insight } from '@keyhold/contracts/ai/insights'
import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { ChargeChanged, ReceiptRecorded, RentsPlanned } from '@keyhold/contracts/payments/events'
import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOf, startAiApp, propertyOf, requestOf, tenantOf } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startAiApp>>
beforeAll(async () => void (app = await startAiApp()))
afterAll(() => app.stop())

/** The history of a landlord as facts, each with its instant: what is true in the end differs from what was on the way. */
function story(landlord: { landlordId: string }) {
  const homes = [1500, 2000, 2000, 2000].map((monthlyRent, n) =>
    propertyOf(landlord, { monthlyRent, name: `Home ${n}` }),
  )
  const [first, second] = homes as [(typeof homes)[0], (typeof homes)[0]]
  const gone = propertyOf(landlord, { monthlyRent: 100 })
  const tenant = tenantOf(landlord, { propertyId: first.propertyId, monthlyRent: 1500, leaseEndDate: '2030-01-01' })
  const left = tenantOf(landlord, { propertyId: second.propertyId, leaseEndDate: '2026-03-20' })
  const repairs = [0, 1, 2].map(() => requestOf(landlord, { propertyId: second.propertyId, category: 'hvac' }))
  const charge = chargeOf({ dueDate: '2026-02-01' })
  const { landlordId } = landlord
  app.owners.ledgers.set(tenant.tenantId, { awaitingConfirmation: 0, credit: 0, charges: [charge] })
  const money = { chargeId: charge.chargeId, landlordId, tenantId: tenant.tenantId }
  const receipt = { ...money, receiptId: randomUUID(), amount: 5 }
  return [
    ...homes.map((home) => () => app.publish(PropertyCreated, { ...home, monthlyRent: 9000 }, ids.next())),
    ...homes.map((home) => () => app.publish(PropertyUpdated, home, ids.next())),
    () => app.publish(PropertyCreated, gone, ids.next()),
    () => app.publish(PropertyDeleted, { ...gone, isDeleted: true }, ids.next()),
    () => app.publish(TenantCreated, tenant, ids.next()),
    () => app.publish(TenantCreated, left, ids.next()),
    () => app.publish(TenantUpdated, { ...tenant, leaseEndDate: '2026-04-30' }, ids.next()),
    () => app.publish(TenantLeft, { ...left, isActive: false }, ids.next()),
    ...repairs.map((request) => () => app.publish(RequestOpened, request, ids.next())),
    ...repairs.map((request) => () => app.publish(RequestChanged, { ...request, status: 'completed' }, ids.next())),
    () => app.publish(RentsPlanned, { landlordId, tenantId: tenant.tenantId, count: 12 }, ids.next()),
    () => app.publish(ReceiptRecorded, receipt, ids.next()),
    () =>
      app.publish(
        ChargeChanged,
        { ...money, propertyId: null, amount: charge.amount, dueDate: charge.dueDate },
        ids.next(),
      ),
  ]
}

/** The same id for the same fact, however often it is told. */
const ids = { of: [] as string[], at: 0, next: () => (ids.of[ids.at] ??= randomUUID()) }

const told = (insights: Insight[]) =>
  insights
    .map(({ title, description, priority, confidence }) => ({ title, description, priority, confidence }))
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))

async function tell(order: (count: number) => number[]): Promise<Insight[]> {
  const landlord = actors.landlord()
  ids.of = []
  const facts = story(landlord)
  const began = app.clock.now().getTime()
  for (const n of order(facts.length)) {
    // The instant belongs to the fact, not to its delivery.
    app.clock.set(new Date(began + n * 1000))
    ids.at = n
    await facts[n]!()
  }
  app.clock.set('2026-03-15T16:00:00Z')
  const insights = await app.computed(landlord)
  app.clock.set(new Date(began))
  return insights
}

test('the same facts told five times, backwards or shuffled give the same insights', async () => {
  const inOrder = await tell((count) => Array.from({ length: count }, (_, n) => n))
  expect(inOrder.map(({ title }) => title).toSorted()).toEqual([
    '$2,000 overdue from Ada Moss',
    'HVAC keeps needing repair at Home 1',
    'Home 0 is rented below your similar homes',
    'The lease of Ada Moss ends in 46 days',
  ])
  const fiveTimes = await tell((count) => Array.from({ length: count * 5 }, (_, n) => Math.floor(n / 5)))
  const backwards = await tell((count) => Array.from({ length: count }, (_, n) => count - 1 - n))
  // 7 has no divisor in common with the count: every fact once, far from its place.
  const shuffled = await tell((count) => Array.from({ length: count }, (_, n) => (n * 7) % count))
  for (const other of [fiveTimes, backwards, shuffled]) expect(told(other)).toEqual(told(inOrder))
}, 60_000)

test('what was there before the first fact is asked of its owners, once, and a later fact is newer than their answer', async () => {
  const landlord = actors.landlord()
  const homes = [1500, 2000, 2000].map((monthlyRent) => propertyOf(landlord, { monthlyRent }))
  app.owners.properties.push(...homes)
  app.owners.requests.push(requestOf(landlord, { openedAt: '2025-06-01T10:00:00.000Z' }))
  const debtor = tenantOf(landlord)
  app.owners.tenants.push(debtor)
  app.owners.ledgers.set(debtor.tenantId, { awaitingConfirmation: 0, credit: 0, charges: [chargeOf()] })
  const asked = app.owners.asked.properties
  // Opening the dashboard is enough.
  expect((await app.computed(landlord)).map(({ insightType }) => insightType).toSorted()).toEqual([
    'maintenance_prediction',
    'payment_risk',
  ])
  app.clock.advance(1000)
  await app.publish(PropertyCreated, propertyOf(landlord))
  expect((await app.computed(landlord)).map(({ insightType }) => insightType)).toContain('rent_optimization')
  await app.publish(PropertyUpdated, { ...homes[0]!, monthlyRent: 2000 })
  expect((await app.computed(landlord)).map(({ insightType }) => insightType)).not.toContain('rent_optimization')
  expect(app.owners.asked.properties).toBe(asked + 1)
})

test('while payments is down, everything else is computed, and the money follows when it is back', async () => {
  const landlord = actors.landlord()
  const tenant = tenantOf(landlord, { leaseEndDate: '2026-04-01' })
  app.owners.ledgers.set(tenant.tenantId, { awaitingConfirmation: 0, credit: 0, charges: [chargeOf()] })
  app.owners.down.add('payments')
  await app.publish(TenantCreated, tenant)
  await app.publish(RentsPlanned, { landlordId: landlord.landlordId, tenantId: tenant.tenantId, count: 12 })
  await until(async () => (await app.list(landlord)).length === 1, { what: 'the insight about the lease' })
  expect(await app.list(landlord)).toMatchObject([{ insightType: 'tenant_retention' }])
  app.owners.down.delete('payments')
  expect((await app.computed(landlord)).map(({ insightType }) => insightType).toSorted()).toEqual([
    'payment_risk',
    'tenant_retention',
  ])
})

test('a process that dies in the middle of computing leaves the landlord stale, and another one takes over after the lease', async () => {
  const landlord = actors.landlord()
  await app.db('ai').adminTransaction('as a crashed process left it', (tx) =>
    tx.execute(
      sql`insert into job (name, landlord_id, key, data, run_at, attempts, holder, lease_until) values
          ('refresh-insights', ${landlord.landlordId}, 'insights', '{}', '2026-01-01', 1, gen_random_uuid(), clock_timestamp() + interval '1 second')`,
    ),
  )
  await app.publish(TenantCreated, tenantOf(landlord, { leaseEndDate: '2026-04-01' }))
  expect(await app.list(landlord)).toEqual([])
  await until(async () => (await app.list(landlord)).length === 1, { what: 'the insight about the lease' })
})
