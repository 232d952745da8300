import { confirmPassword, currentUser, refresh, signup, updatePassword } from '@keyhold/contracts/identity/accounts'
import {
  confirmAuthenticatorApp,
  confirmCode,
  getSecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  startAuthenticatorApp,
} from '@keyhold/contracts/identity/second-factors'
import { endOtherSessions, listAuthentication, listOwnAuthentication } from '@keyhold/contracts/identity/sessions'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { actors, startTestApp, stub, type TestApp } from '@keyhold/kit/testing/test-app'
import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeFailures, passwordFreshMinutes, secondStepMinutes, signInFailures } from '../../limits.ts'
import { authenticatorApps, recoveryCodes } from '../../schema/second-factors.ts'
import { loginFailures } from '../../schema/sessions.ts'
import { identity } from '../../service.ts'
import { cookie, password, signIn, signUp, signUpForm } from '../../testing/people.ts'
import { codeOf, setUpApp, signedInBy, typeCode, typePassword } from '../../testing/second-factors.ts'

let app: TestApp
const visitor = actors.visitor()
const mails: { to: string; subject?: string | null | undefined; body: string }[] = []
beforeAll(async () => {
  const post = stub(deliver, ({ body }) => {
    mails.push(body)
    return { id: v7(), status: 'sent' as const, reason: null }
  })
  app = await startTestApp([identity], { stubs: [post] })
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db('identity').adminTransaction('test', (tx) => tx.delete(loginFailures))
  // Codes of earlier tests are of other periods.
  app.clock.advance(30_000)
})

/** A landlord with an authenticator app. */
async function guarded() {
  const user = await signUp(app)
  const signed = await signIn(app, user)
  const { secret, recoveryCodes: codes } = await setUpApp(app, signed.actor)
  return { user, signed, actor: signed.actor, secret, codes }
}

test('an authenticator app is set up by its first code, and the secret is stored encrypted', async () => {
  const { actor } = await signIn(app, await signUp(app))
  const { body } = await app.send(startAuthenticatorApp, actor)
  expect(body.uri).toMatch(/^otpauth:\/\/totp\/Keyhold:.*secret=/)
  expect(body.qr).toMatch(/^<svg /)
  expect((await app.send(getSecondFactor, actor)).body.appSince).toBeNull()
  const wrong = await app.send(confirmAuthenticatorApp, actor, { body: { code: '000000' } })
  expect(wrong.problem).toMatchObject({ status: 400, issues: [{ path: 'code' }] })
  const right = await app.send(confirmAuthenticatorApp, actor, { body: { code: await codeOf(app, body.secret) } })
  expect(right.body.recoveryCodes).toHaveLength(10)
  expect((await app.send(getSecondFactor, actor)).body).toMatchObject({
    appSince: app.clock.now().toISOString(),
    recoveryCodesLeft: 10,
    isRequired: false,
  })
  const stored = await app
    .db('identity')
    .adminTransaction('test', async (tx) => [
      await tx.select().from(authenticatorApps).where(eq(authenticatorApps.userId, actor.userId)),
      await tx.select().from(recoveryCodes).where(eq(recoveryCodes.userId, actor.userId)),
    ])
  for (const plain of [
    body.secret,
    ...right.body.recoveryCodes!,
    ...right.body.recoveryCodes!.map((code) => code.replaceAll('-', '')),
  ])
    expect(JSON.stringify(stored)).not.toContain(plain)
})

test('the right password then opens a second step and nothing else, and a code signs in', async () => {
  const { user, secret } = await guarded()
  const { answer, step, methods } = await typePassword(app, user)
  expect(methods).toEqual(['app', 'recovery_code'])
  expect(answer.cookies.join()).not.toMatch(/kh_access|kh_refresh|kh_device/)
  expect(JSON.stringify(answer.body)).not.toContain(user.id)
  expect((await app.send(refresh, visitor, { headers: { cookie: `kh_refresh=${step}` } })).status).toBe(401)
  expect((await app.send(currentUser, visitor, { headers: { cookie: `kh_step=${step}` } })).status).toBe(401)
  const passed = await typeCode(app, step, ` ${(await codeOf(app, secret)).replace(/^.../, '$& ')} `)
  expect(passed).toMatchObject({ status: 200, body: { id: user.id } })
  expect(cookie(passed, 'kh_step')).toBe('')
  expect((await app.send(currentUser, signedInBy(passed))).status).toBe(200)
})

test('a code works once, one period early or late, and never after a later one', async () => {
  const { user, secret } = await guarded()
  const attempt = async (code: string) => (await typeCode(app, (await typePassword(app, user)).step, code)).status
  app.clock.advance(120_000)
  expect(await attempt(await codeOf(app, secret, -2))).toBe(400)
  expect(await attempt(await codeOf(app, secret, 2))).toBe(400)
  expect(await attempt(await codeOf(app, secret, -1))).toBe(200)
  expect(await attempt(await codeOf(app, secret, -1))).toBe(400)
  expect(await attempt(await codeOf(app, secret, 1))).toBe(200)
  expect(await attempt(await codeOf(app, secret))).toBe(400)
  app.clock.advance(60_000)
  const code = await codeOf(app, secret)
  const steps = [(await typePassword(app, user)).step, (await typePassword(app, user)).step]
  const both = await Promise.all(steps.map((step) => typeCode(app, step, code)))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test("a code is no good for another account's second step, nor a step after its time, twice, or without its cookie", async () => {
  const [ann, ben] = [await guarded(), await guarded()]
  const step = async () => (await typePassword(app, ann.user)).step
  expect((await typeCode(app, await step(), await codeOf(app, ben.secret))).status).toBe(400)
  expect((await typeCode(app, await step(), ben.codes[0]!)).status).toBe(400)
  expect((await typeCode(app, undefined, await codeOf(app, ann.secret))).problem.code).toBe('sign-in-expired')
  expect((await typeCode(app, 'invented', await codeOf(app, ann.secret))).problem.code).toBe('sign-in-expired')
  const used = await step()
  expect((await typeCode(app, used, await codeOf(app, ann.secret))).status).toBe(200)
  app.clock.advance(30_000)
  expect((await typeCode(app, used, await codeOf(app, ann.secret))).problem.code).toBe('sign-in-expired')
  const late = await step()
  app.clock.advance((secondStepMinutes + 1) * 60_000)
  expect((await typeCode(app, late, await codeOf(app, ann.secret))).problem.code).toBe('sign-in-expired')
})

test('a step that waits is void once the password changes', async () => {
  const { user, actor, secret } = await guarded()
  const { step } = await typePassword(app, user)
  await app.send(updatePassword, actor, { body: { currentPassword: password, newPassword: 'another secret 1' } })
  expect((await typeCode(app, step, await codeOf(app, secret))).problem.code).toBe('sign-in-expired')
})

test('each recovery code works once; the owner is told, and sees how many are left', async () => {
  const { user, codes, actor } = await guarded()
  const attempt = async (code: string) => typeCode(app, (await typePassword(app, user)).step, code)
  expect((await attempt(codes[0]!.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await attempt(codes[0]!)).status).toBe(400)
  expect((await attempt('abcdef-abcdef-abcdef-abcdef')).status).toBe(400)
  expect((await app.send(getSecondFactor, actor)).body.recoveryCodesLeft).toBe(9)
  await app.tick()
  expect(mails.findLast(({ to }) => to === user.email)?.subject).toBe(
    'A recovery code for your Keyhold account was used',
  )
  const renewed = await app.send(renewRecoveryCodes, actor)
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect((await attempt(codes[1]!)).status).toBe(400)
  expect((await attempt(renewed.body.recoveryCodes[0]!)).status).toBe(200)
})

test('the first second factor ends the other sessions, and each change is mailed and logged', async () => {
  const user = await signUp(app)
  const other = await signIn(app, user)
  const { actor } = await signIn(app, user)
  const { secret } = await setUpApp(app, actor)
  expect((await app.send(refresh, visitor, { headers: { cookie: `kh_refresh=${other.refreshToken}` } })).status).toBe(
    401,
  )
  expect((await app.send(confirmCode, actor, { body: { code: await codeOf(app, secret) } })).status).toBe(200)
  expect((await app.send(removeAuthenticatorApp, actor)).status).toBe(204)
  expect((await app.send(getSecondFactor, actor)).body).toMatchObject({ appSince: null, recoveryCodesLeft: 0 })
  await signIn(app, user)
  await app.tick()
  expect(mails.filter(({ to }) => to === user.email).map(({ subject }) => subject)).toEqual([
    'An authenticator app was set up for your Keyhold account',
    'The authenticator app for your Keyhold account was removed',
  ])
  const acts = (await app.send(listOwnAuthentication, actor)).body.map(({ what }) => what)
  expect(acts).toEqual([
    'signed_in',
    'app_turned_off',
    'second_factor_confirmed',
    'app_turned_on',
    'signed_in',
    'signed_in',
  ])
})

test('setting up asks for the password again after a while, turning off and new codes for both', async () => {
  const signed = await signIn(app, await signUp(app))
  app.clock.advance((passwordFreshMinutes + 1) * 60_000)
  const codes = async (
    endpoint: typeof startAuthenticatorApp | typeof removeAuthenticatorApp | typeof renewRecoveryCodes,
  ) => (await app.send(endpoint, signed.actor)).problem?.code
  expect(await codes(startAuthenticatorApp)).toBe('password-needed')
  await app.send(confirmPassword, signed.actor, { body: { password } })
  const { secret } = await setUpApp(app, signed.actor)
  app.clock.advance((passwordFreshMinutes + 1) * 60_000)
  for (const endpoint of [startAuthenticatorApp, removeAuthenticatorApp, renewRecoveryCodes]) {
    expect(await codes(endpoint)).toBe('password-needed')
  }
  await app.send(confirmPassword, signed.actor, { body: { password } })
  for (const endpoint of [startAuthenticatorApp, removeAuthenticatorApp, renewRecoveryCodes])
    expect(await codes(endpoint)).toBe('second-factor-needed')
  expect((await app.send(confirmCode, signed.actor, { body: { code: '123456' } })).status).toBe(400)
  expect((await app.send(confirmCode, signed.actor, { body: { code: await codeOf(app, secret) } })).status).toBe(200)
  expect((await app.send(removeAuthenticatorApp, signed.actor)).status).toBe(204)
})

test('for sessions a second factor stands in for the password', async () => {
  const { actor, secret } = await guarded()
  app.clock.advance((passwordFreshMinutes + 1) * 60_000)
  expect((await app.send(endOtherSessions, actor)).problem.code).toBe('password-needed')
  await app.send(confirmCode, actor, { body: { code: await codeOf(app, secret) } })
  expect((await app.send(endOtherSessions, actor)).status).toBe(200)
})

test('another app takes the place of the first once its code was typed', async () => {
  const { user, actor, secret } = await guarded()
  const { body } = await app.send(startAuthenticatorApp, actor)
  expect((await typeCode(app, (await typePassword(app, user)).step, await codeOf(app, body.secret))).status).toBe(400)
  expect((await typeCode(app, (await typePassword(app, user)).step, await codeOf(app, secret))).status).toBe(200)
  const answer = await app.send(confirmAuthenticatorApp, actor, { body: { code: await codeOf(app, body.secret) } })
  expect(answer.body.recoveryCodes).toBeNull()
  app.clock.advance(30_000)
  expect((await typeCode(app, (await typePassword(app, user)).step, await codeOf(app, secret))).status).toBe(400)
  expect((await typeCode(app, (await typePassword(app, user)).step, await codeOf(app, body.secret))).status).toBe(200)
})

test('wrong codes are limited like passwords, and stop nobody on a device that the account knows', async () => {
  const { user, secret, signed } = await guarded()
  const { step } = await typePassword(app, user)
  for (let i = 0; i < signInFailures; i++)
    expect((await typeCode(app, step, '000000', { ip: '203.0.113.9' })).status).toBe(400)
  expect((await typeCode(app, step, await codeOf(app, secret), { ip: '203.0.113.9' })).status).toBe(429)
  const cookies = `kh_device=${cookie(signed.answer, 'kh_device')}; `
  const known = await typeCode(app, step, await codeOf(app, secret), { ip: '203.0.113.9', cookies })
  expect(known.status).toBe(200)
})

test('wrong codes from many networks are limited for a day, recovery codes and known devices are not', async () => {
  const { user, secret, codes } = await guarded()
  const { step } = await typePassword(app, user)
  for (let i = 0; i < codeFailures; i++)
    expect((await typeCode(app, step, '000000', { ip: `198.51.100.${i}` })).status).toBe(400)
  const refused = await typeCode(app, step, await codeOf(app, secret), { ip: '198.51.100.200' })
  expect(refused.problem).toMatchObject({
    status: 429,
    detail: 'Too many failed attempts. Please try again in 24 hours.',
  })
  expect((await typeCode(app, step, codes[0]!, { ip: '198.51.100.200' })).status).toBe(200)
})

test("a visitor and another account change nothing of someone's second factor", async () => {
  const { actor } = await guarded()
  for (const endpoint of [getSecondFactor, startAuthenticatorApp, removeAuthenticatorApp, renewRecoveryCodes])
    expect((await app.send(endpoint, visitor)).status).toBe(401)
  const other = await signIn(app, await signUp(app, { userType: 'tenant' }))
  expect((await app.send(removeAuthenticatorApp, other.actor)).status).toBe(404)
  expect((await app.send(renewRecoveryCodes, other.actor)).status).toBe(409)
  // Somebody who stole a session identifier for another user.
  const forged = { ...actor, sessionId: other.actor.sessionId }
  expect((await app.send(startAuthenticatorApp, forged)).status).toBe(401)
  expect((await app.send(getSecondFactor, actor)).body.recoveryCodesLeft).toBe(10)
})

test('what another secret encrypted is no code, and the recovery codes still work', async () => {
  const { user, secret, codes } = await guarded()
  await app
    .db('identity')
    .adminTransaction('test', (tx) =>
      tx.update(authenticatorApps).set({ secret: 'e30..a.b.c' }).where(eq(authenticatorApps.userId, user.id)),
    )
  expect((await typeCode(app, (await typePassword(app, user)).step, await codeOf(app, secret))).status).toBe(400)
  expect((await typeCode(app, (await typePassword(app, user)).step, codes[0]!)).status).toBe(200)
})

test('the log is read by account, event and day, by the administrator alone', async () => {
  const { user, secret } = await guarded()
  await typeCode(app, (await typePassword(app, user)).step, '000000')
  await typeCode(app, (await typePassword(app, user)).step, await codeOf(app, secret))
  const admin = actors.superAdmin()
  const day = app.clock.now().toISOString().slice(0, 10)
  const log = async (query: Record<string, string>) =>
    (await app.send(listAuthentication, admin, { query: { email: user.email, ...query } })).body.map(({ what }) => what)
  expect(await log({})).toEqual([
    'signed_in',
    'second_step_asked',
    'second_step_refused',
    'second_step_asked',
    'app_turned_on',
    'signed_in',
  ])
  expect(await log({ what: 'second_step_refused', day })).toEqual(['second_step_refused'])
  expect(await log({ day: '2020-01-01' })).toEqual([])
  const { actor } = await signIn(app, await signUp(app))
  expect((await app.send(listAuthentication, actor)).status).toBe(403)
  expect((await app.send(listOwnAuthentication, actor)).body.map(({ userId }) => userId)).toEqual([actor.userId])
})

test('who proves a mailbox is not locked out by the second factor of somebody who typed the address before', async () => {
  const squatter = await startTestApp([identity], {
    env: { EMAIL_PROOF: 'on' },
    stubs: [
      stub(deliver, ({ body }) => {
        mails.push(body)
        return { id: v7(), status: 'sent' as const, reason: null }
      }),
    ],
  })
  try {
    const first = await squatter.send(signup, visitor, {
      body: signUpForm({ email: 'owner@example.com', password: 'of the squatter 1' }),
    })
    const squatting = await signIn(squatter, first.body, { password: 'of the squatter 1' })
    await setUpApp(squatter, squatting.actor)
    const { forgotPassword, resetPassword } = await import('@keyhold/contracts/identity/password-resets')
    await squatter.send(forgotPassword, visitor, { body: { email: 'owner@example.com' } })
    await squatter.tick()
    const token = /reset-password\?token=([\w-]+)/.exec(mails.at(-1)!.body)![1]!
    await squatter.send(resetPassword, visitor, { body: { token, newPassword: 'of the owner 12' } })
    const owner = await signIn(squatter, first.body, { password: 'of the owner 12' })
    expect((await squatter.send(getSecondFactor, owner.actor)).body.appSince).toBeNull()
  } finally {
    await squatter.stop()
  }
})

test('a person with several accounts has one second factor for all of them', async () => {
  const landlord = await guarded()
  // The same person signs up as a tenant, with the password of theirs.
  const tenant = await app.send(signup, visitor, {
    body: signUpForm({ email: landlord.user.email, userType: 'tenant' }),
  })
  expect(tenant.status).toBe(201)
  const { step } = await typePassword(app, { email: landlord.user.email, userType: 'tenant' })
  expect((await typeCode(app, step, await codeOf(app, landlord.secret))).body).toMatchObject({ userType: 'tenant' })
})
