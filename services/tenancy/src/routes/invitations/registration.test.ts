import { PropertyDeleted } from '@keyhold/contracts/properties/property-snapshots'
import { createTenant, getTenant, listTenants } from '@keyhold/contracts/tenancy/tenants'
import { TenantCreated, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import {
  InvitationAccepted,
  invalidInvitation,
  invitationDays,
  listInvitations,
  lookUpInvitation,
  registerTenant,
} from '@keyhold/contracts/tenancy/invitations'
import { Refusal } from '@keyhold/kit/http/problem'
import { dayMs } from '@keyhold/kit/lib/dates'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { v7 } from 'uuid'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => {
  app = await startTenancyApp()
})
afterAll(() => app?.stop())
afterEach(() => {
  delete app.failures.login
  app.logins.length = 0
})

const visitor = actors.visitor()
const person = {
  firstName: 'Ann',
  lastName: 'Archer',
  phone: '212 555 0199',
  dateOfBirth: '',
  employerName: 'Acme',
  monthlyIncome: '4000',
}
const register = (token: string, more: Record<string, unknown> = {}) =>
  app.send(registerTenant, visitor, { body: { ...person, token, ...more } })

test('registration creates the tenant with the invited property, uses up the link and emits events', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const { token, id, email } = await app.invite(landlord, { propertyId })
  const answer = await register(token)
  expect([answer.status, answer.body]).toEqual([
    201,
    { tenantId: expect.any(String), email, canSignIn: false, isMailed: false },
  ])
  const { tenantId } = answer.body
  expect((await app.send(getTenant, landlord, { params: { id: tenantId } })).body).toMatchObject({
    firstName: 'Ann',
    email,
    employerName: 'Acme',
    monthlyIncome: 4000,
    propertyId,
    propertyName: 'Elm Street 1',
    isActive: true,
    portalAccess: 'none',
  })
  expect((await app.send(listInvitations, landlord)).body).toMatchObject([{ id, status: 'accepted' }])
  expect((await app.send(lookUpInvitation, visitor, { params: { token } })).status).toBe(404)
  await app.settled()
  expect(app.published(TenantCreated).filter((one) => one.tenantId === tenantId)).toHaveLength(1)
  expect(app.published(InvitationAccepted).filter((one) => one.tenantId === tenantId)).toEqual([
    { invitationId: id, landlordId: landlord.landlordId, tenantId, firstName: 'Ann', lastName: 'Archer', email },
  ])

  const again = await register(token)
  expect([again.status, again.problem.code, again.problem.detail]).toEqual([
    404,
    'invitation-invalid',
    invalidInvitation,
  ])
})

test('with a password the tenant can sign in at once, with the id of their record', async () => {
  const landlord = actors.landlord()
  const { token, email } = await app.invite(landlord)
  const { body } = await register(token, { password: 'secret-enough' })
  expect(body.canSignIn).toBe(true)
  expect(app.logins).toMatchObject([
    { tenantId: body.tenantId, landlordId: landlord.landlordId, email, password: 'secret-enough' },
  ])
  expect((await app.send(getTenant, landlord, { params: { id: body.tenantId } })).body.portalAccess).toBe('active')
})

test("registration completes the existing record, and empty fields keep the landlord's entries", async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const other = app.property(landlord)
  const made = (
    await app.send(createTenant, landlord, {
      body: {
        firstName: 'A',
        lastName: 'B',
        email: 'ann@example.com',
        phone: '1',
        dateOfBirth: '1990-01-01',
        propertyId,
        monthlyRent: 700,
      },
    })
  ).problem
  expect(made.issues).toBeDefined() // a phone number of one digit is invalid
  const { body: tenant } = await app.send(createTenant, landlord, {
    body: {
      firstName: 'A',
      lastName: 'B',
      email: 'ann@example.com',
      dateOfBirth: '1990-01-01',
      propertyId,
      monthlyRent: 700,
    },
  })
  const { token } = await app.invite(landlord, { email: 'ann@example.com', propertyId: other.propertyId })
  const { body } = await register(token)
  expect(body.tenantId).toBe(tenant.id)
  expect((await app.send(getTenant, landlord, { params: { id: tenant.id } })).body).toMatchObject({
    firstName: 'Ann',
    dateOfBirth: '1990-01-01',
    phone: person.phone,
    propertyId,
    monthlyRent: 700,
  })
  expect((await app.send(listTenants, landlord)).headers['x-total-count']).toBe('1')
  await app.settled()
  expect(app.published(TenantUpdated).filter(({ tenantId }) => tenantId === tenant.id)).toHaveLength(1)
})

test('of two concurrent registrations with one link exactly one wins', async () => {
  const landlord = actors.landlord()
  const { token } = await app.invite(landlord)
  const release = app.holdLogins()
  const both = [register(token, { password: 'secret-enough' }), register(token, { password: 'secret-enough' })]
  release()
  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 404]))
  expect((await app.send(listTenants, landlord)).headers['x-total-count']).toBe('1')
  await app.settled()
  expect(app.published(InvitationAccepted).filter(({ landlordId }) => landlordId === landlord.landlordId)).toHaveLength(
    1,
  )
})

test('an email address with an existing account is refused, and the link still works', async () => {
  const landlord = actors.landlord()
  const { token } = await app.invite(landlord)
  app.failures.login = new Refusal('email-taken', 'An account with this email already exists')
  const refused = await register(token, { password: 'secret-enough' })
  expect([refused.status, refused.problem.code, refused.problem.detail]).toEqual([
    409,
    'email-taken',
    'An account with this email already exists',
  ])
  expect((await app.send(listTenants, landlord)).body).toEqual([])
  expect((await app.send(lookUpInvitation, visitor, { params: { token } })).status).toBe(200)
  delete app.failures.login
  expect((await register(token, { password: 'secret-enough' })).status).toBe(201)
})

test('a registration interrupted after creating the login is completed by the next one, also with a new link', async () => {
  const landlord = actors.landlord()
  const email = 'cut@example.com'
  const first = await app.invite(landlord, { email })
  app.failures.login = new Refusal('unavailable', 'The identity service is not responding right now.')
  expect((await register(first.token, { password: 'secret-enough' })).status).toBe(503)
  delete app.failures.login
  app.clock.advance(60_000)
  const second = await app.invite(landlord, { email })
  const { body } = await register(second.token, { password: 'secret-enough' })
  expect(app.logins).toMatchObject([{ tenantId: body.tenantId }])
})

test('one Idempotency-Key registers once and gets the same response', async () => {
  const { token } = await app.invite(actors.landlord())
  const headers = { 'idempotency-key': v7() }
  const body = { ...person, token }
  const first = await app.send(registerTenant, visitor, { body, headers })
  const again = await app.send(registerTenant, visitor, { body, headers })
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
})

test('a form without a name, a short password and an expired link are refused', async () => {
  const landlord = actors.landlord()
  const { token } = await app.invite(landlord)
  expect((await register(token, { firstName: '' })).status).toBe(400)
  expect((await register(token, { password: '12345' })).problem.issues).toEqual([
    { path: 'password', message: 'Password must be at least 6 characters long' },
  ])
  expect((await register('nonsense')).status).toBe(404)
  app.clock.advance(invitationDays * dayMs)
  const late = await register(token)
  expect([late.status, late.problem.detail]).toEqual([404, invalidInvitation])
  expect(app.logins).toEqual([])
})

test('a property deleted before the registration is not assigned', async () => {
  const landlord = actors.landlord()
  const property = app.property(landlord)
  const { token } = await app.invite(landlord, { propertyId: property.propertyId })
  await app.publish(PropertyDeleted, { ...property, isDeleted: true })
  const { body } = await register(token)
  expect((await app.send(getTenant, landlord, { params: { id: body.tenantId } })).body.propertyId).toBeNull()
})
