import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import {
  listLandlords,
  listLandlordTenantUsers,
  resetLandlordPassword,
  resetUserPassword,
  setLandlordActive,
} from '@keyhold/contracts/identity/admin-accounts'
import { createTenantUser } from '@keyhold/contracts/identity/tenant-users'
import { login, refresh, type User } from '@keyhold/contracts/identity/accounts'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { tenantsWithEmail } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors, stub, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { landlordActor, createSuperAdmin, password, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
let admin: LandlordActor
const visitor = actors.visitor()

beforeAll(async () => {
  app = await startTestApp([identity], { stubs: [stub(tenantsWithEmail, () => [])] })
  admin = await createSuperAdmin(app)
})
afterAll(() => app.stop())

const tenantUserOf = async (landlord: User, changes = {}) =>
  (
    await app.send(createTenantUser, landlordActor(landlord), {
      body: { email: `t${v7()}@example.com`, password, firstName: 'Toni', ...changes },
    })
  ).body
const enter = async (email: string, tried: string, userType = 'landlord') =>
  (await app.send(login, visitor, { body: { email, password: tried, userType }, ip: v7() })).status
const renew = async (refreshToken: string) =>
  (await app.send(refresh, visitor, { headers: { cookie: `kh_refresh=${refreshToken}` } })).status
const activity = async (query = {}) => (await app.send(listActivity, admin, { query })).body
const found = async (q: string, query = {}) =>
  (await app.send(listLandlords, admin, { query: { q, ...query } })).body.map(({ email }) => email)

describe('the list of landlords', () => {
  test('is searched by email and full name, in any case, and holds landlords only', async () => {
    const zoe = await signUp(app, { email: 'zoe.quill@letting.example', firstName: 'Zoe', lastName: 'Quillfeather' })
    await signUp(app, {
      email: 'zoe.quill@renting.example',
      firstName: 'Zoe',
      lastName: 'Quillfeather',
      userType: 'tenant',
    })
    for (const q of ['zoe.quill@', 'ZOE QUILL', 'e quillf', 'LETTING.example'])
      expect(await found(q), q).toEqual([zoe.email])
    expect(await found('example Zoe'), 'never across email and name').toEqual([])
  })

  test('is searched without wildcards and escapes', async () => {
    const odd = await signUp(app, { firstName: '100%', lastName: 'back\\slash_' })
    await signUp(app, { firstName: '100x', lastName: 'backslashx' })
    for (const q of ['100%', 'back\\s', 'slash_']) expect(await found(q), q).toEqual([odd.email])
    expect(await found('1_0%')).toEqual([])
  })

  test('is paged newest first, with the total', async () => {
    const made = []
    for (let i = 0; i < 5; i++) made.push((await signUp(app, { lastName: 'Pageturner' })).email)
    const first = await app.send(listLandlords, admin, { query: { q: 'pageturner', limit: 2 } })
    expect([first.body.map(({ email }) => email), first.headers['x-total-count']]).toEqual([[made[4], made[3]], '5'])
    const cursor = /cursor=([^>&]+)/.exec(first.headers.link ?? '')![1]!
    expect(await found('pageturner', { limit: 3, cursor })).toEqual([made[2], made[1], made[0]])
  })

  test('shows the account and its subscription as of now, without secrets', async () => {
    const user = await signUp(app)
    const read = async () => (await app.send(listLandlords, admin, { query: { q: user.email } })).body[0]
    expect(await read()).toMatchObject({
      id: user.id,
      subscriptionPlan: 'basic',
      subscriptionStatus: 'trial',
      maxProperties: 5,
      isActive: true,
      databaseName: null,
    })
    app.clock.advance(14 * 24 * 60 * 60_000)
    expect(await read()).toMatchObject({ subscriptionStatus: 'expired' })
    expect(JSON.stringify(await read())).not.toMatch(/argon|passwordHash/)
  })

  test('uses an index however many landlords there are', async () => {
    const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
    await owner`
      insert into identity.users (id, email, password_hash, first_name, last_name, user_type, scope_landlord_id)
      select id, 'bulk' || i || '@example.com', 'none', 'Bulk', md5(i::text), 'landlord', id from (select uuidv7() as id, i from generate_series(1, 5000) i) s`
    await owner`vacuum analyze identity.users`
    const scans = async () =>
      Number((await owner`select idx_scan from pg_stat_user_indexes where indexrelname = 'users_search'`)[0]!.idx_scan)
    const before = await scans()
    await until(async () => (await found('zoe quill')).length > 0 && (await scans()) > before, {
      what: 'the search to use its index',
    })
    await owner`delete from identity.users where email like 'bulk%'`
    await owner.end()
  })
})

test('the administrator lists the portal logins of one landlord only', async () => {
  const [ann, ben] = [await signUp(app), await signUp(app)]
  const [mine] = [await tenantUserOf(ann), await tenantUserOf(ben)]
  const { body } = await app.send(listLandlordTenantUsers, admin, { query: { landlordId: ann.id } })
  expect(body).toEqual([mine])
  expect((await app.send(listLandlordTenantUsers, admin, { query: {} })).status).toBe(400)
})

describe('setting a password', () => {
  test('of a landlord voids the old one, ends the sessions at once and is logged', async () => {
    const user = await signUp(app)
    const { refreshToken, actor } = await signIn(app, user)
    const answer = await app.send(resetLandlordPassword, admin, {
      body: { userId: user.id, newPassword: 'given by root' },
    })
    expect(answer).toMatchObject({ status: 200, body: { id: user.id, email: user.email } })
    expect([
      await renew(refreshToken),
      await enter(user.email, password),
      await enter(user.email, 'given by root'),
    ]).toEqual([401, 401, 200])
    await app.settled()
    expect(app.published(SessionRevoked).map(({ sessionId }) => sessionId)).toContain(actor.sessionId)
    expect(await activity({ targetUserId: user.id })).toEqual([
      {
        id: expect.any(String) as unknown,
        adminId: admin.userId,
        adminEmail: 'root@example.com',
        landlordId: user.id,
        action: 'password_reset',
        targetUserId: user.id,
        targetEmail: user.email,
        details: {},
        createdAt: app.clock.now().toISOString(),
      },
    ])
    expect(JSON.stringify(await activity())).not.toContain('given by root')
  })

  test("of a tenant's login has its own endpoint", async () => {
    const landlord = await signUp(app)
    const user = await tenantUserOf(landlord)
    const { refreshToken } = await signIn(app, { email: user.email, userType: 'tenant' })
    const answer = await app.send(resetUserPassword, admin, { body: { userId: user.id, newPassword: 'given by root' } })
    expect(answer).toMatchObject({ status: 200, body: { id: user.id, isActive: true } })
    expect([await renew(refreshToken), await enter(user.email, 'given by root', 'tenant')]).toEqual([401, 200])
    expect(await activity({ targetUserId: user.id })).toMatchObject([
      { action: 'user_password_reset', landlordId: landlord.id },
    ])
  })

  test("of an administrator, or of the other endpoint's accounts, is 404 and changes nothing", async () => {
    const landlord = await signUp(app)
    const tenant = await tenantUserOf(landlord)
    const other = await createSuperAdmin(app, 'other.root@example.com')
    const before = (await activity()).length
    const reset = (endpoint: typeof resetLandlordPassword | typeof resetUserPassword, userId: string) =>
      app.send(endpoint, admin, { body: { userId, newPassword: 'a stolen account' } })
    for (const userId of [admin.userId, other.userId, tenant.id, v7()])
      expect((await reset(resetLandlordPassword, userId)).problem).toMatchObject({ status: 404 })
    for (const userId of [admin.userId, other.userId, landlord.id, v7()])
      expect((await reset(resetUserPassword, userId)).problem).toMatchObject({ status: 404 })
    expect(await enter(landlord.email, password)).toBe(200)
    expect(await activity()).toHaveLength(before)
  })

  test('that is too short or too common is refused', async () => {
    const user = await signUp(app)
    for (const newPassword of ['12345', 'qwerty123'])
      expect(
        (await app.send(resetLandlordPassword, admin, { body: { userId: user.id, newPassword } })).problem,
      ).toMatchObject({
        status: 400,
        issues: [{ path: 'newPassword' }],
      })
    expect(await enter(user.email, password)).toBe(200)
  })

  test('repeated with the same Idempotency-Key is one action', async () => {
    const user = await signUp(app)
    const send = () =>
      app.send(resetLandlordPassword, admin, {
        body: { userId: user.id, newPassword: 'given by root' },
        headers: { 'idempotency-key': user.id },
      })
    const answers = await Promise.all([send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await activity({ targetUserId: user.id })).toHaveLength(1)
  })
})

describe('deactivating an account', () => {
  test('signs it out at once, activating it lets it sign in again, and repeating either is one action', async () => {
    const user = await signUp(app)
    const { refreshToken } = await signIn(app, user)
    const set = async (isActive: boolean) =>
      (await app.send(setLandlordActive, admin, { body: { userId: user.id, isActive } })).body.isActive
    expect([await set(false), await set(false)]).toEqual([false, false])
    expect([await renew(refreshToken), await enter(user.email, password)]).toEqual([401, 401])
    expect([await set(true), await enter(user.email, password)]).toEqual([true, 200])
    expect((await activity({ targetUserId: user.id })).map(({ action }) => action)).toEqual([
      'account_activated',
      'account_deactivated',
    ])
  })

  test('is for landlords only', async () => {
    for (const userId of [admin.userId, v7()])
      expect((await app.send(setLandlordActive, admin, { body: { userId, isActive: false } })).status).toBe(404)
  })
})
