import { currentUser, login, logout, refresh } from '@keyhold/contracts/identity/accounts'
import { jwks, revokedSessions, SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { trialDays } from '@keyhold/contracts/billing/plans'
import { dayMs } from '@keyhold/kit/lib/dates'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { eq } from 'drizzle-orm'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  accessTokenMinutes,
  accountFailuresBeforeDelay,
  firstDelaySeconds,
  networkFailures,
  revokedSessionMinutes,
  sessionDays,
  signInFailures,
  signInWindowMinutes,
} from '../../limits.ts'
import { loginFailures, refreshTokens } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { identity } from '../../service.ts'
import { actorOf, cookie, password, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
const visitor = actors.visitor()
const service = actors.service('gateway')
beforeAll(async () => {
  app = await startTestApp([identity])
})
afterAll(() => app.stop())
// All tests come from one network address, which every failure counts against.
beforeEach(() => app.db('identity').adminTransaction('test', (tx) => tx.delete(loginFailures)))

const attempt = (email: string, changes: Record<string, unknown> = {}, ip?: string) =>
  app.send(login, visitor, { body: { email, password, userType: 'landlord', ...changes }, ...(ip ? { ip } : {}) })
const renew = (refreshToken: string) =>
  app.send(refresh, visitor, { headers: { cookie: `theme=dark; kh_refresh=${refreshToken}` } })
const deactivate = (id: string) =>
  app.db('identity').adminTransaction('test', (tx) => tx.update(users).set({ isActive: false }).where(eq(users.id, id)))
const revoked = async () => (await app.send(revokedSessions, service)).body.map(({ sessionId }) => sessionId)

describe('login', () => {
  test('answers the user and sets HttpOnly cookies, Secure over HTTPS only', async () => {
    const user = await signUp(app)
    const plain = await attempt(user.email)
    expect(plain.status).toBe(200)
    expect(plain.body).toEqual(user)
    expect(JSON.stringify(plain.body)).not.toMatch(/password|argon2/i)
    expect(plain.cookies).toEqual([
      expect.stringMatching(/^kh_access=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/),
      expect.stringMatching(/^kh_refresh=[\w-]{43}; Path=\/api\/auth; HttpOnly; SameSite=Lax; Max-Age=2592000$/),
      expect.stringMatching(/^kh_device=[\w-]{43}; Path=\/api; HttpOnly; SameSite=Lax; Max-Age=15552000$/),
    ])
    const secure = await app.send(login, visitor, {
      body: { email: user.email, password, userType: 'landlord' },
      secure: true,
    })
    expect(secure.cookies.filter((one) => !/^__Host-kh_\w+=.*; Path=\/;.*; Secure$/.test(one))).toEqual([])
  })

  test('compares emails without case', async () => {
    await signUp(app, { email: 'Mixed@Example.com' })
    expect((await attempt('mIXED@example.COM')).status).toBe(200)
  })

  test('the access token carries the claims and is verified by the published keys', async () => {
    const user = await signUp(app)
    const { access, actor } = await signIn(app, user)
    const keys = createLocalJWKSet((await app.send(jwks, service)).body)
    const { payload } = await jwtVerify(access, keys, {
      issuer: 'keyhold',
      audience: 'keyhold',
      algorithms: ['EdDSA'],
      currentDate: app.clock.now(),
    })
    expect(payload).toMatchObject({
      sub: user.id,
      role: 'landlord',
      landlordId: user.id,
      tenantId: null,
      sid: actor.sessionId,
    })
    expect(payload.exp! - payload.iat!).toBe(accessTokenMinutes * 60)
  })

  test('wrong email, password, account type and a deactivated account answer the same', async () => {
    const user = await signUp(app)
    const closed = await signUp(app)
    await deactivate(closed.id)
    const answers = [
      await attempt('nobody@example.com'),
      await attempt(user.email, { password: 'wrong' }),
      await attempt(user.email, { userType: 'tenant' }),
      await attempt(closed.email),
    ]
    for (const { status, problem, cookies } of answers) {
      expect({ status, code: problem.code, detail: problem.detail, cookies }).toEqual({
        status: 401,
        code: 'invalid-credentials',
        detail: 'Invalid email or password',
        cookies: [],
      })
    }
  })

  test('refuses a form without its fields', async () => {
    const { status, problem } = await app.send(login, visitor, { body: { email: 'x' } })
    expect(status).toBe(400)
    expect(problem.issues?.map(({ path }) => path)).toEqual(['email', 'password', 'userType'])
  })

  test('`signInFailures` from one network block the account there for the rest of the window, and nowhere else', async () => {
    const [user, other] = [await signUp(app), await signUp(app)]
    for (let i = 0; i < signInFailures; i++)
      expect((await attempt(user.email, { password: 'wrong' }, '10.0.0.1')).status).toBe(401)
    app.clock.advance(60_000)
    const refused = await attempt(user.email, {}, '10.0.0.1')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe(String((signInWindowMinutes - 1) * 60))
    expect((await attempt(other.email, {}, '10.0.0.1')).status).toBe(200)
    expect((await attempt(user.email, {}, '10.0.0.2')).status).toBe(200)
    app.clock.advance((signInWindowMinutes - 1) * 60_000)
    expect((await attempt(user.email, {}, '10.0.0.1')).status).toBe(200)
  })

  test('an account that does not exist is blocked in the same way', async () => {
    for (let i = 0; i < signInFailures; i++) await attempt('ghost@example.com', {}, '10.1.0.1')
    expect((await attempt('ghost@example.com', {}, '10.1.0.1')).status).toBe(429)
  })

  test('the addresses of one /64 are one network', async () => {
    const user = await signUp(app)
    for (let i = 0; i < signInFailures; i++) await attempt(user.email, { password: 'wrong' }, `2001:db8:1:2::${i + 1}`)
    expect((await attempt(user.email, {}, '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await attempt(user.email, {}, '2001:db8:1:3::1')).status).toBe(200)
  })

  test('an account attacked from many networks is slowed down for them and open to everybody else', async () => {
    const user = await signUp(app)
    for (let i = 0; i < accountFailuresBeforeDelay; i++) await attempt(user.email, { password: 'wrong' }, `10.5.0.${i}`)
    const slowed = await attempt(user.email, { password: 'wrong' }, '10.5.0.0')
    expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, String(firstDelaySeconds)])
    expect((await attempt(user.email, {}, '10.6.0.1')).status).toBe(200)
    app.clock.advance(firstDelaySeconds * 1000)
    expect((await attempt(user.email, { password: 'wrong' }, '10.5.0.0')).status).toBe(401)
    const again = await attempt(user.email, { password: 'wrong' }, '10.5.0.0')
    expect(again.headers['retry-after']).toBe(String(2 * firstDelaySeconds))
  })

  test('a known device and a session are never blocked by failures elsewhere, not even on their own network', async () => {
    const user = await signUp(app)
    const { answer, refreshToken } = await signIn(app, user)
    const device = `kh_device=${cookie(answer, 'kh_device')}`
    for (let i = 0; i < 3 * networkFailures; i++) await attempt(user.email, { password: 'wrong' })
    expect((await attempt(user.email)).status).toBe(429)
    const from = (shown: string, secret = password) =>
      app.send(login, visitor, {
        body: { email: user.email, password: secret, userType: 'landlord' },
        headers: { cookie: shown },
      })
    expect((await from(device)).status).toBe(200)
    expect((await from(`kh_refresh=${refreshToken}`)).status).toBe(200)
    expect((await from('kh_device=invented')).status).toBe(429)
    const other = await signUp(app)
    const stranger = `kh_device=${cookie(await app.send(login, visitor, { body: { email: other.email, password, userType: 'landlord' }, ip: '10.7.0.1' }), 'kh_device')}`
    expect((await from(stranger)).status).toBe(429)
    // The device itself guesses no better than anybody.
    for (let i = 0; i < signInFailures; i++) expect((await from(device, 'wrong')).status).toBe(401)
    expect((await from(device)).status).toBe(429)
  })

  test('`networkFailures` from one network block it for every account, and no other network', async () => {
    const user = await signUp(app)
    for (let i = 0; i < networkFailures; i++) await attempt(`nobody${i}@example.com`, {}, '10.2.0.1')
    expect((await attempt(user.email, {}, '10.2.0.1')).status).toBe(429)
    expect((await attempt(user.email, {}, '10.2.0.2')).status).toBe(200)
  })

  test('of many wrong attempts at once, `signInFailures` are checked', async () => {
    const user = await signUp(app)
    const answers = await Promise.all(
      Array.from({ length: 3 * signInFailures }, () => attempt(user.email, { password: 'wrong' }, '10.3.0.1')),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(signInFailures)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2 * signInFailures)
  })

  test('many sign-ins from one address at once all succeed', async () => {
    const user = await signUp(app)
    const answers = await Promise.all(Array.from({ length: 25 }, () => attempt(user.email, {}, '10.4.0.1')))
    expect(answers.map(({ status }) => status)).toEqual(Array(25).fill(200))
  })
})

describe('refresh', () => {
  test('renews both cookies for the same session', async () => {
    const user = await signUp(app)
    const first = await signIn(app, user)
    app.clock.advance(60_000)
    const renewed = await renew(first.refreshToken)
    expect(renewed.status).toBe(200)
    expect(renewed.body).toEqual(user)
    expect(actorOf(cookie(renewed, 'kh_access')!).sessionId).toBe(first.actor.sessionId)
    expect(cookie(renewed, 'kh_refresh')).not.toBe(first.refreshToken)
    expect((await renew(cookie(renewed, 'kh_refresh')!)).status).toBe(200)
  })

  test('stores only the hash of the token', async () => {
    const { refreshToken } = await signIn(app, await signUp(app))
    const rows = await app.db('identity').adminTransaction('test', (tx) => tx.select().from(refreshTokens))
    expect(JSON.stringify(rows)).not.toContain(refreshToken)
  })

  test('a token used twice ends the session, including the newest token', async () => {
    const first = await signIn(app, await signUp(app))
    const second = cookie(await renew(first.refreshToken), 'kh_refresh')!
    expect((await renew(first.refreshToken)).status).toBe(401)
    expect((await renew(second)).status).toBe(401)
    expect(await revoked()).toContain(first.actor.sessionId)
    await app.settled()
    expect(app.published(SessionRevoked).filter(({ sessionId }) => sessionId === first.actor.sessionId)).toHaveLength(1)
  })

  test('of five requests at once with one token, one is renewed, and the session ends once', async () => {
    const first = await signIn(app, await signUp(app))
    const answers = await Promise.all(Array.from({ length: 5 }, () => renew(first.refreshToken)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401, 401])
    const next = answers.find(({ status }) => status === 200)!
    expect((await renew(cookie(next, 'kh_refresh')!)).status).toBe(401)
    await app.settled()
    expect(app.published(SessionRevoked).filter(({ sessionId }) => sessionId === first.actor.sessionId)).toHaveLength(1)
  })

  test('a missing, an invented and an expired token, and one of a deactivated user, are refused', async () => {
    expect((await app.send(refresh, visitor)).status).toBe(401)
    expect((await renew('invented')).problem).toMatchObject({
      status: 401,
      title: 'Unauthorized',
      code: 'unauthorized',
    })
    const user = await signUp(app)
    const { refreshToken } = await signIn(app, user)
    await deactivate(user.id)
    expect((await renew(refreshToken)).status).toBe(401)
    const old = await signIn(app, await signUp(app))
    app.clock.advance(sessionDays * dayMs)
    expect((await renew(old.refreshToken)).status).toBe(401)
  })
})

describe('logout', () => {
  test('ends the session by the refresh cookie alone, announces it and deletes the cookies', async () => {
    const { actor, refreshToken } = await signIn(app, await signUp(app))
    const answer = await app.send(logout, visitor, { headers: { cookie: `kh_refresh=${refreshToken}` } })
    expect(answer).toMatchObject({ status: 200, body: { signedOut: true } })
    expect(answer.cookies).toEqual([
      'kh_access=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
      'kh_refresh=; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=0',
    ])
    expect((await renew(refreshToken)).status).toBe(401)
    await app.settled()
    const until = new Date(app.clock.now().getTime() + revokedSessionMinutes * 60_000).toISOString()
    expect(app.published(SessionRevoked)).toContainEqual({ sessionId: actor.sessionId, userId: actor.userId, until })
  })

  test('ends the session of the access token as well, and no other', async () => {
    const user = await signUp(app)
    const [one, other] = [await signIn(app, user), await signIn(app, user)]
    expect((await app.send(logout, one.actor)).status).toBe(200)
    expect((await renew(one.refreshToken)).status).toBe(401)
    expect((await renew(other.refreshToken)).status).toBe(200)
  })

  test('answers 200 without a session, also when repeated', async () => {
    expect((await app.send(logout, visitor)).status).toBe(200)
    const { actor } = await signIn(app, await signUp(app))
    await app.send(logout, actor)
    expect((await app.send(logout, actor)).status).toBe(200)
  })

  test('the list of ended sessions covers `revokedSessionMinutes`', async () => {
    const { actor } = await signIn(app, await signUp(app))
    await app.send(logout, actor)
    app.clock.advance((revokedSessionMinutes - 1) * 60_000)
    expect(await revoked()).toContain(actor.sessionId)
    app.clock.advance(61_000)
    expect(await revoked()).not.toContain(actor.sessionId)
  })
})

describe('the current user', () => {
  test('is the record without secrets', async () => {
    const user = await signUp(app)
    const { actor } = await signIn(app, user)
    const { status, body } = await app.send(currentUser, actor)
    expect([status, body]).toEqual([200, user])
  })

  test('is 401 for a visitor, a deleted and a deactivated user', async () => {
    expect((await app.send(currentUser, visitor)).problem).toMatchObject({ status: 401, title: 'Unauthorized' })
    expect((await app.send(currentUser, actors.landlord())).status).toBe(401)
    const user = await signUp(app)
    const { actor } = await signIn(app, user)
    await deactivate(user.id)
    expect((await app.send(currentUser, actor)).status).toBe(401)
  })

  test("has an expired subscription from the trial's last instant on", async () => {
    const user = await signUp(app)
    const { actor } = await signIn(app, user)
    app.clock.advance(trialDays * dayMs - 1)
    expect((await app.send(currentUser, actor)).body.subscriptionStatus).toBe('trial')
    app.clock.advance(1)
    expect((await app.send(currentUser, actor)).body.subscriptionStatus).toBe('expired')
  })
})
