import { getProperty, listProperties, tenantProperty } from '@keyhold/contracts/properties/properties'
import { getPropertySnapshot, propertySummary } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp, tenantAt } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

test("a tenant sees their own property without the landlord's private fields", async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord, { description: 'Roof leaks', securityDeposit: 500 })
  const photo = await app.addPhoto(landlord, id)
  const tenant = tenantAt(landlord, id)
  const actor = actors.tenantOf(landlord, tenant.tenantId)
  expect((await app.send(tenantProperty, actor)).body).toBeNull()
  await app.publish(TenantCreated, tenant)
  const { status, body } = await app.send(tenantProperty, actor)
  expect([status, Object.keys(body ?? {}).toSorted()]).toEqual([
    200,
    [
      'address',
      'bathrooms',
      'bedrooms',
      'city',
      'id',
      'images',
      'name',
      'propertyType',
      'rent',
      'squareFeet',
      'state',
      'timeZone',
      'zipCode',
    ],
  ])
  expect(body).toMatchObject({ id, rent: 1850.5, images: [photo.cardUrl], timeZone: 'America/Chicago' })
  await app.publish(TenantLeft, { ...tenant, isActive: false })
  expect((await app.send(tenantProperty, actor)).body).toBeNull()
})

test('row level security shows a tenant only the property they live in', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [home] = [await app.addProperty(landlord), await app.addProperty(landlord), await app.addProperty(other)]
  const [tenant, neighbour, stranger] = [
    tenantAt(landlord, home.id),
    tenantAt(landlord, null),
    tenantAt(other, home.id),
  ]
  for (const one of [tenant, neighbour, stranger]) await app.publish(TenantCreated, one)
  const visible = async (actor: Parameters<typeof app.send>[1]) =>
    (await app.db('properties').read(actor, (sql) => sql<{ id: string }[]>`select id from property`)).map(
      ({ id }) => id,
    )
  expect(await visible(actors.tenantOf(landlord, tenant.tenantId))).toEqual([home.id])
  expect(await visible(actors.tenantOf(landlord, neighbour.tenantId))).toEqual([])
  // Another landlord's tenant with a row for this property.
  expect(await visible(actors.tenantOf(other, stranger.tenantId))).toEqual([])
  expect(await visible(actors.unlinkedTenant())).toEqual([])
  expect(await visible(landlord)).toHaveLength(2)
  const seen = await app
    .db('properties')
    .read(
      actors.tenantOf(landlord, tenant.tenantId),
      (sql) => sql`select (select count(*) from cap) as caps, (select count(*) from occupancy) as tenants`,
    )
  expect(seen[0]).toEqual({ caps: 0, tenants: 1 })
})

test('a tenant gets 403 from landlord endpoints and cannot change their property', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const tenant = tenantAt(landlord, id)
  const actor = actors.tenantOf(landlord, tenant.tenantId)
  await app.publish(TenantCreated, tenant)
  expect((await app.send(getProperty, actor, { params: { id } })).status).toBe(403)
  expect((await app.send(listProperties, actor)).status).toBe(403)
  expect((await app.send(tenantProperty, landlord)).status).toBe(403)
  expect((await app.send(tenantProperty, actors.unlinkedTenant())).body).toBeNull()
})

test('snapshots and summary are of the calling landlord only; "new this month" uses the local date', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  app.clock.set('2026-03-20T12:00:00Z')
  const austin = await app.addProperty(landlord, { isOccupied: true })
  await app.addProperty(landlord, { state: 'NY' })
  await app.addProperty(other)
  const [mine, theirs] = [landlord, other].map(({ landlordId }) => actors.service('gateway', landlordId))
  if (!mine || !theirs) throw new Error('two services')
  const summary = (actor: typeof mine) => app.send(propertySummary, actor)
  app.clock.set('2026-04-01T04:30:00Z') // in Chicago still March, in New York April
  expect((await summary(mine)).body).toEqual({ total: 2, units: 2, occupiedUnits: 1, newThisMonth: 1 })
  expect((await summary(theirs)).body).toEqual({ total: 1, units: 1, occupiedUnits: 0, newThisMonth: 1 })
  expect((await summary(actors.service('gateway'))).body).toEqual({
    total: 0,
    units: 0,
    occupiedUnits: 0,
    newThisMonth: 0,
  })
  expect((await app.send(getPropertySnapshot, mine, { params: { id: austin.id } })).body).toMatchObject({
    propertyId: austin.id,
    timeZone: 'America/Chicago',
    monthlyRent: 1850.5,
    isDeleted: false,
  })
  expect((await app.send(getPropertySnapshot, theirs, { params: { id: austin.id } })).status).toBe(404)
  expect((await app.send(getPropertySnapshot, actors.service('gateway'), { params: { id: austin.id } })).status).toBe(
    404,
  )
})
