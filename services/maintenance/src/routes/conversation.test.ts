import { addTenantRequestPhoto } from '@keyhold/contracts/maintenance/request-photos'
import {
  addRequestNote,
  getMaintenance,
  listMaintenance,
  updateMaintenance,
} from '@keyhold/contracts/maintenance/requests'
import { RequestChanged, RequestProgressed } from '@keyhold/contracts/maintenance/request-snapshots'
import {
  createTenantMaintenance,
  getTenantMaintenance,
  listTenantMaintenance,
  rateRequest,
  reopenRequest,
  replyToRequest,
} from '@keyhold/contracts/maintenance/tenant-requests'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { picture } from '@keyhold/kit/testing/pictures'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repliesPerDay } from '../limits.ts'
import { form, startMaintenanceApp, tenantOf } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

async function reported(fields: Record<string, unknown> = {}) {
  const given = await app.landlordWithTenant()
  const { body } = await app.send(createTenantMaintenance, given.tenantActor, { body: { ...form, ...fields } })
  app.clock.advance(1000)
  return { ...given, id: body.id }
}
async function put(landlord: LandlordActor, id: string, body: Record<string, unknown>) {
  const answer = await app.send(updateMaintenance, landlord, { params: { id }, body })
  app.clock.advance(1000)
  return answer
}
const seen = async (tenant: TenantActor, id: string) =>
  (await app.send(getTenantMaintenance, tenant, { params: { id } })).body
const told = async (id: string) => {
  await app.settled()
  return app.published(RequestProgressed).filter(({ requestId }) => requestId === id)
}
const changesSeen = async (tenant: TenantActor, id: string) =>
  (await seen(tenant, id)).history.map(({ by, changes, note }) => [
    by,
    changes.map(({ field, to }) => `${field} ${to}`).join(', '),
    note,
  ])

test('the tenant sees every step with what was said, and learns each once', async () => {
  const { landlord, tenantActor, id } = await reported()
  await put(landlord, id, { status: 'in_progress' })
  await put(landlord, id, { scheduledDate: '2026-03-20' })
  await put(landlord, id, { waitingFor: 'A new valve', note: 'It comes on Friday.' })
  expect(await seen(tenantActor, id)).toMatchObject({ waitingFor: 'A new valve', scheduledDate: '2026-03-20' })
  await put(landlord, id, { waitingFor: null })
  await put(landlord, id, { status: 'completed' })
  expect(await changesSeen(tenantActor, id)).toEqual([
    ['landlord', 'status completed, completedDate 2026-03-15', null],
    ['landlord', 'waitingFor null', null],
    ['landlord', 'waitingFor A new valve', 'It comes on Friday.'],
    ['landlord', 'scheduledDate 2026-03-20', null],
    ['landlord', 'status in_progress', null],
    ['tenant', 'status open', null],
  ])
  expect((await told(id)).map(({ what, note, isForTenant }) => [what, note, isForTenant])).toEqual([
    ['begun', null, true],
    ['scheduled', null, true],
    ['waiting', 'It comes on Friday.', true],
    ['resumed', null, true],
    ['completed', null, true],
  ])
  expect((await told(id))[1]).toMatchObject({ title: form.title, scheduledDate: '2026-03-20' })
})

test('a request is cancelled with a reason, which the tenant reads', async () => {
  const { landlord, tenantActor, id } = await reported()
  await put(landlord, id, { status: 'cancelled', note: 'You told us that it works again.' })
  expect((await changesSeen(tenantActor, id))[0]).toEqual([
    'landlord',
    'status cancelled',
    'You told us that it works again.',
  ])
  expect((await told(id)).at(-1)).toMatchObject({ what: 'cancelled', note: 'You told us that it works again.' })
})

test('a tenant never sees costs, vendors and internal notes, by row level security too', async () => {
  const { landlord, tenantActor, id } = await reported()
  await put(landlord, id, { status: 'in_progress', estimatedCost: 412.57, vendorName: 'Pipes Ltd' })
  const note = (body: Record<string, unknown>) => app.send(addRequestNote, landlord, { params: { id }, body })
  expect((await note({ note: 'The last plumber was slow.' })).body).toMatchObject({ isShared: false, by: 'landlord' })
  app.clock.advance(1000)
  expect((await note({ note: 'Someone comes on Friday.', isShared: true })).body).toMatchObject({ isShared: true })
  const text = JSON.stringify(await seen(tenantActor, id))
  for (const secret of ['412.57', 'Pipes', 'slow', 'vendor', 'Cost']) expect(text).not.toContain(secret)
  expect(text).toContain('Someone comes on Friday.')
  const rows = await app.db('maintenance').read(tenantActor, (sql) => sql`select changes, note from change`)
  expect(JSON.stringify(rows)).not.toMatch(/Pipes|slow|412\.57/)
  // For the landlord one edit is one entry.
  const { history } = (await app.send(getMaintenance, landlord, { params: { id } })).body
  expect(history.map(({ changes, isShared }) => [changes.map(({ field }) => field), isShared])).toEqual([
    [[], true],
    [[], false],
    [['status', 'estimatedCost', 'vendorName'], true],
    [['status'], true],
  ])
  expect((await told(id)).map(({ what }) => what)).toEqual(['begun', 'note'])
})

test('a tenant answers with text and photos; the landlord sees the news on the list until they act', async () => {
  const { landlord, tenantActor, id } = await reported()
  const listed = async () => (await app.send(listMaintenance, landlord)).body[0]?.newsFrom
  await put(landlord, id, { status: 'in_progress' })
  expect(await listed()).toBeNull()
  const answer = await app.send(replyToRequest, tenantActor, { params: { id }, body: { note: 'It drips faster now.' } })
  expect([answer.status, answer.body]).toMatchObject([
    201,
    { by: 'tenant', note: 'It drips faster now.', isShared: true },
  ])
  expect(await listed()).toBe('tenant')
  await put(landlord, id, { priority: 'high' })
  expect(await listed()).toBeNull()
  await app.send(addTenantRequestPhoto, tenantActor, { params: { id }, body: await picture() })
  expect(await listed()).toBe('tenant')
  expect((await told(id)).at(-1)).toMatchObject({ what: 'note', by: 'tenant', isForTenant: false })
  expect(app.published(RequestChanged).filter(({ requestId }) => requestId === id).length).toBeGreaterThan(2)
})

test('a repeated answer with the same key is written once, and there is a limit for a day', async () => {
  const { tenantActor, id } = await reported()
  const write = (note: string, key?: string) =>
    app.send(replyToRequest, tenantActor, {
      params: { id },
      body: { note },
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  const [first, again] = [await write('Hello', 'one'), await write('Hello', 'one')]
  expect(first.body.id).toBe(again.body.id)
  for (let n = 0; n < repliesPerDay; n++) await write(`${n}`)
  expect((await write('too much')).problem).toMatchObject({ status: 429 })
  expect((await write('')).status).toBe(400)
})

test('completed work is rated once, from 1 to 5, and the landlord sees it', async () => {
  const { landlord, tenantActor, id } = await reported()
  const rate = (rating: number, note?: string) =>
    app.send(rateRequest, tenantActor, { params: { id }, body: { rating, note } })
  expect((await rate(5)).problem).toMatchObject({ status: 409, detail: 'You can rate the work once it is completed.' })
  await put(landlord, id, { status: 'in_progress' })
  await put(landlord, id, { status: 'completed' })
  expect(await seen(tenantActor, id)).toMatchObject({ canRate: true, canReopen: true, rating: null })
  for (const wrong of [0, 6, 2.5]) expect((await rate(wrong)).status).toBe(400)
  const [one, other] = await Promise.all([rate(4, 'Quick and clean.'), rate(1)])
  expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
  expect((await rate(2)).problem.detail).toBe('You have rated this work already.')
  const { rating } = (await app.send(getMaintenance, landlord, { params: { id } })).body
  expect([1, 4]).toContain(rating)
  expect((await told(id)).filter(({ what }) => what === 'rated')).toMatchObject([{ rating, by: 'tenant' }])
  expect(await seen(tenantActor, id)).toMatchObject({ canRate: false, canReopen: true })
})

test('a tenant opens completed work again within 30 days, and each time is counted', async () => {
  const { landlord, tenantActor, id } = await reported({ priority: 'high' })
  const reopen = () => app.send(reopenRequest, tenantActor, { params: { id }, body: { note: 'It drips again.' } })
  expect((await reopen()).problem).toMatchObject({
    status: 409,
    detail: 'Only completed requests can be opened again.',
  })
  const complete = async () => {
    await put(landlord, id, { status: 'in_progress', scheduledDate: '2026-03-20' })
    await put(landlord, id, { status: 'completed' })
  }
  await complete()
  const [one, other] = await Promise.all([reopen(), reopen()])
  expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]))
  expect((await app.send(getMaintenance, landlord, { params: { id } })).body).toMatchObject({
    status: 'open',
    reopens: 1,
    completedDate: null,
    scheduledDate: null,
    newsFrom: 'tenant',
    isPastDue: false,
  })
  await complete()
  app.clock.advance(30 * 86_400_000)
  expect((await reopen()).body).toMatchObject({ status: 'open', reopens: 2 })
  await complete()
  // The landlord's edit dialog counts too.
  await put(landlord, id, { status: 'in_progress', title: 'Tap' })
  await put(landlord, id, { status: 'completed' })
  app.clock.advance(31 * 86_400_000)
  expect(await seen(tenantActor, id)).toMatchObject({ reopens: 3, canReopen: false })
  expect((await reopen()).problem.detail).toContain('More than 30 days have passed')
  expect((await app.send(listTenantMaintenance, tenantActor)).body[0]).toMatchObject({ canReopen: false })
})

test('a neighbour, another landlord, their tenants and visitors neither see nor change a request', async () => {
  const { landlord, property, tenantActor, id } = await reported()
  const neighbour = tenantOf(landlord, property.propertyId)
  await app.publish(TenantCreated, neighbour)
  const elsewhere = await app.landlordWithTenant()
  await put(landlord, id, { status: 'in_progress' })
  await put(landlord, id, { status: 'completed' })
  const body = { note: 'Mine', rating: 1 }
  for (const actor of [actors.tenantOf(landlord, neighbour.tenantId), elsewhere.tenantActor, actors.unlinkedTenant()])
    for (const call of [getTenantMaintenance, replyToRequest, rateRequest, reopenRequest])
      expect((await app.send(call, actor, { params: { id }, body })).status).toBe(404)
  for (const call of [getMaintenance, addRequestNote])
    expect((await app.send(call, elsewhere.landlord, { params: { id }, body })).status).toBe(404)
  for (const call of [getTenantMaintenance, replyToRequest, rateRequest, reopenRequest]) {
    expect((await app.send(call, landlord, { params: { id }, body })).status).toBe(403)
    expect((await app.send(call, actors.visitor(), { params: { id }, body })).status).toBe(401)
  }
  expect((await app.send(addRequestNote, tenantActor, { params: { id }, body })).status).toBe(403)
})

test('what was written stays with the tenant it was written to when a request moves to another one', async () => {
  const { landlord, property, tenantActor, id } = await reported()
  await app.send(replyToRequest, tenantActor, { params: { id }, body: { note: 'My spare key is under the mat.' } })
  const next = tenantOf(landlord, property.propertyId)
  await app.publish(TenantCreated, next)
  await put(landlord, id, { tenantId: next.tenantId })
  const after = await seen(actors.tenantOf(landlord, next.tenantId), id)
  expect(JSON.stringify(after)).not.toContain('spare key')
  expect((await app.send(getTenantMaintenance, tenantActor, { params: { id } })).status).toBe(404)
})

test('a note for the tenant of a request without one is refused', async () => {
  const landlord = actors.landlord()
  const { id } = await app.openRequest(landlord)
  const shared = { note: 'Hello', isShared: true }
  expect((await app.send(addRequestNote, landlord, { params: { id }, body: shared })).status).toBe(409)
  expect((await app.send(addRequestNote, landlord, { params: { id }, body: { note: 'Hello' } })).status).toBe(201)
})
