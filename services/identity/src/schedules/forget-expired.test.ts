import { login, logout, refresh } from '@keyhold/contracts/identity/accounts'
import { actors, testHouse } from '@keyhold/kit/testing/test-app'
import { expect, test } from 'vitest'
import { loginFailures, refreshTokens, sessions } from '../schema.ts'
import { identity } from '../service.ts'
import { signIn, signUp } from '../testing/people.ts'

test('what has run out is deleted, and what lives stays', async () => {
  const house = await testHouse([identity])
  const user = await signUp(house)
  const count = () =>
    house.door('identity').system('test', async (tx) => [await tx.$count(loginFailures), await tx.$count(refreshTokens), await tx.$count(sessions)])
  await house.tick()
  await house.send(login, actors.visitor(), { body: { email: user.email, password: 'wrong', userType: 'landlord' } })
  const [old, ended, young] = [await signIn(house, user), await signIn(house, user), await signIn(house, user)]
  expect(old.refreshToken).not.toBe('')
  await house.send(logout, ended.actor)
  expect(await count()).toEqual([2, 3, 3])

  house.clock.advance(20 * 24 * 60 * 60_000)
  await house.tick()
  expect(await count()).toEqual([0, 2, 2])
  const renew = await house.send(refresh, actors.visitor(), { headers: { cookie: `kh_refresh=${young.refreshToken}` } })
  expect(renew.status).toBe(200)

  house.clock.advance(15 * 24 * 60 * 60_000)
  await house.tick()
  expect(await count()).toEqual([0, 1, 1])
  await house.stop()
})
