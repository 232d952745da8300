import { UserCreated } from '@keyhold/contracts/identity/accounts'
import {
  createTenant,
  deleteTenant,
  getTenant,
  listTenants,
  tenantProfile,
  updateTenant,
} from '@keyhold/contracts/tenancy/tenants'
import { getTenantSnapshot, tenantSummary } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { invitationDays, listInvitations } from '@keyhold/contracts/tenancy/invitations'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => {
  app = await startTenancyApp()
})
afterAll(() => app?.stop())

const ann = { firstName: 'Ann', lastName: 'Archer', email: 'ann@example.com' }

async function add(landlord: LandlordActor, body: Record<string, unknown> = {}) {
  const answer = await app.send(createTenant, landlord, { body: { ...ann, ...body } })
  expect(answer.status, answer.problem?.detail).toBe(201)
  return answer.body
}

test('tenants and visitors cannot call the endpoints of landlords', async () => {
  const landlord = actors.landlord()
  expect((await app.send(listTenants, actors.tenantOf(landlord))).status).toBe(403)
  expect((await app.send(createTenant, actors.tenantOf(landlord), { body: ann })).status).toBe(403)
  expect((await app.send(listTenants, actors.visitor())).status).toBe(401)
  expect((await app.send(tenantProfile, landlord)).status).toBe(403)
})

test('a tenant of another landlord is not found, listed, counted, changed or archived', async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const tenant = await add(mine)
  const params = { id: tenant.id }
  expect((await app.send(getTenant, other, { params })).status).toBe(404)
  expect((await app.send(updateTenant, other, { params, body: { firstName: 'Eve' } })).status).toBe(404)
  expect((await app.send(deleteTenant, other, { params })).status).toBe(404)
  const list = await app.send(listTenants, other)
  expect(list.body).toEqual([])
  expect(list.headers['x-total-count']).toBe('0')
  expect((await app.send(tenantSummary, actors.service('gateway', other.landlordId))).body).toEqual({ active: 0 })
  expect((await app.send(tenantSummary, actors.service('gateway', mine.landlordId))).body).toEqual({ active: 1 })
  expect((await app.send(getTenantSnapshot, actors.service('payments', other.landlordId), { params })).status).toBe(404)
  expect(
    (await app.send(getTenantSnapshot, actors.service('payments', mine.landlordId), { params })).body.firstName,
  ).toBe('Ann')
  expect((await app.send(getTenant, mine, { params })).body.firstName).toBe('Ann')
})
test("a tenant sees their own record and nobody else's, and nothing while unlinked", async () => {
  const landlord = actors.landlord()
  const mine = await add(landlord, { monthlyRent: 800 })
  const neighbour = await add(landlord, { email: 'neighbour@example.com' })
  const me = actors.tenantOf(landlord, mine.id)
  expect((await app.send(tenantProfile, me)).body).toEqual({
    coTenants: [],
    rentShare: null,
    id: mine.id,
    firstName: 'Ann',
    lastName: 'Archer',
    email: 'ann@example.com',
    phone: null,
    leaseStartDate: null,
    leaseEndDate: null,
    monthlyRent: 800,
    securityDeposit: null,
    isActive: true,
    unitName: null,
    nextRent: null,
  })
  expect((await app.send(tenantProfile, actors.tenantOf(actors.landlord(), neighbour.id))).body).toBeNull()
  expect((await app.send(tenantProfile, actors.unlinkedTenant())).body).toBeNull()
  // Row level security hides other records and all invitations.
  const rows = await app
    .db('tenancy')
    .read(me, (sql) => sql<{ id: string }[]>`select id from tenant union all select id from invitation`)
  expect(rows).toEqual([{ id: mine.id }])
})

test('a login created by the landlord gives portal access, however often its event arrives', async () => {
  const landlord = actors.landlord()
  const { id } = await add(landlord)
  const data = {
    userId: v7(),
    landlordId: landlord.landlordId,
    tenantId: id,
    userType: 'tenant',
    email: 'ann@example.com',
    firstName: 'Ann',
    lastName: 'Archer',
    phone: null,
    createdAt: app.clock.now().toISOString(),
  } as const
  const eventId = v7()
  for (let times = 0; times < 5; times++) await app.publish(UserCreated, data, eventId)
  expect((await app.send(getTenant, landlord, { params: { id } })).body.portalAccess).toBe('active')
})

test('a tenant with a pending, unexpired link is invited', async () => {
  const landlord = actors.landlord()
  const { id } = await add(landlord)
  const access = async () => [
    (await app.send(getTenant, landlord, { params: { id } })).body.portalAccess,
    (await app.send(listTenants, landlord)).body[0]?.portalAccess,
  ]
  await app.invite(landlord, { email: ann.email })
  expect(await access()).toEqual(['invited', 'invited'])
  app.clock.advance(invitationDays * dayMs)
  expect(await access()).toEqual(['none', 'none'])
  await app.invite(landlord, { email: ann.email })
  expect(await access()).toEqual(['invited', 'invited'])
  await app.send(deleteTenant, landlord, { params: { id } })
  expect((await app.send(listInvitations, landlord)).body.map(({ status }) => status)).toEqual(['revoked', 'expired'])
})
