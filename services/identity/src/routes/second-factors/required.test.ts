import { currentUser, refresh } from '@keyhold/contracts/identity/accounts'
import { listLandlords } from '@keyhold/contracts/identity/admin-accounts'
import { listActivity } from '@keyhold/contracts/identity/admin-activity'
import {
  getSecondFactor,
  removeAuthenticatorApp,
  removePasskey,
  resetSecondFactor,
} from '@keyhold/contracts/identity/second-factors'
import { hashPassword } from '../../domain/accounts/passwords.ts'
import { actors, startTestApp, type TestApp } from '@keyhold/kit/testing/test-app'
import { eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resetAdministrator } from '../../domain/second-factors/reset-administrator.ts'
import { users } from '../../schema/users.ts'
import { identity } from '../../service.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { createSuperAdmin, password, signIn, signUp } from '../../testing/people.ts'
import { codeOf, setUpApp, setUpPasskey, signedInBy, typeCode, typePassword } from '../../testing/second-factors.ts'

let app: TestApp
const site = 'https://rent.example.com'
const admin = { email: 'root@example.com', userType: 'super_admin' as const }
let adminId: string
beforeAll(async () => {
  app = await startTestApp([identity], { env: { PUBLIC_URL: site } })
  adminId = (await createSuperAdmin(app)).userId
  const passwordHash = await hashPassword(password, 'test')
  await app
    .db('identity')
    .adminTransaction('test', (tx) =>
      tx
        .update(users)
        .set({ passwordHash, confirmedAt: app.clock.now().toISOString(), emailProof: 'mailbox' })
        .where(eq(users.id, adminId)),
    )
})
afterAll(() => app.stop())

const limits = (access: string) => decodeJwt<{ lacksSecondFactor?: true }>(access).lacksSecondFactor

test('the administrator of a public site sets up a second factor before anything else works', async () => {
  const signed = await signIn(app, admin)
  expect(limits(signed.access)).toBe(true)
  const limited = { ...signed.actor, lacksSecondFactor: true }
  const refused = await app.send(listLandlords, limited)
  expect(refused.problem).toMatchObject({
    status: 403,
    code: 'second-factor-missing',
    detail: 'Your account needs a second factor. Set up an authenticator app or a passkey first.',
  })
  expect((await app.send(resetSecondFactor, limited, { body: { userId: v7() } })).status).toBe(403)
  expect((await app.send(currentUser, limited)).status).toBe(200)
  expect((await app.send(getSecondFactor, limited)).body.isRequired).toBe(true)
  const { secret } = await setUpApp(app, limited)
  const renewed = await app.send(refresh, actors.visitor(), {
    headers: { cookie: `kh_refresh=${signed.refreshToken}` },
  })
  expect(limits(/kh_access=([^;]+)/.exec(renewed.cookies.join())![1]!)).toBeUndefined()

  const last = await app.send(removeAuthenticatorApp, signed.actor)
  expect(last.problem).toMatchObject({ status: 409 })
  const { passkey } = await setUpPasskey(app, signed.actor, createAuthenticator({ origin: site }))
  expect((await app.send(removeAuthenticatorApp, signed.actor)).status).toBe(204)
  expect((await app.send(removePasskey, signed.actor, { params: { id: passkey.id } })).status).toBe(409)
  await setUpApp(app, signed.actor)
  expect((await app.send(removePasskey, signed.actor, { params: { id: passkey.id } })).status).toBe(204)
  expect(secret).toBeTruthy()
})

test('of others a second factor is asked only if they set one up', async () => {
  const { access, actor } = await signIn(app, await signUp(app))
  expect(limits(access)).toBeUndefined()
  expect((await app.send(getSecondFactor, actor)).body.isRequired).toBe(false)
})

test('an administrator resets the second factor of a landlord, who is signed out and asked for the password alone', async () => {
  const user = await signUp(app)
  const { actor } = await signIn(app, user)
  const { secret } = await setUpApp(app, actor)
  const root = { ...actors.superAdmin(), userId: adminId, landlordId: adminId }
  const { status, body } = await app.send(resetSecondFactor, root, { body: { userId: user.id } })
  expect([status, body.id]).toEqual([200, user.id])
  expect((await app.send(getSecondFactor, actor)).status).toBe(401)
  await signIn(app, user)
  const [logged] = (await app.send(listActivity, root, { query: { targetUserId: user.id } })).body
  expect(logged).toMatchObject({ action: 'second_factor_reset', adminId, targetEmail: user.email })
  expect((await app.send(resetSecondFactor, root, { body: { userId: user.id } })).status).toBe(409)
  expect((await app.send(resetSecondFactor, root, { body: { userId: adminId } })).status).toBe(404)
  const other = await signIn(app, await signUp(app))
  for (const stranger of [other.actor, actors.tenantOf(actors.landlord())])
    expect((await app.send(resetSecondFactor, stranger, { body: { userId: user.id } })).status).toBe(403)
  expect(secret).toBeTruthy()
})

test('the operator resets the second factor of a super admin, and of nobody else', async () => {
  const db = app.db('identity')
  const landlord = await signUp(app)
  await setUpApp(app, (await signIn(app, landlord)).actor)
  expect(await resetAdministrator(db, landlord.email, app.clock.now())).toBe(false)
  expect(await resetAdministrator(db, 'nobody@example.com', app.clock.now())).toBe(false)
  expect((await typePassword(app, admin)).methods).toContain('app')
  expect(await resetAdministrator(db, admin.email, app.clock.now())).toBe(true)
  const again = await signIn(app, admin)
  const { secret } = await setUpApp(app, again.actor)
  const passed = await typeCode(app, (await typePassword(app, admin)).step, await codeOf(app, secret))
  expect(signedInBy(passed).userId).toBe(adminId)
})
