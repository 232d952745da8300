import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import {
  archiveProperty,
  createProperty,
  deleteProperty,
  getProperty,
  listProperties,
  restoreProperty,
  updateProperty,
} from '@keyhold/contracts/properties/properties'
import { getPropertySnapshot, propertySummary, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startPropertiesApp, subscription } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const archive = (actor: Actor, id: string) => app.send(archiveProperty, actor, { params: { id } })
const restore = (actor: Actor, id: string) => app.send(restoreProperty, actor, { params: { id } })
const listed = async (landlord: LandlordActor, archived?: string) => {
  const { body, headers } = await app.send(listProperties, landlord, { query: archived ? { archived } : {} })
  return [body.map(({ name }) => name), headers['x-total-count']]
}

const publishedArchived = (id: string) =>
  app
    .published(PropertyUpdated)
    .filter(({ propertyId }) => propertyId === id)
    .map(({ isArchived }) => isArchived)

test('an archived property is left out of lists, counts and the dashboard until it is restored; by its id it is found', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord, { name: 'Away', isOccupied: true })
  await app.addProperty(landlord, { name: 'Here' })
  const { status, body } = await archive(landlord, id)
  expect([status, body.archivedAt, body.name]).toEqual([200, app.clock.now().toISOString(), 'Away'])
  expect([await listed(landlord), await listed(landlord, 'only'), await listed(landlord, 'include')]).toEqual([
    [['Here'], '1'],
    [['Away'], '1'],
    [['Here', 'Away'], '2'],
  ])
  const gateway = actors.service('gateway', landlord.landlordId)
  expect((await app.send(propertySummary, gateway)).body).toMatchObject({ total: 1, occupiedUnits: 0 })
  expect((await app.send(getPropertySnapshot, gateway, { params: { id } })).body).toMatchObject({
    isArchived: true,
    isDeleted: false,
  })
  expect((await app.send(getProperty, landlord, { params: { id } })).body.archivedAt).toBe(body.archivedAt)
  const restored = await restore(landlord, id)
  expect([restored.status, restored.body.archivedAt, await listed(landlord), await listed(landlord, 'only')]).toEqual([
    200,
    null,
    [['Here', 'Away'], '2'],
    [[], '0'],
  ])
  await app.settled()
  expect(publishedArchived(id)).toEqual([true, false])
})

test('a property with active tenants is not archived, and tenancy assigns an archived one to nobody', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  app.tenancy.occupied.add(id)
  expect((await archive(landlord, id)).problem).toMatchObject({ status: 409, code: 'property-occupied' })
  expect(await listed(landlord)).toEqual([['Oak House'], '1'])
  app.tenancy.occupied.delete(id)
  expect((await archive(landlord, id)).status).toBe(200)
  expect(app.tenancy.archived.get(id)).toBe(app.clock.now().toISOString())
  expect(app.tenancy.released).not.toContain(id)
})

test('a tenant who moves in while a property is being archived prevents that', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  app.tenancy.meanwhile = [() => {}, () => app.tenancy.occupied.add(id)]
  expect((await archive(landlord, id)).problem).toMatchObject({ status: 409, code: 'property-occupied' })
  expect([await listed(landlord), await listed(landlord, 'only')]).toEqual([
    [['Oak House'], '1'],
    [[], '0'],
  ])
  await app.settled()
  expect(publishedArchived(id)).toEqual([true, false])
})

test('a property restored while it is being archived ends up open, and tenancy is informed last', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  app.tenancy.meanwhile = [() => {}, () => restore(landlord, id)]
  expect((await archive(landlord, id)).status).toBe(200)
  expect(await listed(landlord)).toEqual([['Oak House'], '1'])
  await app.settled()
  expect(publishedArchived(id)).toEqual([true, false, false])
})

test('repeated and concurrent archiving takes effect once', async () => {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { maxProperties: 1 })
  const { id } = await app.addProperty(landlord)
  const first = await Promise.all(Array.from({ length: 4 }, () => archive(landlord, id)))
  app.clock.advance(1000)
  const again = await archive(landlord, id)
  expect(new Set([...first, again].map(({ status, body }) => `${status} ${body.archivedAt}`)).size).toBe(1)
  const back = await Promise.all(Array.from({ length: 4 }, () => restore(landlord, id)))
  expect(back.map(({ status, body }) => [status, body.archivedAt])).toEqual(
    Array.from({ length: 4 }, () => [200, null]),
  )
  await app.settled()
  expect(app.published(PropertyUpdated).filter(({ propertyId }) => propertyId === id)).toHaveLength(2)
})

test('only the landlord can archive and restore; an unknown property is not found', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const { id } = await app.addProperty(landlord)
  const deleted = await app.addProperty(landlord)
  await app.send(deleteProperty, landlord, { params: { id: deleted.id } })
  for (const act of [archive, restore]) {
    expect([
      (await act(other, id)).status,
      (await act(actors.superAdmin(), id)).status,
      (await act(landlord, deleted.id)).status,
    ]).toEqual([404, 404, 404])
    expect([(await act(actors.tenantOf(landlord), id)).status, (await act(actors.visitor(), id)).status]).toEqual([
      403, 401,
    ])
  }
  expect(app.tenancy.archived.has(id)).toBe(false)
  expect(await listed(landlord)).toEqual([['Oak House'], '1'])
})

test('an archived property can be edited and deleted', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const { body } = await archive(landlord, id)
  const changed = await app.send(updateProperty, landlord, { params: { id }, body: { name: 'New' } })
  expect([changed.body.name, changed.body.archivedAt]).toEqual(['New', body.archivedAt])
  expect((await app.send(deleteProperty, landlord, { params: { id } })).status).toBe(204)
  expect(await listed(landlord, 'include')).toEqual([[], '0'])
})

test("archiving frees a place under the plan's limit; restoring needs one and is refused like adding", async () => {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { maxProperties: 1 })
  const { id } = await app.addProperty(landlord)
  expect((await app.send(createProperty, landlord, { body: form })).problem.code).toBe('property-limit-reached')
  await archive(landlord, id)
  const second = await app.addProperty(landlord)
  expect((await restore(landlord, id)).problem).toMatchObject({
    status: 403,
    code: 'property-limit-reached',
    detail: "You've reached your property limit for your current plan. Please upgrade to add more properties.",
  })
  await archive(landlord, second.id)
  expect((await restore(landlord, id)).status).toBe(200)
})

test('without an active subscription nothing is restored; a super admin is not limited', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  await archive(landlord, id)
  await app.publish(SubscriptionChanged, subscription(landlord.landlordId, { status: 'expired' }))
  expect((await restore(landlord, id)).problem).toMatchObject({ status: 403, code: 'subscription-inactive' })
  const admin = actors.superAdmin()
  app.billing.answer.set(admin.landlordId, { maxProperties: 0 })
  const own = await app.addProperty(admin)
  await archive(admin, own.id)
  expect((await restore(admin, own.id)).status).toBe(200)
})

test('concurrent creates and restores never exceed the cap', async () => {
  const landlord = actors.landlord()
  app.billing.answer.set(landlord.landlordId, { maxProperties: 4 })
  const ids: string[] = []
  for (let n = 0; n < 6; n++) {
    const { id } = await app.addProperty(landlord)
    await archive(landlord, id)
    ids.push(id)
  }
  const answers = await Promise.all([
    ...ids.map((id) => restore(landlord, id).then(({ status }) => status)),
    ...ids.map(() => app.send(createProperty, landlord, { body: form }).then(({ status }) => status)),
  ])
  expect(answers.filter((status) => status < 300)).toHaveLength(4)
  expect(answers.filter((status) => status === 403)).toHaveLength(8)
  expect((await listed(landlord))[1]).toBe('4')
})
