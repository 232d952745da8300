import { currentUser, login, refresh, updatePassword } from '@keyhold/contracts/identity/accounts'
import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import { actors, type TestHouse, testHouse } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identity } from '../../service.ts'
import { password, type Signed, signIn, signUp } from '../../testing/people.ts'

let house: TestHouse
beforeAll(async () => {
  house = await testHouse([identity])
})
afterAll(() => house.stop())

const change = ({ actor }: Signed, body: Record<string, unknown>, ip?: string) =>
  house.send(updatePassword, actor, { body: { currentPassword: password, newPassword: 'a new secret', ...body }, ...(ip ? { ip } : {}) })
const renew = ({ refreshToken }: Signed) => house.send(refresh, actors.visitor(), { headers: { cookie: `kh_refresh=${refreshToken}` } })

test('changing the password ends the other sessions and keeps this one', async () => {
  const user = await signUp(house)
  const [here, there, elsewhere] = [await signIn(house, user), await signIn(house, user), await signIn(house, user)]
  const { status, body } = await change(here, {})
  expect([status, body]).toEqual([200, user])
  expect((await renew(here)).status).toBe(200)
  expect((await renew(there)).status).toBe(401)
  expect((await house.send(login, actors.visitor(), { body: { email: user.email, password, userType: 'landlord' } })).status).toBe(401)
  await signIn(house, user, { password: 'a new secret' })
  await house.settled()
  const ended = house.published(SessionRevoked).filter(({ userId }) => userId === user.id)
  expect(ended.map(({ sessionId }) => sessionId).toSorted()).toEqual([there.actor.sessionId, elsewhere.actor.sessionId].toSorted())
})

test("a tenant and a landlord may change theirs; another user's stays", async () => {
  const [tenant, other] = [await signUp(house, { userType: 'tenant' }), await signUp(house)]
  expect((await change(await signIn(house, tenant), {})).status).toBe(200)
  await signIn(house, other)
})

test('a wrong current password changes nothing, and is limited like signing in', async () => {
  const signed = await signIn(house, await signUp(house))
  for (let i = 0; i < 10; i++) {
    const { problem } = await change(signed, { currentPassword: 'wrong' }, `10.0.0.${i}`)
    expect(problem).toMatchObject({
      status: 400,
      code: 'invalid-input',
      detail: 'Current password is incorrect.',
      issues: [{ path: 'currentPassword' }],
    })
  }
  expect((await change(signed, {}, '10.0.1.1')).status).toBe(429)
  expect((await house.send(currentUser, signed.actor)).status).toBe(200)
})

test.each([
  ['12345', 'Password must be at least 6 characters long'],
  ['qwerty123', 'This password is one of the most common ones. Please choose another'],
])('%s is refused as a new password', async (newPassword, message) => {
  const { problem } = await change(await signIn(house, await signUp(house)), { newPassword })
  expect(problem).toMatchObject({ status: 400, issues: [{ path: 'newPassword', message }] })
})

test('of two changes at once one holds', async () => {
  const user = await signUp(house)
  const signed = await signIn(house, user)
  const answers = await Promise.all(['first choice', 'second choice'].map((newPassword) => change(signed, { newPassword }, '10.9.0.1')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('a visitor has no password to change', async () => {
  expect((await house.send(updatePassword, actors.visitor(), { body: {} })).status).toBe(401)
})
