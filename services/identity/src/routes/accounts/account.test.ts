import { currentUser, login, refresh, updatePassword } from '@keyhold/contracts/identity/accounts'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInFailures } from '../../limits.ts'
import { identity } from '../../service.ts'
import { password, type SignedIn, signIn, signUp } from '../../testing/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([identity])
})
afterAll(() => app.stop())

const change = ({ actor }: SignedIn, body: Record<string, unknown>, ip?: string) =>
  app.send(updatePassword, actor, {
    body: { currentPassword: password, newPassword: 'a new secret', ...body },
    ...(ip ? { ip } : {}),
  })
const renew = ({ refreshToken }: SignedIn) =>
  app.send(refresh, actors.visitor(), { headers: { cookie: `kh_refresh=${refreshToken}` } })

test('changing the password ends the other sessions and keeps this one', async () => {
  const user = await signUp(app)
  const [here, there, elsewhere] = [await signIn(app, user), await signIn(app, user), await signIn(app, user)]
  const { status, body } = await change(here, {})
  expect([status, body]).toEqual([200, user])
  expect((await renew(here)).status).toBe(200)
  expect((await renew(there)).status).toBe(401)
  expect(
    (await app.send(login, actors.visitor(), { body: { email: user.email, password, userType: 'landlord' } })).status,
  ).toBe(401)
  await signIn(app, user, { password: 'a new secret' })
  await app.settled()
  const ended = app.published(SessionRevoked).filter(({ userId }) => userId === user.id)
  expect(ended.map(({ sessionId }) => sessionId).toSorted()).toEqual(
    [there.actor.sessionId, elsewhere.actor.sessionId].toSorted(),
  )
})

test("tenants and landlords can change their own password, and no other user's changes", async () => {
  const [tenant, other] = [await signUp(app, { userType: 'tenant' }), await signUp(app)]
  expect((await change(await signIn(app, tenant), {})).status).toBe(200)
  await signIn(app, other)
})

test('a wrong current password changes nothing and is limited like signing in', async () => {
  const signed = await signIn(app, await signUp(app))
  for (let i = 0; i < signInFailures; i++) {
    const { problem } = await change(signed, { currentPassword: 'wrong' }, `10.0.0.${i}`)
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid-input',
      detail: 'Current password is incorrect.',
      issues: [{ path: 'currentPassword' }],
    })
  }
  expect((await change(signed, {}, '10.0.1.1')).status).toBe(429)
  expect((await app.send(currentUser, signed.actor)).status).toBe(200)
})

test.each([
  ['12345', 'Password must be at least 6 characters long'],
  ['qwerty123', 'This password is too common. Please choose another'],
])('%s is refused as a new password', async (newPassword, message) => {
  const { problem } = await change(await signIn(app, await signUp(app)), { newPassword })
  expect(problem).toMatchObject({ status: 400, issues: [{ path: 'newPassword', message }] })
})

test('of two changes at once one succeeds', async () => {
  const user = await signUp(app)
  const signed = await signIn(app, user)
  const answers = await Promise.all(
    ['first choice', 'second choice'].map((newPassword) => change(signed, { newPassword }, '10.9.0.1')),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a visitor has no password to change', async () => {
  expect((await app.send(updatePassword, actors.visitor(), { body: {} })).status).toBe(401)
})
