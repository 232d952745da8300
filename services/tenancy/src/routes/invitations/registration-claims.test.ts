import { setTimeout as sleep } from 'node:timers/promises'
import {
  createInvitation,
  listInvitations,
  lookUpInvitation,
  registerTenant,
  revokeInvitation,
} from '@keyhold/contracts/tenancy/invitations'
import { createTenant, deleteTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import { Refusal } from '@keyhold/kit/http/problem'
import { until } from '@keyhold/kit/testing/wait'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
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
const person = { firstName: 'Ann', lastName: 'Archer' }
const register = (token: string, headers = {}) =>
  app.send(registerTenant, visitor, { body: { ...person, token, password: 'secret-enough' }, headers })
const revoke = (landlord: ReturnType<typeof actors.landlord>, id: string) =>
  app.send(revokeInvitation, landlord, { params: { id } })

/** Resolves when a registration has claimed its link. */
const claimed = () =>
  until(
    () =>
      app
        .db('tenancy')
        .adminTransaction(
          'a test reads invitations',
          async (tx) =>
            (await tx.execute(sql`select from invitation where status = 'pending' and claimed_by is not null`)).length >
            0,
        ),
    { what: 'the claim' },
  )

/** Starts a registration that waits for its login; the returned function completes it. */
async function startRegistration(token: string) {
  const release = app.holdLogins()
  const answer = register(token)
  await claimed()
  return async () => {
    release()
    return answer
  }
}

test('a revocation during a registration is either refused, or no login is created', async () => {
  const landlord = actors.landlord()
  const seen = new Set<string>()
  for (let n = 0; n < 40; n++) {
    const { token, id } = await app.invite(landlord)
    app.logins.length = 0
    const release = app.holdLogins()
    const registered = register(token)
    await (n % 20 === 19 ? claimed() : sleep(n % 20))
    const revoked = await revoke(landlord, id)
    release()
    const { status } = await registered
    seen.add(`${revoked.status} ${status}`)
    expect(app.logins).toHaveLength(status === 201 ? 1 : 0)
  }
  for (const outcome of seen) expect(['200 404', '409 201']).toContain(outcome)
  expect(seen).toContain('409 201')
})

test('during a registration nobody can end the invitation or use its link', async () => {
  const landlord = actors.landlord()
  const email = 'busy@example.com'
  const { token, id } = await app.invite(landlord, { email })
  const { body: tenant } = await app.send(createTenant, landlord, { body: { ...person, email } })
  const finish = await startRegistration(token)
  const message = 'This person is registering with the link right now. Please try again in a minute.'
  for (const refused of [
    await revoke(landlord, id),
    await app.send(createInvitation, landlord, { body: { email } }),
    await app.send(deleteTenant, landlord, { params: { id: tenant.id } }),
  ])
    expect([refused.status, refused.problem.detail]).toEqual([409, message])
  expect((await register(token)).problem).toMatchObject({ status: 404, code: 'invitation-invalid' })
  const done = await finish()
  expect([done.status, done.body.tenantId]).toEqual([201, tenant.id])
  expect(app.logins).toHaveLength(1)
  expect((await revoke(landlord, id)).problem.code).toBe('illegal-transition')
  expect((await app.send(deleteTenant, landlord, { params: { id: tenant.id } })).status).toBe(204)
})

test('during a registration its email address cannot go to another active tenant', async () => {
  const landlord = actors.landlord()
  const email = 'theirs@example.com'
  const { body: other } = await app.send(createTenant, landlord, { body: { ...person, email: 'other@example.com' } })
  const { body: former } = await app.send(createTenant, landlord, { body: { ...person, email, isActive: false } })
  const { token } = await app.invite(landlord, { email })
  const finish = await startRegistration(token)
  const change = (id: string, body: object) => app.send(updateTenant, landlord, { params: { id }, body: { ...body } })
  expect((await change(other.id, { email })).status).toBe(409)
  expect((await change(former.id, { isActive: true })).status).toBe(409)
  expect((await change(other.id, { phone: '212 555 0199' })).status).toBe(200)
  expect((await finish()).status).toBe(201)
})

test('an address that another active tenant has is refused before a login is created, with a message for the tenant', async () => {
  const landlord = actors.landlord()
  const email = 'moved@example.com'
  const { body: other } = await app.send(createTenant, landlord, { body: { ...person, email: 'before@example.com' } })
  const { token, id } = await app.invite(landlord, { email })
  expect((await app.send(updateTenant, landlord, { params: { id: other.id }, body: { email } })).status).toBe(200)
  const detail =
    'Your landlord already has an active tenant with this email address. Please ask your landlord about it.'
  expect((await register(token)).problem).toMatchObject({ status: 409, code: 'conflict', detail })
  expect((await app.send(registerTenant, visitor, { body: { ...person, token } })).problem).toMatchObject({
    status: 409,
    detail,
  })
  expect(app.logins).toEqual([])
  expect((await revoke(landlord, id)).status).toBe(200)
})

test('a claim left by a crash expires after a minute, and the link can be used or revoked again', async () => {
  const landlord = actors.landlord()
  const [first, second] = [await app.invite(landlord), await app.invite(landlord)]
  const at = app.clock.now().toISOString()
  await app
    .db('tenancy')
    .adminTransaction('a test writes the state after a crash', (tx) =>
      tx.execute(
        sql`update invitation set claimed_at = ${at}::timestamptz, claimed_by = 'a process that died' where landlord_id = ${landlord.landlordId}`,
      ),
    )
  app.clock.advance(59_999)
  expect([(await register(first.token)).status, (await revoke(landlord, second.id)).status]).toEqual([404, 409])
  expect(app.logins).toEqual([])
  app.clock.advance(1)
  expect([(await register(first.token)).status, (await revoke(landlord, second.id)).status]).toEqual([201, 200])
})

test('when identity refuses the account, the claim is released at once', async () => {
  const landlord = actors.landlord()
  const { token, id } = await app.invite(landlord)
  app.failures.login = new Refusal('email-taken', 'An account with this email already exists')
  expect((await register(token)).status).toBe(409)
  expect((await revoke(landlord, id)).status).toBe(200)
})

test('when identity does not answer, the link works again at once, but cannot be revoked until the claim expires', async () => {
  const landlord = actors.landlord()
  const { token, id } = await app.invite(landlord)
  app.failures.login = new Refusal('unavailable', 'The identity service is not responding right now.')
  expect((await register(token)).status).toBe(503)
  expect((await revoke(landlord, id)).status).toBe(409)
  expect((await app.send(lookUpInvitation, visitor, { params: { token } })).status).toBe(200)
  delete app.failures.login
  expect((await register(token)).status).toBe(201)
})

test('of concurrent registrations with one link exactly one wins, and one login is created', async () => {
  for (let n = 0; n < 10; n++) {
    const landlord = actors.landlord()
    const { token } = await app.invite(landlord)
    app.logins.length = 0
    app.holdLogins()()
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(token)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404, 404, 404, 404])
    expect(app.logins).toHaveLength(1)
    expect((await app.send(listTenants, landlord)).headers['x-total-count']).toBe('1')
  }
})

test('a request repeated while the first one runs is one registration', async () => {
  const landlord = actors.landlord()
  const { token } = await app.invite(landlord)
  const headers = { 'idempotency-key': v7() }
  const release = app.holdLogins()
  const both = [register(token, headers), register(token, headers)]
  await sleep(100)
  release()
  const [first, second] = await Promise.all(both)
  expect([first!.status, second!.status, second!.body]).toEqual([201, 201, first!.body])
  expect((await app.send(listInvitations, landlord)).body).toMatchObject([{ status: 'accepted' }])
})

test('identity receives the archived tenant records of the same person, and no others', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const email = 'again@example.com'
  const add = async (who: typeof landlord, address: string, isArchived: boolean) => {
    const { body } = await app.send(createTenant, who, { body: { ...person, email: address } })
    if (isArchived) await app.send(deleteTenant, who, { params: { id: body.id } })
    return body.id
  }
  const former = [await add(landlord, email, true), await add(landlord, email, true)]
  await add(landlord, 'else@example.com', true)
  await add(other, email, true)
  const current = await add(landlord, email, false)
  const { token } = await app.invite(landlord, { email })
  expect((await register(token)).body.tenantId).toBe(current)
  const [login] = app.logins
  expect(login?.formerTenantIds?.toSorted()).toEqual(former.toSorted())
})
