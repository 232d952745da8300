import { createTenantMaintenance, listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { getMaintenance, listMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, propertyOf, startMaintenanceApp, tenantOf } from '../testing/test-app.ts'
import { emergenciesPerDay, emergenciesPerLandlordPerDay, reportsPerDay } from '../limits.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

test("a tenant's request is on the landlord's list at once, with its property and priority", async () => {
  const { landlord, property, tenant, tenantActor } = await app.landlordWithTenant()
  const { status, body } = await app.send(createTenantMaintenance, tenantActor, {
    body: { ...form, priority: 'emergency', tenantId: 'ignored', status: 'completed' },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    status: 'open',
    priority: 'emergency',
    propertyId: property.propertyId,
    propertyName: 'Oak House',
    tenantId: tenant.tenantId,
    tenantName: 'Ada Moss',
  })
  expect((await app.send(listMaintenance, landlord)).body).toMatchObject([
    { id: body.id, priority: 'emergency', propertyName: 'Oak House', tenantName: 'Ada Moss' },
  ])
  expect((await app.send(getMaintenance, landlord, { params: { id: body.id } })).body.history).toMatchObject([
    { by: 'tenant', changes: [{ field: 'status', from: null, to: 'open' }] },
  ])
  await app.settled()
  expect(app.published(RequestOpened).filter(({ requestId }) => requestId === body.id)).toMatchObject([
    { openedBy: 'tenant', tenantId: tenant.tenantId, propertyId: property.propertyId, landlordId: landlord.landlordId },
  ])
})

test('a tenant does not see costs and vendors', async () => {
  const { landlord, tenant, tenantActor } = await app.landlordWithTenant()
  await app.openRequest(landlord, { tenantId: tenant.tenantId, estimatedCost: 100, vendorName: 'Pipes Ltd' })
  const [seen] = (await app.send(listTenantMaintenance, tenantActor)).body
  expect(seen).toMatchObject({ title: 'Dripping tap' })
  for (const field of ['estimatedCost', 'actualCost', 'vendorName', 'vendorContact', 'landlordId'])
    expect(seen).not.toHaveProperty(field)
})

test('tenancy and properties are asked for a tenant whose events were not received', async () => {
  const landlord = actors.landlord()
  const property = propertyOf(landlord)
  const tenant = tenantOf(landlord, property.propertyId)
  app.owners.properties.push(property)
  app.owners.tenants.push(tenant)
  const { status, body } = await app.send(createTenantMaintenance, actors.tenantOf(landlord, tenant.tenantId), {
    body: form,
    headers: { 'idempotency-key': 'k1' },
  })
  expect([status, body.propertyName, body.tenantName]).toEqual([201, 'Oak House', 'Ada Moss'])
  const again = await app.send(createTenantMaintenance, actors.tenantOf(landlord, tenant.tenantId), { body: form })
  expect(again.body.propertyName).toBe('Oak House')
})

test('an unlinked, unknown or former tenant gets a sentence that says what to do', async () => {
  const landlord = actors.landlord()
  for (const actor of [actors.unlinkedTenant(), actors.tenantOf(landlord)]) {
    const { status, problem } = await app.send(createTenantMaintenance, actor, { body: form })
    expect([status, problem.code]).toEqual([409, 'not-linked'])
    expect(problem.detail).toContain('Ask your landlord for an invitation')
  }
  const { tenant, tenantActor } = await app.landlordWithTenant()
  await app.publish(TenantLeft, { ...tenant, isActive: false })
  expect((await app.send(createTenantMaintenance, tenantActor, { body: form })).problem).toMatchObject({
    status: 409,
    code: 'not-linked',
  })
  expect((await app.send(listTenantMaintenance, actors.unlinkedTenant())).body).toEqual([])
})

test('tenants see only their own requests, in pages, by row level security too', async () => {
  const { landlord, property, tenant, tenantActor } = await app.landlordWithTenant()
  const neighbour = tenantOf(landlord, property.propertyId)
  await app.publish(TenantCreated, neighbour)
  const neighbourActor = actors.tenantOf(landlord, neighbour.tenantId)
  for (const title of ['one', 'two', 'three']) {
    await app.send(createTenantMaintenance, tenantActor, { body: { ...form, title } })
    app.clock.advance(1000)
  }
  await app.send(createTenantMaintenance, neighbourActor, { body: { ...form, title: 'theirs' } })
  await app.openRequest(landlord, { propertyId: property.propertyId, title: "the landlord's" })

  const first = await app.send(listTenantMaintenance, tenantActor, { query: { limit: 2 } })
  expect([first.body.map(({ title }) => title), first.headers['x-total-count']]).toEqual([['three', 'two'], '3'])
  const cursor = /cursor=([^>&]+)/.exec(first.headers.link ?? '')?.[1]
  expect((await app.send(listTenantMaintenance, tenantActor, { query: { limit: 2, cursor } })).body).toMatchObject([
    { title: 'one', propertyName: 'Oak House' },
  ])
  expect((await app.send(listTenantMaintenance, tenantActor, { query: { cursor: 'nonsense' } })).status).toBe(400)

  const visible = async (actor: Parameters<typeof app.send>[1]) => {
    const [counts] = await app
      .db('maintenance')
      .read(
        actor,
        (sql) =>
          sql`select (select count(*) from request) as requests, (select count(*) from change) as changes, (select count(*) from tenant) as tenants, (select count(*) from property) as properties`,
      )
    return counts
  }
  expect(await visible(tenantActor)).toEqual({ requests: 3, changes: 3, tenants: 1, properties: 1 })
  expect(await visible(neighbourActor)).toEqual({ requests: 1, changes: 1, tenants: 1, properties: 1 })
  expect(await visible(actors.tenantOf(actors.landlord(), tenant.tenantId))).toEqual({
    requests: 0,
    changes: 0,
    tenants: 0,
    properties: 0,
  })
  expect(await visible(actors.unlinkedTenant())).toEqual({ requests: 0, changes: 0, tenants: 0, properties: 0 })
})

test('a tenant can create requests but not use landlord endpoints, and the other way round', async () => {
  const { landlord, tenantActor } = await app.landlordWithTenant()
  const { body } = await app.send(createTenantMaintenance, tenantActor, { body: form })
  expect(
    (await app.send(updateMaintenance, tenantActor, { params: { id: body.id }, body: { status: 'cancelled' } })).status,
  ).toBe(403)
  expect((await app.send(listMaintenance, tenantActor)).status).toBe(403)
  expect((await app.send(createTenantMaintenance, landlord, { body: form })).status).toBe(403)
  expect((await app.send(createTenantMaintenance, actors.visitor(), { body: form })).status).toBe(401)
  expect(
    (await app.send(createTenantMaintenance, tenantActor, { body: { title: ' ', description: '' } })).problem.issues,
  ).toEqual([
    { path: 'title', message: 'Title is required' },
    { path: 'description', message: 'Description is required' },
  ])
})

test(`a tenant can report ${reportsPerDay} problems a day, and neighbours are not affected`, async () => {
  const { landlord, property, tenantActor } = await app.landlordWithTenant()
  const neighbour = tenantOf(landlord, property.propertyId)
  await app.publish(TenantCreated, neighbour)
  const report = async (actor = tenantActor) =>
    app.send(createTenantMaintenance, actor, { body: { title: 'Tap', description: 'It drips' } })
  const statuses = await Promise.all(Array.from({ length: reportsPerDay }, async () => (await report()).status))
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect((await report()).problem).toMatchObject({
    status: 429,
    detail: `You have reported ${reportsPerDay} problems since yesterday. Please call your landlord if something is urgent.`,
  })
  expect((await report(actors.tenantOf(landlord, neighbour.tenantId))).status).toBe(201)
  app.clock.advance(24 * 60 * 60_000)
  expect((await report()).status).toBe(201)
})

test('emergencies are limited for a tenant and for all tenants of a landlord, and a landlord of others is not affected', async () => {
  const { landlord, property, tenantActor } = await app.landlordWithTenant()
  const report = async (actor: typeof tenantActor, priority = 'emergency') =>
    app.send(createTenantMaintenance, actor, { body: { title: 'Flood', description: 'Water comes in', priority } })
  const burst = await Promise.all(Array.from({ length: emergenciesPerDay + 3 }, () => report(tenantActor)))
  expect(burst.filter(({ status }) => status === 201)).toHaveLength(emergenciesPerDay)
  expect(burst.find(({ status }) => status !== 201)?.problem).toMatchObject({
    status: 429,
    detail: `You have reported ${emergenciesPerDay} emergencies since yesterday. Please call your landlord, and 911 if anyone is in danger.`,
  })
  expect((await report(tenantActor, 'high')).status).toBe(201)

  for (let reported = emergenciesPerDay; reported < emergenciesPerLandlordPerDay; reported += emergenciesPerDay) {
    const neighbour = tenantOf(landlord, property.propertyId)
    await app.publish(TenantCreated, neighbour)
    const actor = actors.tenantOf(landlord, neighbour.tenantId)
    for (let i = 0; i < emergenciesPerDay; i++) expect((await report(actor)).status).toBe(201)
  }
  const last = tenantOf(landlord, property.propertyId)
  await app.publish(TenantCreated, last)
  const lastActor = actors.tenantOf(landlord, last.tenantId)
  expect((await report(lastActor)).problem).toMatchObject({
    status: 429,
    detail: `Your landlord has received ${emergenciesPerLandlordPerDay} emergencies since yesterday. Please call them, and 911 if anyone is in danger.`,
  })
  expect((await report(lastActor, 'high')).status).toBe(201)
  const elsewhere = await app.landlordWithTenant()
  expect((await report(elsewhere.tenantActor)).status).toBe(201)
  app.clock.advance(24 * 60 * 60_000)
  expect((await report(lastActor)).status).toBe(201)
})
