import { endOtherSessions, endSession, listSessions, SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { login, refresh } from '@keyhold/contracts/identity/accounts'
import { actors, type TestHouse, testHouse } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { actorOf, cookie, password, signIn, type Signed, signUp } from '../../testing/people.ts'

let house: TestHouse
const visitor = actors.visitor()
beforeAll(async () => {
  house = await testHouse([identity])
})
afterAll(() => house.stop())

const sessionsOf = async ({ actor }: Pick<Signed, 'actor'>) => (await house.send(listSessions, actor)).body
const renew = ({ refreshToken }: Signed) => house.send(refresh, visitor, { headers: { cookie: `kh_refresh=${refreshToken}` } })

test('one sees where one is signed in, this session flagged, and since when', async () => {
  const user = await signUp(house)
  const first = await signIn(house, user)
  const startedAt = house.clock.now().toISOString()
  house.clock.advance(3_600_000)
  const answer = await house.send(login, visitor, {
    body: { email: user.email, password, userType: 'landlord' },
    headers: { 'user-agent': 'Firefox/140 '.padEnd(1000, 'x') },
    ip: '203.0.113.7',
  })
  const second = { actor: actorOf(cookie(answer, 'kh_access')!) }
  house.clock.advance(3_600_000)
  await renew(first)
  const now = house.clock.now().toISOString()
  const [newer, older] = await sessionsOf(second)
  expect(newer).toMatchObject({ id: second.actor.sessionId, current: true, ip: '203.0.113.7' })
  expect(newer!.userAgent).toHaveLength(400)
  expect(older).toEqual({ id: first.actor.sessionId, current: false, userAgent: null, ip: '127.0.0.1', startedAt, lastUsedAt: now })
})

test('ended and run-out sessions are not listed, and pages hold together', async () => {
  const user = await signUp(house)
  await signIn(house, user)
  house.clock.advance(30 * 24 * 3_600_000)
  const signed = [await signIn(house, user), await signIn(house, user), await signIn(house, user)]
  const here = signed[2]!
  const page = await house.send(listSessions, here.actor, { query: { limit: 2 } })
  expect([page.body.length, page.headers['x-total-count']]).toEqual([2, '3'])
  const cursor = /cursor=([\w-]+)/.exec(page.headers.link ?? '')?.[1]
  const rest = await house.send(listSessions, here.actor, { query: { limit: 2, cursor } })
  const ids = [...page.body, ...rest.body].map(({ id }) => id)
  expect(ids).toEqual(signed.map(({ actor }) => actor.sessionId).toReversed())
  expect((await house.send(endSession, here.actor, { params: { id: ids[1]! } })).status).toBe(204)
  expect((await sessionsOf(here)).map(({ id }) => id)).toEqual([ids[0], ids[2]])
})

test('ending one signs it out at once and leaves the others', async () => {
  const user = await signUp(house)
  const [here, there] = [await signIn(house, user), await signIn(house, user)]
  expect((await house.send(endSession, here.actor, { params: { id: there.actor.sessionId } })).status).toBe(204)
  expect((await renew(there)).status).toBe(401)
  expect((await renew(here)).status).toBe(200)
  await house.settled()
  expect(house.published(SessionRevoked).map(({ sessionId }) => sessionId)).toContain(there.actor.sessionId)
})

test("another user's session, an ended one and none at all are the same 404", async () => {
  const [mine, stranger] = [await signIn(house, await signUp(house)), await signIn(house, await signUp(house, { userType: 'tenant' }))]
  for (const id of [stranger.actor.sessionId, v7()])
    expect((await house.send(endSession, mine.actor, { params: { id } })).problem).toMatchObject({
      status: 404,
      code: 'not-found',
      detail: 'Session not found',
    })
  expect((await renew(stranger)).status).toBe(200)
  expect((await sessionsOf(stranger)).map(({ id }) => id)).toEqual([stranger.actor.sessionId])
})

test('signing out everywhere else keeps this session and touches nobody else', async () => {
  const user = await signUp(house)
  const [here, there, elsewhere] = [await signIn(house, user), await signIn(house, user), await signIn(house, user)]
  const stranger = await signIn(house, await signUp(house))
  expect(await house.send(endOtherSessions, here.actor)).toMatchObject({ status: 200, body: { ended: 2 } })
  expect(await house.send(endOtherSessions, here.actor)).toMatchObject({ status: 200, body: { ended: 0 } })
  expect([(await renew(there)).status, (await renew(elsewhere)).status, (await renew(here)).status, (await renew(stranger)).status]).toEqual([
    401, 401, 200, 200,
  ])
})
