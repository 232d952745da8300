import {
  createTenantLogin,
  createTenantUser,
  deleteTenantUser,
  listTenantUsers,
  LoginClosed,
  resetTenantPassword,
  updateTenantUser,
} from '@keyhold/contracts/identity/tenant-users'
import { login, refresh, userName, UserCreated } from '@keyhold/contracts/identity/accounts'
import { getTenantSnapshot, tenantsWithEmail, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { password, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
const visitor = actors.visitor()
const byEmail = new Map<string, z.output<typeof TenantSnapshot>[]>()
const records = new Map<string, string>()
/** A new tenant record of this landlord, in the stub of tenancy. */
const recordOf = ({ landlordId }: LandlordActor) => {
  const id = v7()
  records.set(id, landlordId)
  return id
}

beforeAll(async () => {
  const tenancy = stub(getTenantSnapshot, ({ actor, params: { id } }) => {
    const landlordId = 'landlordId' in actor ? actor.landlordId : null
    if (!landlordId || records.get(id) !== landlordId) throw new Refusal('not-found', 'Tenant not found')
    const nothing = { propertyId: null, leaseStartDate: null, leaseEndDate: null, monthlyRent: null }
    return {
      tenantId: id,
      landlordId,
      firstName: 'Terry',
      lastName: 'Lessee',
      email: 'terry@example.com',
      phone: '+1 555 010 7777',
      isActive: true,
      ...nothing,
    }
  })
  const withEmail = stub(tenantsWithEmail, ({ query: { email } }) => byEmail.get(email) ?? [])
  app = await startTestApp([identity], { stubs: [tenancy, withEmail], env: { SUPER_ADMIN_EMAIL: 'root@example.com' } })
})
afterAll(() => app.stop())

let logins = 0
const form = (changes: Record<string, unknown> = {}) => ({
  email: `login${++logins}@example.com`,
  password,
  ...changes,
})
const create = (landlord: LandlordActor, changes: Record<string, unknown> = {}) =>
  app.send(createTenantUser, landlord, { body: form(changes) })
const created = async (landlord: LandlordActor, changes: Record<string, unknown> = {}) => {
  const answer = await create(landlord, changes)
  expect(answer.status, answer.problem.detail).toBe(201)
  return answer.body
}
const change = (landlord: LandlordActor, id: string, body: Record<string, unknown>) =>
  app.send(updateTenantUser, landlord, { params: { id }, body })
const remove = (landlord: LandlordActor, id: string) => app.send(deleteTenantUser, landlord, { params: { id } })
const list = async (landlord: LandlordActor, query = {}) => (await app.send(listTenantUsers, landlord, { query })).body
const attempt = (email: string, tried = password) =>
  app.send(login, visitor, { body: { email, password: tried, userType: 'tenant' }, ip: v7() })
const signInAs = (email: string, changes = {}) => signIn(app, { email, userType: 'tenant' }, changes)
const renew = (refreshToken: string) =>
  app.send(refresh, visitor, { headers: { cookie: `kh_refresh=${refreshToken}` } })
const closed = async (userId: string) => {
  await app.settled()
  return app.published(LoginClosed).filter((event) => event.userId === userId)
}
const opened = async (userId: string) => {
  await app.settled()
  return app.published(UserCreated).filter((event) => event.userId === userId)
}

describe('creating', () => {
  test('creates a login that can sign in, linked to no tenant record', async () => {
    const landlord = actors.landlord()
    const user = await created(landlord, { firstName: 'Ada', lastName: '', phone: null })
    expect(user).toMatchObject({ firstName: 'Ada', lastName: '', phone: null, tenantId: null, isActive: true })
    expect(JSON.stringify(user)).not.toMatch(/password|argon2/i)
    const { actor } = await signInAs(user.email)
    expect(actor).toMatchObject({ role: 'tenant', landlordId: landlord.landlordId, tenantId: null })
  })

  test('links a tenant record and uses its names where none are given', async () => {
    const landlord = actors.landlord()
    const tenantId = recordOf(landlord)
    const user = await created(landlord, { tenantId })
    expect(user).toMatchObject({ tenantId, firstName: 'Terry', lastName: 'Lessee', phone: '+1 555 010 7777' })
    expect((await signInAs(user.email)).actor).toMatchObject({ tenantId })
    expect(await opened(user.id)).toMatchObject([{ landlordId: landlord.landlordId, tenantId }])
    expect((await create(landlord, { tenantId })).problem).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'This tenant already has a portal login.',
    })
  })

  test("refuses another landlord's tenant like an unknown one", async () => {
    const landlord = actors.landlord()
    for (const tenantId of [recordOf(actors.landlord()), v7()])
      expect((await create(landlord, { tenantId })).problem).toMatchObject({
        status: 400,
        issues: [{ path: 'tenantId', message: 'Choose one of your tenants' }],
      })
  })

  test('links the one tenant with the same address where none is chosen, and none of several', async () => {
    const landlord = actors.landlord()
    const snapshotOf = (email: string) => ({
      tenantId: recordOf(landlord),
      landlordId: landlord.landlordId,
      firstName: 'Terry',
      lastName: 'Lessee',
      email,
      phone: null,
      propertyId: null,
      leaseStartDate: null,
      leaseEndDate: null,
      monthlyRent: null,
      isActive: true,
    })
    const one = snapshotOf('one@example.com')
    byEmail.set(one.email, [one])
    expect(await created(landlord, { email: one.email })).toMatchObject({ tenantId: one.tenantId, firstName: 'Terry' })
    byEmail.set('two@example.com', [snapshotOf('two@example.com'), snapshotOf('two@example.com')])
    expect(await created(landlord, { email: 'two@example.com' })).toMatchObject({ tenantId: null })
  })

  test("refuses an address of this landlord's other logins, the super admin's email and weak passwords", async () => {
    const landlord = actors.landlord()
    const { email } = await created(landlord)
    for (const taken of [email, 'root@example.com'])
      expect((await create(landlord, { email: taken })).problem).toMatchObject({ status: 409, code: 'email-taken' })
    for (const weak of ['12345', 'qwerty123'])
      expect((await create(landlord, { password: weak })).problem).toMatchObject({
        status: 400,
        issues: [{ path: 'password' }],
      })
    expect(await list(landlord)).toHaveLength(1)
  })

  test('an address with an account elsewhere is not taken, and the typed password opens this login alone', async () => {
    const owner = await signUp(app)
    const landlord = actors.landlord()
    const made = await created(landlord, { email: owner.email, password: 'typed by a landlord' })
    expect((await signInAs(owner.email, { password: 'typed by a landlord' })).actor.userId).toBe(made.id)
    expect((await attempt(owner.email)).status).toBe(401)
    expect((await signIn(app, owner)).actor.userId).toBe(owner.id)
  })

  test("the landlord's own login is linked by an invitation, and another landlord gets one of their own", async () => {
    const [landlord, other] = [actors.landlord(), actors.landlord()]
    const user = await created(landlord)
    const invite = ({ landlordId }: LandlordActor) =>
      app.send(createTenantLogin, actors.service('tenancy', landlordId), {
        body: {
          landlordId,
          tenantId: v7(),
          email: user.email,
          password,
          firstName: 'A',
          lastName: 'B',
          phone: null,
          invitationId: v7(),
          ip: '127.0.0.1',
        },
      })
    expect((await invite(other)).body.userId).not.toBe(user.id)
    expect(await invite(landlord)).toMatchObject({ status: 200, body: { userId: user.id } })
  })
})

describe('the list', () => {
  test("shows this landlord's logins, newest first, paged, searched by email and name", async () => {
    const [landlord, other] = [actors.landlord(), actors.superAdmin()]
    const names = ['Grace Hopper', 'Ada Lovelace', '100% Sure']
    const users = []
    for (const [firstName, lastName] of names.map((name) => name.split(' '))) {
      users.push(await created(landlord, { firstName, lastName }))
      app.clock.advance(1000)
    }
    await created(other, { firstName: 'Ada', lastName: 'Other' })
    expect(await list(landlord)).toEqual(users.toReversed())
    const ids = async (q: string) => (await list(landlord, { q })).map(({ id }) => id)
    expect(await ids('ada love')).toEqual([users[1]!.id])
    expect(await ids(users[0]!.email.toUpperCase())).toEqual([users[0]!.id])
    expect(await ids('%')).toEqual([users[2]!.id])
    const page = await app.send(listTenantUsers, landlord, { query: { limit: 2 } })
    const cursor = /cursor=([\w-]+)/.exec(page.headers.link ?? '')?.[1]
    expect(page.headers['x-total-count']).toBe('3')
    expect((await list(landlord, { limit: 2, cursor })).map(({ id }) => id)).toEqual([users[0]!.id])
  })
})

describe('changing', () => {
  test('changes the given fields only, and announces them', async () => {
    const landlord = actors.landlord()
    const user = await created(landlord, { firstName: 'Ada', phone: '+1 555 010 9999' })
    const tenantId = recordOf(landlord)
    const answer = await change(landlord, user.id, { lastName: 'Byron', email: 'ada.byron@example.com', tenantId })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: user.id,
        firstName: 'Ada',
        lastName: 'Byron',
        email: 'ada.byron@example.com',
        phone: '+1 555 010 9999',
        tenantId,
      },
    })
    expect((await change(landlord, user.id, { phone: '' })).body.phone).toBeNull()
    expect((await attempt(user.email)).status).toBe(401)
    expect((await attempt('ada.byron@example.com')).status).toBe(200)
    expect((await opened(user.id)).at(-1)).toMatchObject({ email: 'ada.byron@example.com', tenantId })
    const { email } = await created(landlord)
    expect((await change(landlord, user.id, { email })).problem).toMatchObject({ status: 409, code: 'email-taken' })
  })

  test('a deactivated login is signed out at once and cannot sign in until it is activated', async () => {
    const landlord = actors.landlord()
    const tenantId = recordOf(landlord)
    const user = await created(landlord, { tenantId })
    const { refreshToken } = await signInAs(user.email)
    expect((await change(landlord, user.id, { isActive: false })).body.isActive).toBe(false)
    expect([(await renew(refreshToken)).status, (await attempt(user.email)).status]).toEqual([401, 401])
    expect(await closed(user.id)).toEqual([{ userId: user.id, landlordId: landlord.landlordId, tenantId }])
    await change(landlord, user.id, { firstName: 'Renamed' })
    expect(await opened(user.id), 'an inactive login is not announced').toHaveLength(1)
    await change(landlord, user.id, { isActive: true })
    expect((await attempt(user.email)).status).toBe(200)
    expect(await opened(user.id)).toHaveLength(2)
  })

  test('a login linked to another record loses the first at once', async () => {
    const landlord = actors.landlord()
    const [before, after] = [recordOf(landlord), recordOf(landlord)]
    const user = await created(landlord, { tenantId: before })
    const { refreshToken } = await signInAs(user.email)
    expect((await change(landlord, user.id, { tenantId: after })).status).toBe(200)
    expect((await renew(refreshToken)).status).toBe(401)
    expect(await closed(user.id)).toMatchObject([{ tenantId: before }])
    expect((await signInAs(user.email)).actor).toMatchObject({ tenantId: after })
    for (const tenantId of [recordOf(actors.landlord()), v7()])
      expect((await change(landlord, user.id, { tenantId })).status).toBe(400)
  })
})

test('a password set by the landlord ends the sessions and replaces the old one', async () => {
  const landlord = actors.landlord()
  const user = await created(landlord)
  const { refreshToken } = await signInAs(user.email)
  const reset = (newPassword: string) =>
    app.send(resetTenantPassword, landlord, { body: { userId: user.id, newPassword } })
  expect((await reset('12345')).problem).toMatchObject({ status: 400, issues: [{ path: 'newPassword' }] })
  expect(await reset('set by the landlord')).toMatchObject({ status: 200, body: { id: user.id } })
  expect([
    (await renew(refreshToken)).status,
    (await attempt(user.email)).status,
    (await attempt(user.email, 'set by the landlord')).status,
  ]).toEqual([401, 401, 200])
})

describe('deleting', () => {
  test('signs the login out at once, removes it from the list and frees its email and record', async () => {
    const landlord = actors.landlord()
    const tenantId = recordOf(landlord)
    const user = await created(landlord, { tenantId })
    const { refreshToken } = await signInAs(user.email)
    expect((await remove(landlord, user.id)).status).toBe(204)
    expect([(await renew(refreshToken)).status, (await attempt(user.email)).status]).toEqual([401, 401])
    expect(await list(landlord)).toEqual([])
    expect(await closed(user.id)).toMatchObject([{ tenantId }])
    for (const answer of [
      await remove(landlord, user.id),
      await change(landlord, user.id, { isActive: true }),
      await app.send(userName, actors.service('x'), { params: { id: user.id } }),
    ])
      expect(answer.status).toBe(404)
    const again = await created(landlord, { email: user.email, tenantId })
    expect((await signInAs(again.email)).actor).toMatchObject({ userId: again.id, tenantId })
  })
})

test("another landlord's login and a user who is not a tenant are the same 404 as an unknown id", async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const user = await created(landlord)
  const someone = await signUp(app)
  const self = { ...actors.landlord(), userId: someone.id, landlordId: someone.id }
  for (const [asks, id] of [
    [other, user.id],
    [self, someone.id],
    [landlord, v7()],
  ] as const) {
    const answers = [
      await change(asks, id, { isActive: false }),
      await remove(asks, id),
      await app.send(resetTenantPassword, asks, { body: { userId: id, newPassword: 'a stolen account' } }),
    ]
    for (const { problem } of answers)
      expect(problem).toMatchObject({ status: 404, code: 'not-found', detail: 'User not found' })
  }
  expect(await list(other)).toEqual([])
  expect((await attempt(user.email)).status).toBe(200)
})
