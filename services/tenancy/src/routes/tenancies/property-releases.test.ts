import { setTimeout as sleep } from 'node:timers/promises'
import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { createTenant, getTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { registerTenant } from '@keyhold/contracts/tenancy/invitations'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => {
  app = await startTenancyApp()
})
afterAll(() => app?.stop())

const person = { firstName: 'Ann', lastName: 'Archer' }
const release = (landlord: LandlordActor, propertyId: string) =>
  app.send(releaseProperty, actors.service('properties', landlord.landlordId), {
    body: { propertyId, name: 'Elm Street 1', timeZone: 'America/New_York' },
  })
const add = (landlord: LandlordActor, body: object = {}) =>
  app.send(createTenant, landlord, { body: { ...person, email: `${v7()}@example.com`, ...body } })
const change = (landlord: LandlordActor, id: string, body: object) =>
  app.send(updateTenant, landlord, { params: { id }, body: { ...body } })
const residents = async (landlord: LandlordActor, propertyId: string) =>
  Number((await app.send(listTenants, landlord, { query: { propertyId, status: 'active' } })).headers['x-total-count'])

test('a property cannot be released while it has an active tenant; afterwards it can, repeatedly', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const { body: tenant } = await add(landlord, { propertyId })
  expect((await release(landlord, propertyId)).problem).toMatchObject({ status: 409, code: 'property-occupied' })
  expect((await add(landlord, { propertyId })).status).toBe(201)
  const { body: list } = await app.send(listTenants, landlord, { query: { propertyId } })
  for (const { id } of list) await change(landlord, id, { isActive: false })
  for (let times = 0; times < 3; times++) expect((await release(landlord, propertyId)).status).toBe(200)
  expect((await add(landlord, { propertyId })).problem.issues).toEqual([
    { path: 'propertyId', message: 'Choose one of your properties' },
  ])
  expect((await app.send(getTenant, landlord, { params: { id: tenant.id } })).body.propertyName).toBe('Elm Street 1')
})

test('late events do not make a released property available again, even if tenancy had not known it', async () => {
  const landlord = actors.landlord()
  const property = app.property(landlord)
  expect((await release(landlord, property.propertyId)).status).toBe(200)
  await app.publish(PropertyCreated, property)
  await app.publish(PropertyUpdated, { ...property, name: 'Elm Court' })
  expect((await add(landlord, { propertyId: property.propertyId })).status).toBe(400)
  await app.publish(PropertyDeleted, { ...property, isDeleted: true })
  expect((await add(landlord, { propertyId: property.propertyId })).status).toBe(400)
})

test("releasing does not affect another landlord's property, and needs a landlord", async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { propertyId } = app.property(mine)
  expect((await release(other, propertyId)).status).toBe(200)
  expect((await add(mine, { propertyId })).status).toBe(201)
  const body = { propertyId, name: '', timeZone: 'UTC' }
  expect((await app.send(releaseProperty, actors.service('properties'), { body })).status).toBe(404)
})

test('nobody can move into an archived property until it is restored, whatever older events say', async () => {
  const landlord = actors.landlord()
  const property = app.property(landlord)
  const { propertyId } = property
  await app.publish(PropertyCreated, property)
  const { body: tenant } = await add(landlord, { propertyId })
  const archive = () =>
    app.send(releaseProperty, actors.service('properties', landlord.landlordId), {
      body: {
        propertyId,
        name: 'Elm Street 1',
        timeZone: 'America/New_York',
        archivedAt: app.clock.now().toISOString(),
      },
    })
  expect((await archive()).problem).toMatchObject({
    code: 'property-occupied',
    detail: expect.stringContaining('before you archive it'),
  })
  await change(landlord, tenant.id, { isActive: false })
  const arrive = await arrivals['is made active']?.(landlord, propertyId)
  const { token } = await app.invite(landlord, { propertyId })
  app.clock.advance(1000)
  expect((await archive()).status).toBe(200)
  app.clock.advance(-500)
  await app.publish(PropertyUpdated, { ...property, isArchived: false })
  app.clock.advance(500)
  expect((await add(landlord, { propertyId })).problem.issues).toEqual([
    { path: 'propertyId', message: 'Choose one of your properties' },
  ])
  expect((await arrive?.())?.status).toBe(200)
  expect((await app.send(registerTenant, actors.visitor(), { body: { ...person, token } })).status).toBe(201)
  expect(await residents(landlord, propertyId)).toBe(0)
  await app.publish(PropertyUpdated, { ...property, isArchived: true })
  expect((await add(landlord, { propertyId })).status).toBe(400)
  app.clock.advance(1000)
  await app.publish(PropertyUpdated, { ...property, isArchived: false })
  expect((await add(landlord, { propertyId })).status).toBe(201)
})

test('an archived property that tenancy does not know yet is refused', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord, { isArchived: true })
  expect((await add(landlord, { propertyId })).status).toBe(400)
})

/** Prepares a tenant and returns the request that makes them live in the property. */
type Arrival = (landlord: LandlordActor, propertyId: string) => Promise<() => Promise<{ status: number }>>

const arrivals: Record<string, Arrival> = {
  'is added': async (landlord, propertyId) => () => add(landlord, { propertyId }),
  'moves in': async (landlord, propertyId) => {
    const { body } = await add(landlord)
    return () => change(landlord, body.id, { propertyId })
  },
  'is made active': async (landlord, propertyId) => {
    const { body } = await add(landlord, { propertyId, isActive: false })
    return () => change(landlord, body.id, { isActive: true })
  },
  registers: async (landlord, propertyId) => {
    const { token } = await app.invite(landlord, { propertyId })
    return () => app.send(registerTenant, actors.visitor(), { body: { ...person, token } })
  },
}

test.each(Object.entries(arrivals))(
  'a property is either released or has a tenant when somebody %s at the same time',
  async (_, prepare) => {
    const landlord = actors.landlord()
    for (let n = 0; n < 40; n++) {
      const property = app.property(landlord)
      // Every second property is in the projection already.
      if (n % 2) await app.publish(PropertyCreated, property)
      const arrive = await prepare(landlord, property.propertyId)
      const [released, arrived] = await Promise.all([
        sleep(n % 8).then(() => release(landlord, property.propertyId)),
        sleep(n % 3).then(arrive),
      ])
      expect([200, 409]).toContain(released.status)
      expect([200, 201, 400]).toContain(arrived.status)
      expect(await residents(landlord, property.propertyId)).toBe(released.status === 200 ? 0 : 1)
    }
  },
  60_000,
)

test('a tenant who is made active again has no home if their property was deleted meanwhile', async () => {
  const landlord = actors.landlord()
  const [deleted, kept] = [app.property(landlord), app.property(landlord)]
  const { body: tenant } = await add(landlord, { propertyId: deleted.propertyId })
  await change(landlord, tenant.id, { isActive: false })
  await release(landlord, deleted.propertyId)
  // An edit of an inactive record keeps its property.
  expect((await change(landlord, tenant.id, { phone: '212 555 0199' })).body.propertyId).toBe(deleted.propertyId)
  const back = await change(landlord, tenant.id, { isActive: true, propertyId: deleted.propertyId })
  expect([back.status, back.body.isActive, back.body.propertyId]).toEqual([200, true, null])

  const { body: other } = await add(landlord, { propertyId: kept.propertyId, isActive: false })
  expect((await change(landlord, other.id, { isActive: true })).body.propertyId).toBe(kept.propertyId)
})
