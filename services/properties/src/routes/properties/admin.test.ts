import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { deleteProperty, getProperty } from '@keyhold/contracts/properties/properties'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { listAllProperties, updateAnyProperty } from '@keyhold/contracts/properties/admin-properties'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
const admin = actors.superAdmin()
const [ann, bob] = [actors.landlord(), actors.landlord()]

const signsUp = ({ userId, landlordId }: LandlordActor, firstName: string, email: string) =>
  app.publish(UserCreated, {
    userId,
    landlordId,
    tenantId: null,
    userType: 'landlord',
    email,
    firstName,
    lastName: 'Archer',
    phone: null,
    createdAt: app.clock.now().toISOString(),
  })

beforeAll(async () => {
  app = await startPropertiesApp()
  await signsUp(ann, 'Ann', 'ann@rent.test')
  await signsUp(bob, 'Bob', 'bob@rent.test')
  await app.addProperty(ann, { name: 'Alder', address: '1 Main St' })
  await app.addProperty(bob, { name: 'Birch', address: '2 Main St' })
  await app.addProperty(bob, { name: '100% Oak', address: '3 Side_way' })
})
afterAll(() => app.stop())

const list = async (query: Record<string, unknown> = {}) => {
  const { body, headers } = await app.send(listAllProperties, admin, { query })
  return { names: body.map(({ name }) => name), total: headers['x-total-count'], link: headers.link, body }
}

test('only the administrator sees the properties of all landlords, with their owners, newest first', async () => {
  const { names, total, body } = await list()
  expect([names, total]).toEqual([['100% Oak', 'Birch', 'Alder'], '3'])
  expect(body.at(-1)).toMatchObject({
    landlordId: ann.landlordId,
    landlordName: 'Ann Archer',
    landlordEmail: 'ann@rent.test',
    images: [],
  })
  expect(app.identity.asked).toEqual([])
  for (const [actor, status] of [
    [ann, 403],
    [actors.tenantOf(ann), 403],
    [actors.visitor(), 401],
  ] as const) {
    expect((await app.send(listAllProperties, actor)).status).toBe(status)
    expect((await app.send(updateAnyProperty, actor, { params: { id: v7() }, body: { name: 'x' } })).status).toBe(
      status,
    )
  }
})

test.each([
  [{ q: 'main' }, ['Birch', 'Alder']],
  [{ q: 'ANN ARCH' }, ['Alder']],
  [{ q: 'bob@' }, ['100% Oak', 'Birch']],
  [{ q: '%' }, ['100% Oak']],
  [{ q: 'e_w' }, ['100% Oak']],
  [{ q: "' or 1=1" }, []],
  [{ landlordId: bob.landlordId, q: 'main' }, ['Birch']],
  [{ landlordId: v7() }, []],
])('%j finds %j', async (query, expected) => {
  expect(await list(query)).toMatchObject({ names: expected, total: String(expected.length) })
})

test('pages have no gaps or repeats', async () => {
  const seen: string[] = []
  let query: Record<string, unknown> = { limit: 1, q: 'a' }
  const whole = (await list({ q: 'a' })).names
  for (let page = 0; page < whole.length; page++) {
    const { names, total, link } = await list(query)
    seen.push(...names)
    expect([total, link === undefined]).toEqual([String(whole.length), page === whole.length - 1])
    query = Object.fromEntries(new URL(link?.slice(1, link.indexOf('>')) ?? '', 'http://keyhold').searchParams)
  }
  expect(seen).toEqual(whole)
})

test('identity is asked once for an owner whose event was not received; an unknown one is called Unknown', async () => {
  const [early, ghost] = [actors.landlord(), actors.landlord()]
  app.identity.names.set(early.landlordId, { firstName: 'Early', lastName: 'Bird', email: 'early@rent.test' })
  await app.addProperty(early, { name: 'First' })
  await app.addProperty(early, { name: 'Second' })
  await app.addProperty(ghost, { name: 'Haunted' })
  const named = async () =>
    (await list({ limit: 3 })).body.map(({ name, landlordName, landlordEmail }) => [name, landlordName, landlordEmail])
  const expected = [
    ['Haunted', 'Unknown', ''],
    ['Second', 'Early Bird', 'early@rent.test'],
    ['First', 'Early Bird', 'early@rent.test'],
  ]
  expect([await named(), await named()]).toEqual([expected, expected])
  expect(app.identity.asked.toSorted()).toEqual([early.landlordId, ghost.landlordId].toSorted())
  expect((await list({ q: 'early bird' })).names).toEqual(['Second', 'First'])
})

test('missing owners are fetched on schedule, so that a search finds them', async () => {
  const early = actors.landlord()
  app.identity.names.set(early.landlordId, { firstName: 'Quentin', lastName: 'Quay', email: 'q@rent.test' })
  await app.addProperty(early, { name: 'Unseen' })
  expect((await list({ q: 'quentin' })).names).toEqual([])
  app.clock.advance(60 * 60_000)
  await app.tick()
  expect((await list({ q: 'quentin' })).names).toEqual(['Unseen'])
})

test("an edit by the administrator works like the landlord's own, is published and logged", async () => {
  const { id } = await app.addProperty(ann, { name: 'Before', state: 'TX', monthlyRent: 900 })
  const { status, body } = await app.send(updateAnyProperty, admin, {
    params: { id },
    body: { landlordId: ann.landlordId, name: 'After', state: 'California', monthlyRent: '' },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'After',
    monthlyRent: 900,
    timeZone: 'America/Los_Angeles',
    landlordName: 'Ann Archer',
    landlordEmail: 'ann@rent.test',
  })
  expect((await app.send(getProperty, ann, { params: { id } })).body).toMatchObject({
    name: 'After',
    state: 'California',
  })
  expect((await app.send(getProperty, admin, { params: { id } })).status).toBe(404)
  await app.settled()
  expect(app.published(PropertyUpdated).at(-1)).toMatchObject({
    propertyId: id,
    landlordId: ann.landlordId,
    name: 'After',
  })
  expect(app.published(AdminActed)).toEqual([
    {
      adminId: admin.userId,
      landlordId: ann.landlordId,
      action: 'property_updated',
      targetUserId: ann.landlordId,
      details: {
        propertyId: id,
        name: 'After',
        changes: {
          name: { before: 'Before', after: 'After' },
          state: { before: 'TX', after: 'California' },
          timeZone: { before: 'America/Chicago', after: 'America/Los_Angeles' },
        },
      },
      at: app.clock.now().toISOString(),
    },
  ])
})

test('moving to another landlord, a deleted property and invalid input are refused and not logged', async () => {
  const { id } = await app.addProperty(ann, { name: 'Stays' })
  const gone = await app.addProperty(ann)
  await app.send(deleteProperty, ann, { params: { id: gone.id } })
  const acted = app.published(AdminActed).length
  const edit = (params: { id: string }, body: Record<string, unknown>) =>
    app.send(updateAnyProperty, admin, { params, body })
  expect((await edit({ id }, { landlordId: bob.landlordId, name: 'Moved' })).problem).toMatchObject({
    status: 409,
    code: 'conflict',
  })
  expect((await edit({ id }, { landlordId: admin.landlordId })).status).toBe(409)
  expect((await edit({ id: gone.id }, { name: 'x' })).status).toBe(404)
  expect((await edit({ id: v7() }, { name: 'x' })).status).toBe(404)
  expect(
    (await edit({ id }, { name: '', monthlyRent: -1 })).problem.issues?.map(({ path }) => path).toSorted(),
  ).toEqual(['monthlyRent', 'name'])
  expect((await edit({ id }, {})).status).toBe(200)
  await app.settled()
  expect(app.published(AdminActed)).toHaveLength(acted)
  expect((await app.send(getProperty, ann, { params: { id } })).body.name).toBe('Stays')
})
