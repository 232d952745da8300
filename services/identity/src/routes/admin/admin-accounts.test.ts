import { AdminActed, listActivity } from '@keyhold/contracts/identity/admin-activity'
import {
  adminSummary,
  listLandlords,
  listLandlordTenantUsers,
  resetLandlordPassword,
  resetUserPassword,
  setLandlordActive,
} from '@keyhold/contracts/identity/admin-accounts'
import { createTenantUser } from '@keyhold/contracts/identity/tenant-users'
import { login, refresh, type User } from '@keyhold/contracts/identity/accounts'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { asLandlord, aSuperAdmin, password, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
let admin: LandlordActor
const visitor = actors.visitor()

beforeAll(async () => {
  app = await startTestApp([identity])
  admin = await aSuperAdmin(app)
})
afterAll(() => app.stop())

const tenantUserOf = async (landlord: User, changes = {}) =>
  (
    await app.send(createTenantUser, asLandlord(landlord), {
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
  test('finds by e-mail and by full name, in any case, landlords alone', async () => {
    const zoe = await signUp(app, { email: 'zoe.quill@letting.example', firstName: 'Zoe', lastName: 'Quillfeather' })
    await signUp(app, {
      email: 'zoe.quill@renting.example',
      firstName: 'Zoe',
      lastName: 'Quillfeather',
      userType: 'tenant',
    })
    for (const q of ['zoe.quill@', 'ZOE QUILL', 'e quillf', 'LETTING.example'])
      expect(await found(q), q).toEqual([zoe.email])
    expect(await found('example Zoe'), 'never across e-mail and name').toEqual([])
  })

  test('takes what is typed for itself: no wildcard, no escape', async () => {
    const odd = await signUp(app, { firstName: '100%', lastName: 'back\\slash_' })
    await signUp(app, { firstName: '100x', lastName: 'backslashx' })
    for (const q of ['100%', 'back\\s', 'slash_']) expect(await found(q), q).toEqual([odd.email])
    expect(await found('1_0%')).toEqual([])
  })

  test('is paged newest first, with the count of all', async () => {
    const made = []
    for (let i = 0; i < 5; i++) made.push((await signUp(app, { lastName: 'Pageturner' })).email)
    const first = await app.send(listLandlords, admin, { query: { q: 'pageturner', limit: 2 } })
    expect([first.body.map(({ email }) => email), first.headers['x-total-count']]).toEqual([[made[4], made[3]], '5'])
    const cursor = /cursor=([^>&]+)/.exec(first.headers.link ?? '')![1]!
    expect(await found('pageturner', { limit: 3, cursor })).toEqual([made[2], made[1], made[0]])
  })

  test('shows what billing and the account say, a trial as it reads now, and no secret', async () => {
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

  test('is answered from an index however many landlords there are', async () => {
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

test("a landlord's portal logins are listed for the administrator, and no other landlord's", async () => {
  const [ann, ben] = [await signUp(app), await signUp(app)]
  const [mine] = [await tenantUserOf(ann), await tenantUserOf(ben)]
  const { body } = await app.send(listLandlordTenantUsers, admin, { query: { landlordId: ann.id } })
  expect(body).toEqual([mine])
  expect((await app.send(listLandlordTenantUsers, admin, { query: {} })).status).toBe(400)
})

describe('setting a password', () => {
  test('of a landlord: the old one is void, the sessions end at once, and the log says who, to whom, what and when', async () => {
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

  test("of a tenant's login, by its own path", async () => {
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

  test("never of an administrator, by either path, nor of the other path's accounts: 404, and nothing is written", async () => {
    const landlord = await signUp(app)
    const tenant = await tenantUserOf(landlord)
    const other = await aSuperAdmin(app, 'other.root@example.com')
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

  test('repeated with the same Idempotency-Key is one act', async () => {
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

describe('closing an account', () => {
  test('signs it out at once and keeps it out; opening it lets it in again; doing either twice is one act', async () => {
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

describe('the activity log', () => {
  test('takes what other services tell, once however often it is told, with the e-mails of then', async () => {
    const user = await signUp(app)
    const at = app.clock.now().toISOString()
    const act = {
      adminId: admin.userId,
      landlordId: user.id,
      action: 'subscription_updated',
      targetUserId: user.id,
      details: { plan: 'professional' },
      at,
    }
    const id = v7()
    for (let i = 0; i < 3; i++) await app.publish(AdminActed, act, id)
    const { at: createdAt, ...said } = act
    expect(await activity({ targetUserId: user.id })).toEqual([
      { ...said, id, adminEmail: 'root@example.com', targetEmail: user.email, createdAt },
    ])
  })

  test("an act of identity's own is told too, and is one entry all the same", async () => {
    const user = await signUp(app)
    await app.send(resetLandlordPassword, admin, { body: { userId: user.id, newPassword: 'given by root' } })
    await app.settled()
    expect(app.published(AdminActed).filter(({ targetUserId }) => targetUserId === user.id)).toHaveLength(1)
    expect(await activity({ targetUserId: user.id })).toHaveLength(1)
  })

  test('is searched by action, with or without underscores, and by both e-mails; what is typed means itself', async () => {
    const user = await signUp(app, { email: 'wanted_one@example.com' })
    await signUp(app, { email: 'wantedxone@example.com' })
    await app.send(setLandlordActive, admin, { body: { userId: user.id, isActive: false } })
    const ids = async (q: string) => (await activity({ q })).map(({ targetUserId }) => targetUserId)
    for (const q of ['wanted_one', 'WANTED_ONE@']) expect(await ids(q), q).toEqual([user.id])
    for (const q of ['account_deact', 'account deact', 'root@example']) expect(await ids(q), q).toContain(user.id)
    expect(await ids('account%deact')).toEqual([])
  })

  test('is paged newest first', async () => {
    const [first, second] = [await signUp(app), await signUp(app)]
    const targetUserId = v7()
    const tell = (landlordId: string, minutes: number) =>
      app.publish(AdminActed, {
        adminId: admin.userId,
        landlordId,
        action: 'trial_extended',
        targetUserId,
        details: {},
        at: new Date(app.clock.now().getTime() + minutes * 60_000).toISOString(),
      })
    await tell(second.id, 2)
    await tell(first.id, 1)
    const page = await app.send(listActivity, admin, { query: { targetUserId, limit: 1 } })
    expect([page.body.map(({ landlordId }) => landlordId), page.headers['x-total-count']]).toEqual([[second.id], '2'])
    const cursor = /cursor=([^>&]+)/.exec(page.headers.link ?? '')![1]
    expect((await activity({ targetUserId, limit: 1, cursor })).map(({ landlordId }) => landlordId)).toEqual([first.id])
  })
})

test('the summary counts landlords, the shared database, and what happened in the last 30 days', async () => {
  const read = async () => (await app.send(adminSummary, admin)).body
  const before = await read()
  const user = await signUp(app)
  await signUp(app, { userType: 'tenant' })
  await app.send(setLandlordActive, admin, { body: { userId: user.id, isActive: false } })
  expect(await read()).toEqual({
    ...before,
    landlords: before.landlords + 1,
    recentActivity: before.recentActivity + 1,
    activeDatabases: 1,
  })
  app.clock.advance(31 * 24 * 60 * 60_000)
  expect(await read()).toMatchObject({ recentActivity: 0, landlords: before.landlords + 1 })
})
