import { listRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { ChargeChanged, RentsPlanned } from '@keyhold/contracts/payments/events'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { moveOut, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import { listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { migrateTo } from '@keyhold/kit/testing/older-schema'
import { actors, startTestApp, type TestApp } from '@keyhold/kit/testing/test-app'
import { payments } from '@keyhold/payments/service'
import { tenancy } from '@keyhold/tenancy/service'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'

// A database from before there were tenancies, with tenants and the twelve rents of their time: both services come up on it.

const ann = actors.landlord()
const { landlordId } = ann
const propertyId = v7()
const people = {
  living: { monthlyRent: 1000, leaseStartDate: '2026-01-31' },
  raised: { monthlyRent: 1200, planned: 1000, leaseStartDate: '2026-01-01' },
  moved: { monthlyRent: 1000, leaseStartDate: '2026-02-01', plannedFrom: '2026-01-01' },
  // Left on 20 January; somebody noted a telephone number in March.
  left: { monthlyRent: 1000, leaseStartDate: '2026-01-01', isActive: false, leftOn: '2026-01-20' },
  // Entered as somebody who is not there: no rents were ever planned.
  never: { monthlyRent: 1000, leaseStartDate: '2025-01-01', isActive: false, planned: null },
  plain: {},
} satisfies Record<string, Person>
interface Person {
  monthlyRent?: number
  leaseStartDate?: string
  isActive?: boolean
  planned?: number | null
  plannedFrom?: string
  leftOn?: string
}
const ids = Object.fromEntries(Object.keys(people).map((name) => [name, v7()])) as Record<keyof typeof people, string>

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([tenancy, payments], { env: { PUBLIC_URL: 'https://rent.test' }, before: older })
  await app.tick() // begins from now
  app.clock.advance(60_000)
  await app.tick()
  await app.settled()
}, 60_000)
afterAll(() => app?.stop())

async function older(url: string): Promise<void> {
  await migrateTo(url, tenancy, 'tenancies')
  await migrateTo(url, payments, 'recurring')
  const sql = postgres(url, { max: 1, onnotice: () => {}, transform: postgres.camel })
  try {
    await sql`insert into tenancy.property (landlord_id, property_id, name, time_zone, is_deleted) values (${landlordId}, ${propertyId}, 'Elm', 'America/New_York', false)`
    await sql`insert into payments.property (landlord_id, property_id, name, time_zone) values (${landlordId}, ${propertyId}, 'Elm', 'America/New_York')`
    for (const [name, person] of Object.entries(people) as [keyof typeof people, Person][])
      await insert(sql, name, person)
  } finally {
    await sql.end()
  }
}

async function insert(sql: postgres.Sql, name: keyof typeof people, person: Person): Promise<void> {
  const {
    monthlyRent = null,
    leaseStartDate = null,
    isActive = true,
    planned = monthlyRent,
    plannedFrom = leaseStartDate,
    leftOn = null,
  } = person
  const id = ids[name]
  const row = {
    id,
    landlordId,
    propertyId,
    firstName: name,
    lastName: 'Old',
    email: `${name}@example.com`,
    monthlyRent,
    leaseStartDate,
    isActive,
  }
  await sql`insert into tenancy.tenant ${sql({ ...row, createdAt: '2026-01-02T12:00:00Z', updatedAt: '2026-03-10T12:00:00Z' })}`
  await sql`insert into payments.tenant (landlord_id, tenant_id, name, property_id, active) values (${landlordId}, ${id}, ${`${name} Old`}, ${propertyId}, ${isActive})`
  if (planned === null || plannedFrom === null) return
  await sql`insert into payments.rent_plan (landlord_id, tenant_id, monthly_rent, starts_on) values (${landlordId}, ${id}, ${planned}, ${plannedFrom})`
  await sql`
    insert into payments.charge (landlord_id, tenant_id, property_id, type, method, amount, due_date, source, period)
    select ${landlordId}, ${id}, ${propertyId}, 'rent', 'check', ${planned}, d.day, 'rent_plan', to_char(d.day, 'YYYY-MM')
    from (select (${plannedFrom}::date + n * interval '1 month')::date as day from generate_series(0, 11) n) d`
  if (leftOn)
    await sql`update payments.charge set cancelled_at = ${`${leftOn}T12:00:00Z`}, cancellation_reason = 'The tenant left before it fell due.' where tenant_id = ${id} and due_date > ${leftOn}`
}

const owed = async (name: keyof typeof people) =>
  (await app.send(listPayments, ann, { query: { tenantId: ids[name], sort: 'due' } })).body.map(
    ({ dueDate, amount }) => `${dueDate} ${amount}`,
  )
const months = (day: string, amount: number, from = 1) =>
  Array.from({ length: 13 - from }, (_, n) => `2026-${String(n + from).padStart(2, '0')}-${day} ${amount}`)

test('payments receives every older tenancy once and plans no rent twice', async () => {
  const told = app.published(TenancyChanged)
  expect(new Set(told.map(({ tenancyId }) => tenancyId))).toEqual(new Set(Object.values(ids)))
  expect(told).toHaveLength(Object.keys(ids).length)
  expect(app.published(RentsPlanned)).toEqual([])
  const kept = await app
    .db('payments')
    .read(ann, (sql) => sql`select tenancy_id from tenancy where landlord_id = ${landlordId}`)
  expect(kept).toHaveLength(Object.keys(ids).length)
})

test('the rents of who lives there are what they were, to the day', async () => {
  expect(await owed('living')).toEqual([
    '2026-01-31 1000', '2026-02-28 1000', '2026-03-31 1000', '2026-04-30 1000', '2026-05-31 1000', '2026-06-30 1000',
    '2026-07-31 1000', '2026-08-31 1000', '2026-09-30 1000', '2026-10-31 1000', '2026-11-30 1000', '2026-12-31 1000',
  ]) // prettier-ignore
  const changed = app.published(ChargeChanged).filter(({ tenantId }) => tenantId === ids.living)
  expect(changed).toEqual([])
})

test('what was changed of the terms since then holds for the rents to come', async () => {
  expect(await owed('raised')).toEqual([...months('01', 1000).slice(0, 3), ...months('01', 1200, 4)])
  expect(await owed('moved')).toEqual([...months('01', 1000), '2027-01-01 1000'])
})

test('a tenant who had left, or never lived there, owes no rent that nobody had charged', async () => {
  expect(await owed('left')).toEqual(['2026-01-01 1000'])
  expect(await owed('never')).toEqual([])
  // Nor when the record is touched again.
  for (const name of ['left', 'never'] as const) {
    await app.send(updateTenant, ann, { params: { id: ids[name] }, body: { phone: '555 0100', monthlyRent: 1100 } })
    await app.settled()
  }
  expect([await owed('left'), await owed('never')]).toEqual([['2026-01-01 1000'], []])
  // Back again: what comes from now on is charged.
  expect((await app.send(updateTenant, ann, { params: { id: ids.left }, body: { isActive: true } })).status).toBe(200)
  await app.settled()
  expect((await owed('left')).length).toBeGreaterThan(1)
})

test('and the tenancy is changed like any other', async () => {
  const { body: recurring } = await app.send(listRecurring, ann, { query: { tenantId: ids.living } })
  expect(recurring).toMatchObject([{ id: ids.living, isRent: true, amount: 1000 }])
  expect((await app.send(listTenants, ann)).body.find(({ id }) => id === ids.living)).toMatchObject({
    monthlyRent: 1000,
  })
  const billing = { dueDay: 1, proration: 'actual', postingDays: 5 }
  expect(
    (await app.send(updateTenancy, ann, { params: { id: ids.living }, body: { billing, termKind: 'rollover' } }))
      .status,
  ).toBe(200)
  await app.settled()
  // January 31 to March 30 are charged and due; the day between comes when it is time.
  expect((await owed('living')).slice(0, 4)).toEqual([
    '2026-01-31 1000',
    '2026-02-28 1000',
    '2026-04-01 1000',
    '2026-05-01 1000',
  ])
  await app.send(moveOut, ann, { params: { id: ids.living }, body: { movedOutOn: '2026-04-15' } })
  await app.settled()
  app.clock.set('2026-03-26T15:00:00Z')
  await app.tick()
  await app.settled()
  expect(await owed('living')).toEqual(['2026-01-31 1000', '2026-02-28 1000', '2026-03-31 32.26', '2026-04-01 500'])
})
