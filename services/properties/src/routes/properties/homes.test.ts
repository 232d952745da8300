import { getProperty, listProperties, propertyFacts, propertySummary, tenantProperty } from '@keyhold/contracts/properties/properties'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenants'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse, tenantAt } from '../../testing/test-app.ts'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.stop())

test('a tenant sees its own home and nothing of what the landlord keeps to itself', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord, { description: 'Roof leaks', securityDeposit: 500 })
  const photo = await house.addPhoto(landlord, id)
  const tenant = tenantAt(landlord, id)
  const actor = actors.tenantOf(landlord, tenant.tenantId)
  expect((await house.send(tenantProperty, actor)).body).toBeNull()
  await house.publish(TenantCreated, tenant)
  const { status, body } = await house.send(tenantProperty, actor)
  expect([status, Object.keys(body ?? {}).toSorted()]).toEqual([
    200,
    ['address', 'bathrooms', 'bedrooms', 'city', 'id', 'images', 'name', 'propertyType', 'rent', 'squareFeet', 'state', 'timeZone', 'zipCode'],
  ])
  expect(body).toMatchObject({ id, rent: 1850.5, images: [photo.cardUrl], timeZone: 'America/Chicago' })
  await house.publish(TenantLeft, { ...tenant, isActive: false })
  expect((await house.send(tenantProperty, actor)).body).toBeNull()
})

test('the database shows a tenant one property: its home', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [home] = [await house.addProperty(landlord), await house.addProperty(landlord), await house.addProperty(other)]
  const [tenant, neighbour, stranger] = [tenantAt(landlord, home.id), tenantAt(landlord, null), tenantAt(other, home.id)]
  for (const one of [tenant, neighbour, stranger]) await house.publish(TenantCreated, one)
  const visible = async (actor: Parameters<typeof house.send>[1]) =>
    (await house.door('properties').read(actor, (sql) => sql<{ id: string }[]>`select id from property`)).map(({ id }) => id)
  expect(await visible(actors.tenantOf(landlord, tenant.tenantId))).toEqual([home.id])
  expect(await visible(actors.tenantOf(landlord, neighbour.tenantId))).toEqual([])
  // Another landlord's tenant who was put on it by mistake or malice.
  expect(await visible(actors.tenantOf(other, stranger.tenantId))).toEqual([])
  expect(await visible(actors.unlinkedTenant())).toEqual([])
  expect(await visible(landlord)).toHaveLength(2)
  const seen = await house
    .door('properties')
    .read(
      actors.tenantOf(landlord, tenant.tenantId),
      (sql) => sql`select (select count(*) from cap) as caps, (select count(*) from occupancy) as tenants`,
    )
  expect(seen[0]).toEqual({ caps: 0, tenants: 1 })
})

test('a tenant may not use the landlord screens, nor change its home', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  const tenant = tenantAt(landlord, id)
  const actor = actors.tenantOf(landlord, tenant.tenantId)
  await house.publish(TenantCreated, tenant)
  expect((await house.send(getProperty, actor, { params: { id } })).status).toBe(403)
  expect((await house.send(listProperties, actor)).status).toBe(403)
  expect((await house.send(tenantProperty, landlord)).status).toBe(403)
  expect((await house.send(tenantProperty, actors.unlinkedTenant())).body).toBeNull()
})

test('facts and summary answer for the landlord of the caller alone; "new this month" goes by the local date', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  house.clock.set('2026-03-20T12:00:00Z')
  const austin = await house.addProperty(landlord, { isOccupied: true })
  await house.addProperty(landlord, { state: 'NY' })
  await house.addProperty(other)
  const [mine, theirs] = [landlord, other].map(({ landlordId }) => actors.service('gateway', landlordId))
  if (!mine || !theirs) throw new Error('two services')
  const summary = (actor: typeof mine) => house.send(propertySummary, actor)
  house.clock.set('2026-04-01T04:30:00Z') // in Chicago still March, in New York April
  expect((await summary(mine)).body).toEqual({ total: 2, occupied: 1, newThisMonth: 1 })
  expect((await summary(theirs)).body).toEqual({ total: 1, occupied: 0, newThisMonth: 1 })
  expect((await summary(actors.service('gateway'))).body).toEqual({ total: 0, occupied: 0, newThisMonth: 0 })
  expect((await house.send(propertyFacts, mine, { params: { id: austin.id } })).body).toMatchObject({
    propertyId: austin.id,
    timeZone: 'America/Chicago',
    monthlyRent: 1850.5,
    isDeleted: false,
  })
  expect((await house.send(propertyFacts, theirs, { params: { id: austin.id } })).status).toBe(404)
  expect((await house.send(propertyFacts, actors.service('gateway'), { params: { id: austin.id } })).status).toBe(404)
})
