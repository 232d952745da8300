import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { createTenant, deleteTenant, getTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import {
  getTenantSnapshot,
  TenantCreated,
  TenantLeft,
  TenantUpdated,
} from '@keyhold/contracts/tenancy/tenant-snapshots'
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

test('a tenant is created with every field of the form, with an event', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const form = {
    ...ann,
    email: ' Ann@Example.com ',
    phone: '212 555-0123',
    dateOfBirth: '1990-02-28',
    emergencyContactName: 'Bob',
    emergencyContactPhone: '212-555-0124',
    employerName: 'Acme',
    monthlyIncome: '5000.50',
    propertyId,
    leaseStartDate: '2026-01-31',
    leaseEndDate: '2027-01-30',
    monthlyRent: 1200,
    securityDeposit: '',
  }
  const tenant = await add(landlord, form)
  expect(tenant).toEqual({
    ...form,
    id: expect.any(String),
    landlordId: landlord.landlordId,
    email: 'ann@example.com',
    monthlyIncome: 5000.5,
    securityDeposit: null,
    propertyName: 'Elm Street 1',
    unitId: propertyId,
    unitName: null,
    tenancyId: expect.any(String),
    coTenants: [],
    isActive: true,
    archivedAt: null,
    portalAccess: 'none',
    createdAt: app.clock.now().toISOString(),
    updatedAt: app.clock.now().toISOString(),
  })
  expect((await app.send(getTenant, landlord, { params: { id: tenant.id } })).body).toEqual(tenant)
  await app.settled()
  const created = app.published(TenantCreated).filter(({ tenantId }) => tenantId === tenant.id)
  expect(created).toEqual([
    {
      tenantId: tenant.id,
      landlordId: landlord.landlordId,
      firstName: 'Ann',
      lastName: 'Archer',
      email: 'ann@example.com',
      phone: '212 555-0123',
      propertyId,
      leaseStartDate: '2026-01-31',
      leaseEndDate: '2027-01-30',
      monthlyRent: 1200,
      isActive: true,
      unitId: propertyId,
      tenancyId: tenant.tenancyId,
      accountId: tenant.id,
    },
  ])
})

test('a form without a name, or with a lease that ends before it starts, is refused', async () => {
  const landlord = actors.landlord()
  const nameless = await app.send(createTenant, landlord, { body: { ...ann, firstName: ' ' } })
  expect(nameless.status).toBe(400)
  expect(nameless.problem.issues).toEqual([{ path: 'firstName', message: 'First name is required' }])
  const backwards = await app.send(createTenant, landlord, {
    body: { ...ann, leaseStartDate: '2026-02-01', leaseEndDate: '2026-02-01' },
  })
  expect(backwards.status).toBe(400)
})
test('a property of another landlord, a deleted one and one that does not exist are refused alike', async () => {
  const [mine, other] = [actors.landlord(), actors.landlord()]
  const { propertyId: foreign } = app.property(other)
  const { propertyId: deleted } = app.property(mine, { isDeleted: true })
  for (const propertyId of [foreign, deleted, v7()]) {
    const answer = await app.send(createTenant, mine, { body: { ...ann, propertyId } })
    expect(answer.status).toBe(400)
    expect(answer.problem.issues).toEqual([{ path: 'propertyId', message: 'Choose one of your properties' }])
  }
})

test('a property is asked for once, and then kept up to date by events', async () => {
  const landlord = actors.landlord()
  const property = app.property(landlord)
  const before = app.calls.properties
  const tenant = await add(landlord, { propertyId: property.propertyId })
  await add(landlord, { email: 'second@example.com', propertyId: property.propertyId })
  expect(app.calls.properties).toBe(before + 1)
  await app.publish(PropertyUpdated, { ...property, name: 'Elm Court' })
  expect((await app.send(getTenant, landlord, { params: { id: tenant.id } })).body.propertyName).toBe('Elm Court')
  // The property is deleted: its tenant can be edited, and no new tenant can be added to it.
  await app.publish(PropertyUpdated, { ...property, isDeleted: true })
  const edited = await app.send(updateTenant, landlord, {
    params: { id: tenant.id },
    body: { propertyId: property.propertyId, phone: '212 555 0100' },
  })
  expect(edited.status).toBe(200)
  expect(
    (
      await app.send(createTenant, landlord, {
        body: { ...ann, email: 'third@example.com', propertyId: property.propertyId },
      })
    ).status,
  ).toBe(400)
})

test('an update keeps absent fields, clears empty ones, and emits an event', async () => {
  const landlord = actors.landlord()
  const tenant = await add(landlord, { phone: '212 555 0100', monthlyRent: 900 })
  app.clock.advance(1000)
  const { body } = await app.send(updateTenant, landlord, {
    params: { id: tenant.id },
    body: { phone: '', lastName: 'Baker' },
  })
  expect(body).toEqual({ ...tenant, phone: null, lastName: 'Baker', updatedAt: app.clock.now().toISOString() })
  await app.settled()
  expect(app.published(TenantUpdated).filter(({ tenantId }) => tenantId === tenant.id)).toMatchObject([
    { lastName: 'Baker', phone: null, monthlyRent: 900 },
  ])
})

test('the end of a lease is validated against the stored start', async () => {
  const landlord = actors.landlord()
  const { id } = await add(landlord, { leaseStartDate: '2026-03-01' })
  const early = await app.send(updateTenant, landlord, { params: { id }, body: { leaseEndDate: '2026-02-28' } })
  expect(early.status).toBe(400)
  expect(early.problem.issues).toEqual([{ path: 'leaseEndDate', message: 'The lease must end after it starts' }])
  expect(
    (await app.send(updateTenant, landlord, { params: { id }, body: { leaseEndDate: '2027-02-28' } })).status,
  ).toBe(200)
  expect(
    (await app.send(updateTenant, landlord, { params: { id }, body: { leaseStartDate: '2027-03-01' } })).status,
  ).toBe(400)
})

test('a tenant who becomes inactive or is archived leaves once', async () => {
  const landlord = actors.landlord()
  const { id } = await add(landlord)
  const params = { id }
  for (let times = 0; times < 2; times++)
    expect((await app.send(updateTenant, landlord, { params, body: { isActive: false } })).body.isActive).toBe(false)
  expect((await app.send(deleteTenant, landlord, { params })).status).toBe(204)
  expect((await app.send(deleteTenant, landlord, { params })).status).toBe(404)
  expect((await app.send(updateTenant, landlord, { params, body: { firstName: 'Anna' } })).status).toBe(404)
  expect((await app.send(getTenant, landlord, { params })).body).toMatchObject({
    id,
    isActive: false,
    archivedAt: expect.any(String),
  })
  expect((await app.send(getTenant, actors.landlord(), { params })).status).toBe(404)
  expect((await app.send(listTenants, landlord)).headers['x-total-count']).toBe('0')
  // Other services can still read the record.
  expect(
    (await app.send(getTenantSnapshot, actors.service('payments', landlord.landlordId), { params })).body,
  ).toMatchObject({
    firstName: 'Ann',
    isActive: false,
  })
  await app.settled()
  expect(app.published(TenantLeft).filter(({ tenantId }) => tenantId === id)).toHaveLength(1)

  const second = await add(landlord)
  await app.send(deleteTenant, landlord, { params: { id: second.id } })
  await app.settled()
  expect(app.published(TenantLeft).filter(({ tenantId }) => tenantId === second.id)).toMatchObject([
    { isActive: false },
  ])
})

test('an email address belongs to one active tenant of a landlord, and may repeat among archived ones', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const first = await add(landlord)
  const second = await app.send(createTenant, landlord, { body: { ...ann, email: 'ANN@example.com' } })
  expect(second.status).toBe(409)
  expect(second.problem.detail).toBe('You already have an active tenant with this email address.')
  await add(other)
  await app.send(deleteTenant, landlord, { params: { id: first.id } })
  const third = await add(landlord)
  await app.send(updateTenant, landlord, { params: { id: third.id }, body: { isActive: false } })
  await add(landlord)
  expect((await app.send(updateTenant, landlord, { params: { id: third.id }, body: { isActive: true } })).status).toBe(
    409,
  )
})

test('of two concurrent additions of one person one wins, and one Idempotency-Key adds one tenant', async () => {
  const landlord = actors.landlord()
  const both = await Promise.all([1, 2].map(() => app.send(createTenant, landlord, { body: ann })))
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]))

  const body = { ...ann, email: 'once@example.com' }
  const headers = { 'idempotency-key': v7() }
  const first = await app.send(createTenant, landlord, { body, headers })
  const again = await app.send(createTenant, landlord, { body, headers })
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await app.send(listTenants, landlord)).headers['x-total-count']).toBe('2')
  expect((await app.send(createTenant, landlord, { body: { ...body, lastName: 'Other' }, headers })).status).toBe(409)
})
