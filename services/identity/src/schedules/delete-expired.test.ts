import { login, logout, refresh } from '@keyhold/contracts/identity/accounts'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { expect, test } from 'vitest'
import { loginFailures, refreshTokens, sessions } from '../schema/sessions.ts'
import { identity } from '../service.ts'
import { signIn, signUp } from '../testing/people.ts'

test('expired records are deleted, and valid ones stay', async () => {
  const app = await startTestApp([identity])
  const user = await signUp(app)
  const count = () =>
    app
      .db('identity')
      .adminTransaction('test', async (tx) => [
        await tx.$count(loginFailures),
        await tx.$count(refreshTokens),
        await tx.$count(sessions),
      ])
  await app.tick()
  await app.send(login, actors.visitor(), { body: { email: user.email, password: 'wrong', userType: 'landlord' } })
  const [old, ended, young] = [await signIn(app, user), await signIn(app, user), await signIn(app, user)]
  expect(old.refreshToken).not.toBe('')
  await app.send(logout, ended.actor)
  expect(await count()).toEqual([3, 3, 3])

  app.clock.advance(20 * 24 * 60 * 60_000)
  await app.tick()
  expect(await count()).toEqual([0, 2, 2])
  const renew = await app.send(refresh, actors.visitor(), { headers: { cookie: `kh_refresh=${young.refreshToken}` } })
  expect(renew.status).toBe(200)

  app.clock.advance(15 * 24 * 60 * 60_000)
  await app.tick()
  expect(await count()).toEqual([0, 1, 1])
  await app.stop()
})
