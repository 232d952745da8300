import { randomUUID } from 'node:crypto'
import {
  archiveProperty,
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from '@keyhold/contracts/properties/properties'
import { PropertyUpdated, propertySummary } from '@keyhold/contracts/properties/property-snapshots'
import { listAllProperties } from '@keyhold/contracts/properties/admin-properties'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import {
  createUnit,
  deleteUnit,
  listUnits,
  maxUnits,
  UnitChanged,
  getUnitSnapshot,
  updateUnit,
} from '@keyhold/contracts/properties/units'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const add = (actor: Actor, id: string, name: string, fields: Record<string, unknown> = {}) =>
  app.send(createUnit, actor, { params: { id }, body: { name, ...fields } })
const change = (actor: Actor, id: string, body: Record<string, unknown>) =>
  app.send(updateUnit, actor, { params: { id }, body })
const remove = (actor: Actor, id: string) => app.send(deleteUnit, actor, { params: { id } })
const units = async (landlord: LandlordActor, id: string) =>
  (await app.send(listUnits, landlord, { params: { id } })).body
const occupied = async (landlord: LandlordActor, id: string) =>
  (await units(landlord, id)).filter(({ isOccupied }) => isOccupied).map(({ name }) => name)
const counts = async (landlord: LandlordActor, id: string) => {
  const { isOccupied, unitCount, occupiedUnits } = (await app.send(getProperty, landlord, { params: { id } })).body
  return [isOccupied, unitCount, occupiedUnits]
}
const publishedUnits = async (unitId: string) => {
  await app.settled()
  return app.published(UnitChanged).filter((one) => one.unitId === unitId)
}

test('a property begins with one unit that has its id, however it was added', async () => {
  const landlord = actors.landlord()
  const quick = { address: '5 Elm St', type: 'house', monthlyRent: 900, bedrooms: 2, bathrooms: 1 }
  const { body } = await app.send(createProperty, landlord, { body: quick })
  const full = await app.addProperty(landlord)
  for (const { id } of [body, full])
    expect(await units(landlord, id)).toMatchObject([
      { id, propertyId: id, name: 'Unit 1', isFirst: true, isOccupied: false, marketRent: null },
    ])
  expect([body.unitCount, body.occupiedUnits, full.unitCount]).toEqual([1, 0, 1])
  expect(await publishedUnits(full.id)).toEqual([])
})

test('units are added, changed and removed, each is published, and so is the property with its count', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const { status, body } = await add(landlord, id, ' Unit 10 ', {
    bedrooms: 0,
    bathrooms: '1.5',
    squareFeet: 400,
    marketRent: '950.50',
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    propertyId: id,
    name: 'Unit 10',
    bedrooms: 0,
    bathrooms: 1.5,
    squareFeet: 400,
    marketRent: 950.5,
    isFirst: false,
  })
  const second = (await add(landlord, id, 'Unit 2')).body
  expect((await units(landlord, id)).map(({ name }) => name)).toEqual(['Unit 1', 'Unit 2', 'Unit 10'])
  expect(await counts(landlord, id)).toEqual([false, 3, 0])
  const changed = await change(landlord, body.id, { name: 'Attic', marketRent: '' })
  expect(changed.body).toMatchObject({ name: 'Attic', marketRent: null, squareFeet: 400 })
  expect((await change(landlord, id, { name: 'Ground floor' })).body).toMatchObject({
    id,
    name: 'Ground floor',
    isFirst: true,
  })
  expect((await remove(landlord, second.id)).status).toBe(204)
  expect((await remove(landlord, second.id)).status).toBe(404)
  expect(await counts(landlord, id)).toEqual([false, 2, 0])
  expect((await publishedUnits(body.id)).map(({ name, marketRent }) => [name, marketRent])).toEqual([
    ['Unit 10', 950.5],
    ['Attic', null],
  ])
  expect((await publishedUnits(second.id)).map(({ isDeleted }) => isDeleted)).toEqual([false, true])
  expect(await publishedUnits(id)).toMatchObject([{ propertyId: id, name: 'Ground floor' }])
  expect(app.published(PropertyUpdated).filter(({ propertyId }) => propertyId === id)).toHaveLength(3)
  const snapshotOf = (unitId: string) =>
    app.send(getUnitSnapshot, actors.service('tenancy', landlord.landlordId), { params: { id: unitId } })
  expect((await snapshotOf(second.id)).body).toMatchObject({ unitId: second.id, isDeleted: true })
  expect((await snapshotOf(id)).body).toEqual({
    unitId: id,
    landlordId: landlord.landlordId,
    propertyId: id,
    name: 'Ground floor',
    marketRent: null,
    isDeleted: false,
  })
})

test('a unit name is unique within its property, ignoring case, and free again once the unit is removed', async () => {
  const landlord = actors.landlord()
  const [home, next] = [await app.addProperty(landlord), await app.addProperty(landlord)]
  const { body } = await add(landlord, home.id, 'Élan')
  expect((await add(landlord, home.id, 'éLAN')).problem).toMatchObject({ status: 409, code: 'conflict' })
  expect((await add(landlord, home.id, 'unit 1')).status).toBe(409)
  expect((await change(landlord, home.id, { name: 'ÉLAN' })).status).toBe(409)
  expect((await change(landlord, body.id, { name: 'ÉLAN' })).body.name).toBe('ÉLAN')
  expect((await add(landlord, next.id, 'Élan')).status).toBe(201)
  await remove(landlord, body.id)
  expect((await add(landlord, home.id, 'élan')).status).toBe(201)
  const rush = await Promise.all(Array.from({ length: 6 }, (_, n) => add(landlord, next.id, n % 2 ? 'LOFT' : 'Loft')))
  expect(rush.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
})

test('the same request sent twice adds one unit', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const send = () =>
    app.send(createUnit, landlord, { params: { id }, body: { name: 'B' }, headers: { 'idempotency-key': 'once' } })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.body.id]).toEqual([201, first.body.id])
  expect(await counts(landlord, id)).toEqual([false, 2, 0])
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'B', bedrooms: -1 }, 'bedrooms'],
  [{ name: 'B', bathrooms: 1.3 }, 'bathrooms'],
  [{ name: 'B', squareFeet: 0 }, 'squareFeet'],
  [{ name: 'B', marketRent: 0 }, 'marketRent'],
])('%j is refused with the field at fault', async (body, path) => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  expect((await app.send(createUnit, landlord, { params: { id }, body })).problem).toMatchObject({
    status: 400,
    issues: [{ path }],
  })
})

test('a property never has more units than the limit', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  await app
    .db('properties')
    .transaction(landlord, (tx) =>
      tx.execute(
        sql`insert into unit (landlord_id, property_id, name) select ${landlord.landlordId}, ${id}, 'Room ' || n from generate_series(3, ${maxUnits - 1}) n`,
      ),
    )
  expect([(await add(landlord, id, 'Loft')).status, (await add(landlord, id, 'Attic')).status]).toEqual([201, 201])
  expect((await add(landlord, id, 'One more')).problem).toMatchObject({
    status: 409,
    detail: 'A property has at most 500 units.',
  })
  expect(await counts(landlord, id)).toEqual([false, maxUnits, 0])
})

test('occupancy is counted by unit; events without a unit mean the first', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const b = (await add(landlord, id, 'B')).body
  const [old, next, roommate] = [
    tenantAt(landlord, id),
    tenantAt(landlord, id, { unitId: b.id }),
    tenantAt(landlord, id, { unitId: b.id }),
  ]
  await app.publish(TenantCreated, old)
  expect([await counts(landlord, id), await occupied(landlord, id)]).toEqual([[true, 2, 1], ['Unit 1']])
  await app.publish(TenantCreated, next)
  await app.publish(TenantCreated, roommate)
  expect([await counts(landlord, id), await occupied(landlord, id)]).toEqual([
    [true, 2, 2],
    ['B', 'Unit 1'],
  ])
  await app.publish(TenantLeft, { ...old, isActive: false })
  await app.publish(TenantLeft, { ...next, isActive: false })
  expect([await counts(landlord, id), await occupied(landlord, id)]).toEqual([[true, 2, 1], ['B']])
  await app.publish(TenantUpdated, { ...roommate, unitId: id })
  expect([await counts(landlord, id), await occupied(landlord, id)]).toEqual([[true, 2, 1], ['Unit 1']])
  // A unit of another property, or an unknown one, means the first.
  const other = await app.addProperty(landlord)
  await app.publish(TenantUpdated, { ...roommate, unitId: other.id })
  expect([await counts(landlord, id), await counts(landlord, other.id)]).toEqual([
    [true, 2, 1],
    [false, 1, 0],
  ])
})

test('every answer with a property has the unit counts, and the dashboard counts units', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const b = (await add(landlord, id, 'B')).body
  await app.publish(TenantCreated, tenantAt(landlord, id, { unitId: b.id }))
  const expected = { unitCount: 2, occupiedUnits: 1, isOccupied: true }
  expect((await app.send(listProperties, landlord, { query: { occupancy: 'occupied' } })).body).toMatchObject([
    expected,
  ])
  expect((await app.send(listProperties, landlord, { query: { occupancy: 'vacant' } })).body).toEqual([])
  expect((await app.send(updateProperty, landlord, { params: { id }, body: { name: 'New' } })).body).toMatchObject(
    expected,
  )
  const admin = actors.superAdmin()
  expect((await app.send(listAllProperties, admin, { query: { landlordId: landlord.landlordId } })).body).toMatchObject(
    [expected],
  )
  expect((await app.send(propertySummary, actors.service('gateway', landlord.landlordId))).body).toMatchObject({
    total: 1,
    units: 2,
    occupiedUnits: 1,
  })
})

test("the form's checkbox counts only with a single unit without tenants", async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord, { isOccupied: true })
  const tick = (isOccupied: boolean) => app.send(updateProperty, landlord, { params: { id }, body: { isOccupied } })
  expect(await counts(landlord, id)).toEqual([true, 1, 1])
  expect((await tick(false)).body).toMatchObject({ isOccupied: false, occupiedUnits: 0 })
  await tick(true)
  const b = (await add(landlord, id, 'B')).body
  expect(await counts(landlord, id)).toEqual([false, 2, 0])
  expect((await tick(true)).body).toMatchObject({ isOccupied: false, occupiedUnits: 0 })
  const tenant = tenantAt(landlord, id, { unitId: b.id })
  await app.publish(TenantCreated, tenant)
  expect((await tick(false)).body).toMatchObject({ isOccupied: true, occupiedUnits: 1 })
  await app.publish(TenantLeft, { ...tenant, isActive: false })
  await remove(landlord, b.id)
  expect((await tick(true)).body).toMatchObject({ isOccupied: true, unitCount: 1, occupiedUnits: 1 })
})

test('the first unit and a unit with tenants cannot be removed', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const b = (await add(landlord, id, 'B')).body
  const tenant = tenantAt(landlord, id, { unitId: b.id })
  await app.publish(TenantCreated, tenant)
  expect((await remove(landlord, id)).problem).toMatchObject({ status: 409, code: 'conflict' })
  expect((await remove(landlord, b.id)).problem).toMatchObject({ status: 409, code: 'property-occupied' })
  await app.publish(TenantLeft, { ...tenant, isActive: false })
  expect((await remove(landlord, b.id)).status).toBe(204)
})

test('a unit assigned to a tenant while it was being removed is restored, under a free name', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const [b, c] = [(await add(landlord, id, 'B')).body, (await add(landlord, id, 'C')).body]
  await remove(landlord, b.id)
  await remove(landlord, c.id)
  await add(landlord, id, 'b')
  await app.publish(TenantCreated, tenantAt(landlord, id, { unitId: b.id }))
  await app.publish(TenantCreated, tenantAt(landlord, id, { unitId: c.id }))
  expect(await occupied(landlord, id)).toEqual([`B (${b.id.slice(-6)})`, 'C'])
  expect(await counts(landlord, id)).toEqual([true, 4, 2])
  expect((await publishedUnits(b.id)).map(({ isDeleted }) => isDeleted)).toEqual([false, true, false])
})

test('deleting a property deletes and publishes its units; archiving keeps them', async () => {
  const landlord = actors.landlord()
  const [gone, away] = [await app.addProperty(landlord), await app.addProperty(landlord)]
  const [b, c] = [(await add(landlord, gone.id, 'B')).body, (await add(landlord, away.id, 'C')).body]
  await app.send(deleteProperty, landlord, { params: { id: gone.id } })
  expect((await app.send(listUnits, landlord, { params: { id: gone.id } })).status).toBe(404)
  expect([(await change(landlord, b.id, { name: 'X' })).status, (await add(landlord, gone.id, 'D')).status]).toEqual([
    404, 404,
  ])
  for (const id of [gone.id, b.id])
    expect((await publishedUnits(id)).at(-1)).toMatchObject({ unitId: id, isDeleted: true })
  // A late event does not restore it.
  await app.publish(TenantCreated, tenantAt(landlord, gone.id, { unitId: b.id }))
  expect((await publishedUnits(b.id)).at(-1)).toMatchObject({ isDeleted: true })
  const { body } = await app.send(archiveProperty, landlord, { params: { id: away.id } })
  expect(body).toMatchObject({ unitCount: 2, occupiedUnits: 0 })
  expect(await units(landlord, away.id)).toHaveLength(2)
  expect((await publishedUnits(c.id)).at(-1)).toMatchObject({ isDeleted: false })
  expect((await app.send(listProperties, landlord, { query: { archived: 'only' } })).body).toMatchObject([
    { unitCount: 2 },
  ])
})

test("another landlord's units cannot be seen or changed", async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const { id } = await app.addProperty(landlord)
  const b = (await add(landlord, id, 'B')).body
  for (const actor of [other, actors.superAdmin()]) {
    const tries = (propertyId: string, unitId: string) =>
      Promise.all([
        app.send(listUnits, actor, { params: { id: propertyId } }),
        add(actor, propertyId, 'Mine'),
        change(actor, unitId, { name: 'Mine' }),
        remove(actor, unitId),
      ])
    const [theirs, absent] = [await tries(id, b.id), await tries(v7(), v7())]
    const answers = (all: typeof theirs) => all.map(({ status, problem }) => [status, problem.code, problem.detail])
    expect(answers(theirs)).toEqual(answers(absent))
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  }
  expect(
    (await app.send(getUnitSnapshot, actors.service('tenancy', other.landlordId), { params: { id: b.id } })).status,
  ).toBe(404)
  expect((await app.send(getUnitSnapshot, actors.service('tenancy'), { params: { id: b.id } })).status).toBe(404)
  const tenant = tenantAt(landlord, id)
  await app.publish(TenantCreated, tenant)
  const resident = actors.tenantOf(landlord, tenant.tenantId)
  expect([
    (await app.send(listUnits, resident, { params: { id } })).status,
    (await add(resident, id, 'X')).status,
  ]).toEqual([403, 403])
  expect((await add(actors.visitor(), id, 'X')).status).toBe(401)
  expect((await units(landlord, id)).map(({ name }) => name)).toEqual(['B', 'Unit 1'])
})

test('after any sequence of events and edits the counts match the rows', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const ids = [id, ...(await Promise.all(['B', 'C', 'D'].map(async (name) => (await add(landlord, id, name)).body.id)))]
  const people = Array.from({ length: 6 }, () => tenantAt(landlord, id, { tenantId: randomUUID() }))
  const acts = fc.record({
    person: fc.constantFrom(...people),
    unitId: fc.constantFrom(...ids),
    what: fc.constantFrom('remove', 'leave', 'move', 'move'),
  })
  const works: Promise<unknown>[] = []
  for (const [n, { person, unitId, what }] of fc.sample(acts, { numRuns: 60, seed: 7 }).entries()) {
    app.clock.advance(1)
    if (what === 'remove') works.push(remove(landlord, unitId))
    else if (what === 'leave') works.push(app.publish(TenantLeft, { ...person, unitId, isActive: false }))
    else works.push(app.publish(TenantUpdated, { ...person, unitId }))
    // Six concurrently.
    if (n % 6 === 5) await Promise.all(works.splice(0))
  }
  const all = await units(landlord, id)
  const living = all.filter(({ isOccupied }) => isOccupied).length
  expect(await counts(landlord, id)).toEqual([living > 0, all.length, living])
  const [lost] = await app.db('properties').read(
    landlord,
    (read) => read<{ n: number }[]>`
        select count(*) as n from occupancy o where is_active and not exists (select from unit u where u.id = o.unit_id and u.deleted_at is null)`,
  )
  expect(lost?.n).toBe(0)
})
