import { PropertyDeleted } from '@keyhold/contracts/properties/property-snapshots'
import { createTenant, getTenant, listTenants, TenantCreated, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import {
  InvitationAccepted,
  invalidInvitation,
  listInvitations,
  lookUpInvitation,
  registerTenant,
} from '@keyhold/contracts/tenancy/invitations'
import { Refusal } from '@keyhold/kit/http/problem'
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

test('registering makes the tenant record with the invited property, uses the link up and is told', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const { token, id, email } = await app.invite(landlord, { propertyId })
  const answer = await register(token)
  expect([answer.status, answer.body]).toEqual([201, { tenantId: expect.any(String), email, canSignIn: false }])
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
  expect(app.published(TenantCreated).filter((fact) => fact.tenantId === tenantId)).toHaveLength(1)
  expect(app.published(InvitationAccepted).filter((fact) => fact.tenantId === tenantId)).toEqual([
    { invitationId: id, landlordId: landlord.landlordId, tenantId, firstName: 'Ann', lastName: 'Archer', email },
  ])

  const again = await register(token)
  expect([again.status, again.problem.code, again.problem.detail]).toEqual([
    404,
    'invitation-invalid',
    invalidInvitation,
  ])
})

test("with a password the tenant can sign in at once, under the record's id", async () => {
  const landlord = actors.landlord()
  const { token, email } = await app.invite(landlord)
  const { body } = await register(token, { password: 'secret-enough' })
  expect(body.canSignIn).toBe(true)
  expect(app.logins).toMatchObject([
    { tenantId: body.tenantId, landlordId: landlord.landlordId, email, password: 'secret-enough' },
  ])
  expect((await app.send(getTenant, landlord, { params: { id: body.tenantId } })).body.portalAccess).toBe('active')
})

test('registering completes the record that the landlord made, and empty fields take nothing away', async () => {
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
  expect(made.issues).toBeDefined() // a phone number of one digit is none
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

test('of two registrations with one link at once exactly one wins', async () => {
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

test('an address that has an account already is said to be, and the link still works', async () => {
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

test('a registration cut short after its login is completed by the next one, also from a new link', async () => {
  const landlord = actors.landlord()
  const email = 'cut@example.com'
  const first = await app.invite(landlord, { email })
  app.failures.login = new Refusal('unavailable', 'The identity service does not answer right now.')
  expect((await register(first.token, { password: 'secret-enough' })).status).toBe(503)
  delete app.failures.login
  app.clock.advance(60_000)
  const second = await app.invite(landlord, { email })
  const { body } = await register(second.token, { password: 'secret-enough' })
  expect(app.logins).toMatchObject([{ tenantId: body.tenantId }])
})

test('the same Idempotency-Key registers once and answers the same', async () => {
  const { token } = await app.invite(actors.landlord())
  const headers = { 'idempotency-key': v7() }
  const body = { ...person, token }
  const first = await app.send(registerTenant, visitor, { body, headers })
  const again = await app.send(registerTenant, visitor, { body, headers })
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body])
})

test('a form without a name, a short password and a link that holds no longer are refused', async () => {
  const landlord = actors.landlord()
  const { token } = await app.invite(landlord)
  expect((await register(token, { firstName: '' })).status).toBe(400)
  expect((await register(token, { password: '12345' })).problem.issues).toEqual([
    { path: 'password', message: 'Password must be at least 6 characters long' },
  ])
  expect((await register('nonsense')).status).toBe(404)
  app.clock.advance(7 * 24 * 60 * 60 * 1000)
  const late = await register(token)
  expect([late.status, late.problem.detail]).toEqual([404, invalidInvitation])
  expect(app.logins).toEqual([])
})

test('a property that is gone by the time somebody registers is not theirs', async () => {
  const landlord = actors.landlord()
  const facts = app.property(landlord)
  const { token } = await app.invite(landlord, { propertyId: facts.propertyId })
  await app.publish(PropertyDeleted, { ...facts, isDeleted: true })
  const { body } = await register(token)
  expect((await app.send(getTenant, landlord, { params: { id: body.tenantId } })).body.propertyId).toBeNull()
})
