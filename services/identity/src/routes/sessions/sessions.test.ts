import { endOtherSessions, endSession, listSessions, SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { login, refresh } from '@keyhold/contracts/identity/accounts'
import { dayMs } from '@keyhold/kit/lib/dates'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionDays, userAgentLength } from '../../limits.ts'
import { identity } from '../../service.ts'
import { actorOf, cookie, password, signIn, type SignedIn, signUp } from '../../testing/people.ts'

let app: TestApp
const visitor = actors.visitor()
beforeAll(async () => {
  app = await startTestApp([identity])
})
afterAll(() => app.stop())

const sessionsOf = async ({ actor }: Pick<SignedIn, 'actor'>) => (await app.send(listSessions, actor)).body
const renew = ({ refreshToken }: SignedIn) =>
  app.send(refresh, visitor, { headers: { cookie: `kh_refresh=${refreshToken}` } })

test('a user sees their sessions, since when they exist, and which is the current one', async () => {
  const user = await signUp(app)
  const first = await signIn(app, user)
  const startedAt = app.clock.now().toISOString()
  app.clock.advance(3_600_000)
  const answer = await app.send(login, visitor, {
    body: { email: user.email, password, userType: 'landlord' },
    headers: { 'user-agent': 'Firefox/140 '.padEnd(1000, 'x') },
    ip: '203.0.113.7',
  })
  const second = { actor: actorOf(cookie(answer, 'kh_access')!) }
  app.clock.advance(3_600_000)
  await renew(first)
  const now = app.clock.now().toISOString()
  const [newer, older] = await sessionsOf(second)
  expect(newer).toMatchObject({ id: second.actor.sessionId, current: true, ip: '203.0.113.7' })
  expect(newer!.userAgent).toHaveLength(userAgentLength)
  expect(older).toEqual({
    id: first.actor.sessionId,
    current: false,
    userAgent: null,
    ip: '127.0.0.1',
    startedAt,
    lastUsedAt: now,
  })
})

test('ended and expired sessions are not listed, and pages neither repeat nor miss one', async () => {
  const user = await signUp(app)
  await signIn(app, user)
  app.clock.advance(sessionDays * dayMs)
  const signed = [await signIn(app, user), await signIn(app, user), await signIn(app, user)]
  const here = signed[2]!
  const page = await app.send(listSessions, here.actor, { query: { limit: 2 } })
  expect([page.body.length, page.headers['x-total-count']]).toEqual([2, '3'])
  const cursor = /cursor=([\w-]+)/.exec(page.headers.link ?? '')?.[1]
  const rest = await app.send(listSessions, here.actor, { query: { limit: 2, cursor } })
  const ids = [...page.body, ...rest.body].map(({ id }) => id)
  expect(ids).toEqual(signed.map(({ actor }) => actor.sessionId).toReversed())
  expect((await app.send(endSession, here.actor, { params: { id: ids[1]! } })).status).toBe(204)
  expect((await sessionsOf(here)).map(({ id }) => id)).toEqual([ids[0], ids[2]])
})

test('ending a session signs it out at once and leaves the others', async () => {
  const user = await signUp(app)
  const [here, there] = [await signIn(app, user), await signIn(app, user)]
  expect((await app.send(endSession, here.actor, { params: { id: there.actor.sessionId } })).status).toBe(204)
  expect((await renew(there)).status).toBe(401)
  expect((await renew(here)).status).toBe(200)
  await app.settled()
  expect(app.published(SessionRevoked).map(({ sessionId }) => sessionId)).toContain(there.actor.sessionId)
})

test("another user's session, an ended one and an unknown one are the same 404", async () => {
  const [mine, stranger] = [
    await signIn(app, await signUp(app)),
    await signIn(app, await signUp(app, { userType: 'tenant' })),
  ]
  for (const id of [stranger.actor.sessionId, v7()])
    expect((await app.send(endSession, mine.actor, { params: { id } })).problem).toMatchObject({
      status: 404,
      code: 'not-found',
      detail: 'Session not found',
    })
  expect((await renew(stranger)).status).toBe(200)
  expect((await sessionsOf(stranger)).map(({ id }) => id)).toEqual([stranger.actor.sessionId])
})

test('signing out everywhere else keeps this session and those of other users', async () => {
  const user = await signUp(app)
  const [here, there, elsewhere] = [await signIn(app, user), await signIn(app, user), await signIn(app, user)]
  const stranger = await signIn(app, await signUp(app))
  expect(await app.send(endOtherSessions, here.actor)).toMatchObject({ status: 200, body: { ended: 2 } })
  expect(await app.send(endOtherSessions, here.actor)).toMatchObject({ status: 200, body: { ended: 0 } })
  expect([
    (await renew(there)).status,
    (await renew(elsewhere)).status,
    (await renew(here)).status,
    (await renew(stranger)).status,
  ]).toEqual([401, 401, 200, 200])
})
