import { randomUUID } from 'node:crypto'
import {
  createMaintenance,
  getMaintenance,
  listMaintenance,
  updateMaintenance,
} from '@keyhold/contracts/maintenance/requests'
import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startMaintenanceApp, propertyOf, tenantOf } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

const put = (landlord: LandlordActor, id: string, body: Record<string, unknown>) =>
  app.send(updateMaintenance, landlord, { params: { id }, body })
const historyOf = async (landlord: LandlordActor, id: string) =>
  (await app.send(getMaintenance, landlord, { params: { id } })).body.history

test('a landlord opens a request without a tenant, and it is published', async () => {
  const landlord = actors.landlord()
  const { status, body } = await app.send(createMaintenance, landlord, {
    body: { ...form, estimatedCost: '120.5', scheduledDate: '', vendorName: null },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: 'open',
    priority: 'medium',
    category: 'plumbing',
    estimatedCost: 120.5,
    scheduledDate: null,
    propertyId: null,
    propertyName: null,
    tenantId: null,
    tenantName: null,
    images: [],
  })
  await app.settled()
  expect(app.published(RequestOpened).at(-1)).toEqual({
    requestId: body.id,
    landlordId: landlord.landlordId,
    tenantId: null,
    propertyId: null,
    title: 'Dripping tap',
    category: 'plumbing',
    priority: 'medium',
    status: 'open',
    openedBy: 'landlord',
    openedAt: body.createdAt,
    scheduledDate: null,
    suggestedPriority: null,
    suggestionWords: [],
    alertSince: null,
  })
  expect(await historyOf(landlord, body.id)).toMatchObject([
    { by: 'landlord', at: body.createdAt, changes: [{ field: 'status', from: null, to: 'open' }] },
  ])
})

test('a request shows the current names of its tenant and property', async () => {
  const { landlord, property, tenant } = await app.landlordWithTenant()
  const { id, ...body } = await app.openRequest(landlord, {
    propertyId: property.propertyId,
    tenantId: tenant.tenantId,
  })
  expect(body).toMatchObject({ propertyName: 'Oak House', tenantName: 'Ada Moss' })
  await app.publish(PropertyUpdated, { ...property, name: 'Oak Villa' })
  await app.publish(TenantUpdated, { ...tenant, lastName: 'Fern' })
  expect((await app.send(getMaintenance, landlord, { params: { id } })).body).toMatchObject({
    propertyName: 'Oak Villa',
    tenantName: 'Ada Fern',
  })
})

test('title and description are required, with their messages', async () => {
  const { status, problem } = await app.send(createMaintenance, actors.landlord(), { body: { category: 'roof' } })
  expect(status).toBe(400)
  expect(problem.issues?.map(({ message }) => message)).toEqual([
    'Title is required',
    'Description is required',
    'Category is required',
  ])
})

test('a tenant and a property whose events were not received are asked for once', async () => {
  const landlord = actors.landlord()
  const property = propertyOf(landlord)
  const tenant = tenantOf(landlord, property.propertyId)
  app.owners.properties.push(property)
  app.owners.tenants.push(tenant)
  const before = app.owners.asked
  const wanted = { propertyId: property.propertyId, tenantId: tenant.tenantId }
  expect(await app.openRequest(landlord, wanted)).toMatchObject({ propertyName: 'Oak House', tenantName: 'Ada Moss' })
  await app.openRequest(landlord, wanted)
  expect(app.owners.asked - before).toBe(2)
  // A later event replaces the answer.
  await app.publish(PropertyUpdated, { ...property, name: 'Oak Villa' })
  expect(await app.openRequest(landlord, wanted)).toMatchObject({ propertyName: 'Oak Villa' })
})

test("another landlord's tenant or property is refused on create and on edit, in the projection or not", async () => {
  const theirs = await app.landlordWithTenant()
  const landlord = actors.landlord()
  const [unknownProperty, unknownTenant] = [propertyOf(theirs.landlord), tenantOf(theirs.landlord, null)]
  app.owners.properties.push(unknownProperty)
  app.owners.tenants.push(unknownTenant)
  const { id } = await app.openRequest(landlord)
  for (const wanted of [
    { propertyId: theirs.property.propertyId },
    { tenantId: theirs.tenant.tenantId },
    { propertyId: unknownProperty.propertyId },
    { tenantId: unknownTenant.tenantId },
    { tenantId: randomUUID() },
  ]) {
    expect((await app.send(createMaintenance, landlord, { body: { ...form, ...wanted } })).status).toBe(404)
    expect((await put(landlord, id, { title: 'x', ...wanted })).status).toBe(404)
  }
  expect((await app.send(createMaintenance, landlord, { body: { ...form, propertyId: 'not-an-id' } })).status).toBe(400)
})

test("another landlord can't read, change, list or count a request", async () => {
  const [owner, other] = [actors.landlord(), actors.landlord()]
  const { id } = await app.openRequest(owner)
  expect((await app.send(getMaintenance, other, { params: { id } })).status).toBe(404)
  expect((await put(other, id, { status: 'in_progress' })).status).toBe(404)
  expect((await app.send(listMaintenance, other)).headers['x-total-count']).toBe('0')
  expect((await app.send(getMaintenance, owner, { params: { id } })).body.status).toBe('open')
})

test("Start Work and Complete: completion has the date in the property's time zone, and each step is in the history", async () => {
  const { landlord, property } = await app.landlordWithTenant()
  const { id } = await app.openRequest(landlord, { propertyId: property.propertyId })
  app.clock.set('2026-04-01T04:30:00Z') // in Chicago still March
  expect((await put(landlord, id, { status: 'in_progress' })).body).toMatchObject({
    status: 'in_progress',
    completedDate: null,
  })
  const done = await put(landlord, id, { status: 'completed' })
  expect([done.status, done.body.status, done.body.completedDate, done.body.updatedAt]).toEqual([
    200,
    'completed',
    '2026-03-31',
    '2026-04-01T04:30:00.000Z',
  ])
  expect((await historyOf(landlord, id)).map(({ by, changes }) => [by, changes])).toEqual([
    [
      'landlord',
      [
        { field: 'status', from: 'in_progress', to: 'completed' },
        { field: 'completedDate', from: null, to: '2026-03-31' },
      ],
    ],
    ['landlord', [{ field: 'status', from: 'open', to: 'in_progress' }]],
    ['landlord', [{ field: 'status', from: null, to: 'open' }]],
  ])
  await app.settled()
  expect(
    app
      .published(RequestChanged)
      .filter(({ requestId }) => requestId === id)
      .map(({ status }) => status),
  ).toEqual(['in_progress', 'completed'])
})

test('a request without a property is completed on the date in New York', async () => {
  const landlord = actors.landlord()
  const { id } = await app.openRequest(landlord)
  app.clock.set('2026-05-01T03:59:00Z')
  await put(landlord, id, { status: 'in_progress' })
  expect((await put(landlord, id, { status: 'completed' })).body.completedDate).toBe('2026-04-30')
})

test('a status alone follows the transitions; the edit dialog may set any, and leaving completed clears its date', async () => {
  const landlord = actors.landlord()
  const { id } = await app.openRequest(landlord)
  const refused = await put(landlord, id, { status: 'completed' })
  expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
    409,
    'illegal-transition',
    'A request that is open cannot become completed directly. Edit the request to set another status.',
  ])
  expect(
    (await put(landlord, id, { title: 'Dripping tap', status: 'completed', completedDate: '2026-03-01' })).body,
  ).toMatchObject({
    status: 'completed',
    completedDate: '2026-03-01',
  })
  expect((await put(landlord, id, { status: 'open' })).status).toBe(409)
  expect(
    (await put(landlord, id, { title: 'Dripping tap', status: 'open', completedDate: '2026-03-01' })).body,
  ).toMatchObject({
    status: 'open',
    completedDate: null,
  })
  expect((await put(landlord, id, { status: 'cancelled' })).status).toBe(200)
  expect((await put(landlord, id, { status: 'paused' })).status).toBe(400)
})

test('repeating a change does nothing: no history, no event, for concurrent requests too', async () => {
  const landlord = actors.landlord()
  const { id, ...opened } = await app.openRequest(landlord)
  expect((await put(landlord, id, { status: 'open' })).body).toEqual({ id, ...opened })
  expect((await put(landlord, id, {})).status).toBe(200)
  const pressed = await Promise.all([1, 2, 3, 4].map(() => put(landlord, id, { status: 'in_progress' })))
  expect(pressed.map(({ status, body }) => [status, body.status])).toEqual(pressed.map(() => [200, 'in_progress']))
  expect(await historyOf(landlord, id)).toHaveLength(2)
  await app.settled()
  expect(app.published(RequestChanged).filter(({ requestId }) => requestId === id)).toHaveLength(1)
})

test('the history has each field with its old and new value, properties and tenants by name', async () => {
  const { landlord, property, tenant } = await app.landlordWithTenant()
  const twin = propertyOf(landlord)
  await app.publish(PropertyUpdated, twin)
  const { id } = await app.openRequest(landlord, { propertyId: property.propertyId, estimatedCost: 100 })
  await put(landlord, id, {
    title: 'Broken tap',
    priority: 'emergency',
    actualCost: '99.9',
    estimatedCost: '',
    tenantId: tenant.tenantId,
    vendorName: 'Pipes Ltd',
    scheduledDate: '2026-06-01',
    description: form.description,
  })
  await put(landlord, id, { propertyId: twin.propertyId })
  expect((await put(landlord, id, { propertyId: null })).body).toMatchObject({
    propertyId: null,
    propertyName: null,
    tenantName: 'Ada Moss',
  })
  expect((await historyOf(landlord, id)).slice(0, 3).map(({ changes }) => changes)).toEqual([
    [{ field: 'property', from: 'Oak House', to: null }],
    [{ field: 'property', from: 'Oak House', to: 'Oak House' }],
    [
      { field: 'title', from: 'Dripping tap', to: 'Broken tap' },
      { field: 'priority', from: 'medium', to: 'emergency' },
      { field: 'tenant', from: null, to: 'Ada Moss' },
      { field: 'estimatedCost', from: '100.00', to: null },
      { field: 'actualCost', from: null, to: '99.90' },
      { field: 'scheduledDate', from: null, to: '2026-06-01' },
      { field: 'vendorName', from: null, to: 'Pipes Ltd' },
    ],
  ])
})

test('the history is append-only', async () => {
  const landlord = actors.landlord()
  await app.openRequest(landlord)
  const { change } = await import('../schema.ts')
  await expect(
    app.db('maintenance').transaction(landlord, (tx) => tx.update(change).set({ changes: [] })),
  ).rejects.toThrow()
  await expect(app.db('maintenance').transaction(landlord, (tx) => tx.delete(change))).rejects.toThrow()
})

test('requests of a deleted property keep its name, and it gets no new ones', async () => {
  const { landlord, property } = await app.landlordWithTenant()
  const { id } = await app.openRequest(landlord, { propertyId: property.propertyId })
  await app.publish(PropertyDeleted, { ...property, isDeleted: true })
  expect((await put(landlord, id, { propertyId: property.propertyId, title: 'Still here' })).body).toMatchObject({
    title: 'Still here',
    propertyName: 'Oak House',
  })
  expect(
    (await app.send(createMaintenance, landlord, { body: { ...form, propertyId: property.propertyId } })).status,
  ).toBe(404)
  const elsewhere = await app.openRequest(landlord)
  expect((await put(landlord, elsewhere.id, { propertyId: property.propertyId })).status).toBe(404)
})

test('repeated requests with one Idempotency-Key open one request, even where other services had to be asked', async () => {
  const landlord = actors.landlord()
  const property = propertyOf(landlord)
  app.owners.properties.push(property)
  const submit = () =>
    app.send(createMaintenance, landlord, {
      body: { ...form, propertyId: property.propertyId },
      headers: { 'idempotency-key': 'k1' },
    })
  const answers = [...(await Promise.all([submit(), submit()])), await submit()]
  expect(answers.map(({ status, body }) => [status, body.id, body.propertyName])).toEqual(
    answers.map(() => [201, answers[0]?.body.id, 'Oak House']),
  )
  expect((await app.send(listMaintenance, landlord)).headers['x-total-count']).toBe('1')
})

test("the deadline follows the priority, counted from the opening, in the property's time zone", async () => {
  const { landlord, property } = await app.landlordWithTenant()
  app.clock.set('2027-03-12T16:00:00Z') // two days before the clocks leap in Chicago
  const { id, ...opened } = await app.openRequest(landlord, { propertyId: property.propertyId })
  expect(opened).toMatchObject({ dueAt: '2027-03-15T15:00:00.000Z', isPastDue: false })
  app.clock.set('2027-03-13T16:00:00Z')
  expect((await put(landlord, id, { title: 'Tap' })).body.dueAt).toBe(opened.dueAt)
  expect((await put(landlord, id, { priority: 'emergency' })).body).toMatchObject({
    dueAt: '2027-03-12T20:00:00.000Z',
    isPastDue: true,
  })
  expect((await put(landlord, id, { title: 'Tap', status: 'completed' })).body.isPastDue).toBe(false)
  await app.settled()
  const published = app.published(RequestChanged).filter(({ requestId }) => requestId === id)
  expect(published.map(({ priority, previousPriority }) => [priority, previousPriority])).toEqual([
    ['medium', undefined],
    ['emergency', 'medium'],
    ['emergency', undefined],
  ])
  const without = await app.openRequest(landlord)
  expect(without.dueAt).toBe('2027-03-16T15:00:00.000Z') // by the clocks of New York
})
