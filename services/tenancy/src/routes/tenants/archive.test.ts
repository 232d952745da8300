import { restoreTenant, tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { deleteTenant, getTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import { TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { registerTenant } from '@keyhold/contracts/tenancy/invitations'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { peopleOf } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
afterAll(() => app?.stop())

const archive = (landlord: LandlordActor, id: string) => app.send(deleteTenant, landlord, { params: { id } })
const restore = (landlord: LandlordActor, id: string) => app.send(restoreTenant, landlord, { params: { id } })
const history = (landlord: LandlordActor, id: string, query: Record<string, unknown> = {}) =>
  app.send(tenantHistory, landlord, { params: { id }, query })
const names = async (landlord: LandlordActor, status?: string) =>
  (await app.send(listTenants, landlord, { query: status ? { status } : {} })).body.map(({ firstName }) => firstName)

test('archived tenants are listed only as archived, and are restored as inactive', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId })
  await people.add(landlord, { firstName: 'Ben' })
  await archive(landlord, ann.id)
  expect(await names(landlord)).toEqual(['Ben'])
  const { body: archived } = await app.send(listTenants, landlord, { query: { status: 'archived' } })
  expect(archived).toMatchObject([
    { firstName: 'Ann', isActive: false, propertyId, archivedAt: app.clock.now().toISOString() },
  ])
  for (let times = 0; times < 2; times++)
    expect((await restore(landlord, ann.id)).body).toMatchObject({
      id: ann.id,
      isActive: false,
      archivedAt: null,
      propertyId,
    })
  expect(await names(landlord, 'archived')).toEqual([])
  expect((await people.tenant(landlord, ann.id)).isActive).toBe(false)
  await app.settled()
  expect(app.published(TenantUpdated).findLast(({ tenantId }) => tenantId === ann.id)).toMatchObject({
    isActive: false,
    tenancyId: ann.tenancyId,
  })
  expect((await people.change(landlord, ann.id, { isActive: true })).body).toMatchObject({ isActive: true, propertyId })
  expect((await history(landlord, ann.id)).body.map(({ what }) => what)).toEqual([
    'changed',
    'restored',
    'archived',
    'created',
  ])
})

test('a tenant cannot be restored while another active tenant has the address, nor by somebody else', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const email = 'ann@example.com'
  const old = await people.add(landlord, { email })
  await archive(landlord, old.id)
  const current = await people.add(landlord, { email })
  expect((await restore(landlord, old.id)).problem).toMatchObject({ status: 409, code: 'conflict' })
  expect((await restore(other, old.id)).status).toBe(404)
  expect((await restore(actors.tenantOf(landlord, old.id) as never, old.id)).status).toBe(403)
  await people.change(landlord, current.id, { isActive: false })
  expect((await restore(landlord, old.id)).status).toBe(200)
})

test('the history shows who changed what, newest first and paged, also for archived tenants', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { monthlyIncome: 5000 })
  app.clock.advance(1000)
  await people.change(landlord, ann.id, {
    phone: '212 555 0100',
    monthlyIncome: '5500.5',
    propertyId,
    leaseStartDate: '2026-04-01',
    lastName: 'Archer',
  })
  app.clock.advance(1000)
  await people.change(landlord, ann.id, { phone: '212 555 0100' })
  await people.change(landlord, ann.id, { isActive: false })
  app.clock.advance(1000)
  await archive(landlord, ann.id)
  const { body, headers } = await history(landlord, ann.id)
  expect(headers['x-total-count']).toBe('4')
  expect(body.map(({ what, by }) => [what, by])).toEqual([
    ['archived', 'landlord'],
    ['moved_out', 'landlord'],
    ['changed', 'landlord'],
    ['created', 'landlord'],
  ])
  expect(body[1]?.changes).toEqual([{ field: 'isActive', from: 'true', to: 'false' }])
  expect(body[2]?.changes).toEqual([
    { field: 'phone', from: null, to: '212 555 0100' },
    { field: 'monthlyIncome', from: '5000.00', to: '5500.50' },
    { field: 'property', from: null, to: 'Elm Street 1' },
    { field: 'leaseStartDate', from: null, to: '2026-04-01' },
  ])
  const first = await history(landlord, ann.id, { limit: 3 })
  const cursor = /cursor=([\w-]+)/.exec(first.headers.link ?? '')?.[1]
  expect([...first.body, ...(await history(landlord, ann.id, { limit: 3, cursor })).body]).toEqual(body)
  expect((await history(landlord, v7())).status).toBe(404)
})

test('a registration is in the history with the tenant as its author', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { email: 'register@example.com' })
  const { token } = await app.invite(landlord, { email: 'register@example.com', propertyId })
  await app.send(registerTenant, actors.visitor(), { body: { token, firstName: 'Anna', lastName: 'Archer' } })
  const { body } = await history(landlord, ann.id)
  expect(body[0]).toMatchObject({ what: 'registered', by: 'tenant' })
  expect(body[0]?.changes).toContainEqual({ field: 'firstName', from: 'Ann', to: 'Anna' })
  const { tenancyId } = await people.tenant(landlord, ann.id)
  expect(await people.lastSnapshot(tenancyId)).toMatchObject({ propertyId, accountId: ann.id })
  const fresh = await app.invite(landlord, { propertyId, separate: true })
  const { body: made } = await app.send(registerTenant, actors.visitor(), {
    body: { token: fresh.token, firstName: 'Flo', lastName: 'Fresh' },
  })
  expect((await history(landlord, made.tenantId)).body).toMatchObject([
    { what: 'registered', by: 'tenant', changes: [] },
  ])
  const { body: flo } = await app.send(getTenant, landlord, { params: { id: made.tenantId } })
  expect(await people.lastSnapshot(flo.tenancyId)).toMatchObject({
    propertyId,
    accountId: made.tenantId,
    tenantIds: [made.tenantId],
  })
})

test('the history is append-only', async () => {
  const landlord = actors.landlord()
  await people.add(landlord)
  const write = (statement: ReturnType<typeof sql>) =>
    app.db('tenancy').transaction(landlord, (tx) => tx.execute(statement))
  await expect(write(sql`update tenant_change set what = 'archived'`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('only ever added to') },
  })
  await expect(write(sql`delete from tenant_change`)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('only ever added to') },
  })
})
