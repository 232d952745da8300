import { currentUser } from '@keyhold/contracts/identity/accounts'
import {
  addPasskey,
  confirmPasskey,
  confirmPasskeyOptions,
  getSecondFactor,
  passkeyOptions,
  passkeySignIn,
  passkeySignInOptions,
  removePasskey,
  renamePasskey,
} from '@keyhold/contracts/identity/second-factors'
import { endOtherSessions, listAuthentication } from '@keyhold/contracts/identity/sessions'
import { dayMs } from '@keyhold/kit/lib/dates'
import { actors, startTestApp, type TestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeyMinutes, passwordFreshMinutes, signInFailures } from '../../limits.ts'
import { relyingParty } from '../../domain/second-factors/relying-party.ts'
import { loginFailures } from '../../schema/sessions.ts'
import { identity } from '../../service.ts'
import { createAuthenticator } from '../../testing/authenticator.ts'
import { cookie, signIn, signUp } from '../../testing/people.ts'
import { setUpPasskey, signedInBy, typePassword } from '../../testing/second-factors.ts'

let app: TestApp
const visitor = actors.visitor()
beforeAll(async () => {
  app = await startTestApp([identity], { env: { PUBLIC_URL: 'http://localhost:8080' } })
})
afterAll(() => app.stop())
beforeEach(() => app.db('identity').adminTransaction('test', (tx) => tx.delete(loginFailures)))

async function withPasskey(options: Parameters<typeof createAuthenticator>[0] = {}) {
  const user = await signUp(app)
  const { actor } = await signIn(app, user)
  const authenticator = createAuthenticator(options)
  const added = await setUpPasskey(app, actor, authenticator)
  return { user, actor, authenticator, ...added }
}

/** Asks for a passkey at sign-in; with the cookie of a second step, for one of that account. */
async function ask(purpose: 'sign_in' | 'second_step', step?: string) {
  const headers = step === undefined ? {} : { headers: { cookie: `kh_step=${step}` } }
  const answer = await app.send(passkeySignInOptions, visitor, { body: { purpose }, ...headers })
  return {
    status: answer.status,
    options: answer.body,
    step: cookie(answer, 'kh_step') ?? step,
    problem: answer.problem,
  }
}
const give = (step: string | undefined, body: Record<string, unknown>, ip = '127.0.0.1') =>
  app.send(passkeySignIn, visitor, { body, headers: step === undefined ? {} : { cookie: `kh_step=${step}` }, ip })

describe('adding', () => {
  test('a passkey is added with a name, listed, renamed and removed', async () => {
    const { actor, passkey, recoveryCodes } = await withPasskey()
    expect(recoveryCodes).toHaveLength(10)
    expect(passkey).toMatchObject({ name: 'Phone', lastUsedAt: null, createdAt: app.clock.now().toISOString() })
    const second = await setUpPasskey(app, actor, createAuthenticator(), 'Laptop')
    expect(second.recoveryCodes).toBeNull()
    const renamed = await app.send(renamePasskey, actor, { params: { id: passkey.id }, body: { name: 'Old phone' } })
    expect(renamed.body.name).toBe('Old phone')
    const { body } = await app.send(getSecondFactor, actor)
    expect(body.passkeys.map(({ name }) => name)).toEqual(['Old phone', 'Laptop'])
    expect(body.passkeyOrigin).toBe('http://localhost:8080')
    for (const { id } of body.passkeys)
      expect((await app.send(removePasskey, actor, { params: { id } })).status).toBe(204)
    expect((await app.send(getSecondFactor, actor)).body).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
  })

  test('a browser is asked for a passkey that it can find, that verifies its user, and that is new', async () => {
    const { user, actor, authenticator } = await withPasskey()
    const { body } = await app.send(passkeyOptions, actor)
    expect(body).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.email, id: Buffer.from(user.id).toString('base64url') },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: authenticator.id }],
    })
    const again = authenticator.create({ options: body })
    expect((await app.send(addPasskey, actor, { body: { name: 'Twice', answer: again } })).status).toBe(409)
  })

  test('it needs the password of a moment ago, the challenge of this session, once and in time, from this site', async () => {
    const [ann, ben] = [await signIn(app, await signUp(app)), await signIn(app, await signUp(app))]
    const asked = async () => (await app.send(passkeyOptions, ann.actor)).body
    const add = async (actor: typeof ann.actor, answer: object) =>
      (await app.send(addPasskey, actor, { body: { name: 'Key', answer } })).status
    const key = createAuthenticator()
    const options = await asked()
    expect(await add(ben.actor, key.create({ options }))).toBe(400)
    expect(await add(ann.actor, key.create({ options, isVerified: false }))).toBe(400)
    // A failed answer has used up the challenge.
    expect(await add(ann.actor, key.create({ options }))).toBe(400)
    expect(await add(ann.actor, key.create({ options: await asked(), origin: 'https://evil.test' }))).toBe(400)
    expect(await add(ann.actor, key.create({ options: { ...(await asked()), challenge: 'invented' } }))).toBe(400)
    const late = await asked()
    app.clock.advance((passkeyMinutes + 1) * 60_000)
    expect(await add(ann.actor, key.create({ options: late }))).toBe(400)
    const good = await asked()
    const answer = key.create({ options: good })
    app.clock.advance(passkeyMinutes * 60_000 - 1)
    expect(await add(ann.actor, answer)).toBe(403)
    app.clock.advance((passwordFreshMinutes + 1) * 60_000)
    expect((await app.send(passkeyOptions, ann.actor)).problem.code).toBe('password-needed')
    expect((await app.send(passkeyOptions, visitor)).status).toBe(401)
  })

  test("another account's passkey is neither renamed nor removed", async () => {
    const { passkey, actor } = await withPasskey()
    const stranger = await withPasskey()
    const params = { id: passkey.id }
    expect((await app.send(renamePasskey, stranger.actor, { params, body: { name: 'x' } })).status).toBe(404)
    expect((await app.send(removePasskey, stranger.actor, { params })).status).toBe(404)
    expect((await app.send(getSecondFactor, actor)).body.passkeys).toEqual([passkey])
  })
})

describe('signing in', () => {
  test('a passkey alone signs in, says when it was used, and is logged', async () => {
    const { user, authenticator } = await withPasskey()
    app.clock.advance(dayMs)
    const { options, step } = await ask('sign_in')
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const answer = await give(step, authenticator.get({ options }))
    expect(answer).toMatchObject({ status: 200, body: { id: user.id } })
    const actor = signedInBy(answer)
    expect((await app.send(currentUser, actor)).status).toBe(200)
    expect((await app.send(getSecondFactor, actor)).body.passkeys[0]!.lastUsedAt).toBe(app.clock.now().toISOString())
    const log = await app.send(listAuthentication, actors.superAdmin(), { query: { email: user.email } })
    expect(log.body[0]!.what).toBe('signed_in_with_passkey')
    // Nobody typed a password here: changing second factors asks for it, ending sessions does not.
    expect((await app.send(passkeyOptions, actor)).problem.code).toBe('password-needed')
    expect((await app.send(endOtherSessions, actor)).status).toBe(200)
  })

  test('a passkey is the second step after a password, without its user verified', async () => {
    const { user, authenticator } = await withPasskey()
    const { step, methods } = await typePassword(app, user)
    expect(methods).toEqual(['passkey', 'recovery_code'])
    const { options } = await ask('second_step', step)
    expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.id }] })
    expect((await give(step, authenticator.get({ options, isVerified: false }))).status).toBe(200)
    expect((await ask('second_step', step)).problem.code).toBe('sign-in-expired')
  })

  test('alone it must have verified its user', async () => {
    const { authenticator } = await withPasskey()
    const { options, step } = await ask('sign_in')
    expect((await give(step, authenticator.get({ options, isVerified: false }))).status).toBe(400)
  })

  test("the passkey of another account is no second step, and neither is another browser's challenge", async () => {
    const [ann, ben] = [await withPasskey(), await withPasskey()]
    const { step } = await typePassword(app, ann.user)
    const { options } = await ask('second_step', step)
    expect((await give(step, ben.authenticator.get({ options }))).status).toBe(400)
    const [here, there] = [await ask('sign_in'), await ask('sign_in')]
    expect((await give(here.step, ann.authenticator.get({ options: there.options }))).status).toBe(400)
    expect((await give(undefined, ann.authenticator.get({ options: there.options }))).problem.code).toBe(
      'sign-in-expired',
    )
    expect((await give(there.step, ann.authenticator.get({ options: there.options }))).status).toBe(200)
  })

  test('an answer counts once, from this site, with a counter that goes up and a signature of its own', async () => {
    const { authenticator } = await withPasskey()
    const attempt = async (change: (options: Record<string, unknown>) => Record<string, unknown>) => {
      const { options, step } = await ask('sign_in')
      return (await give(step, change(options))).status
    }
    const { options, step } = await ask('sign_in')
    const answer = authenticator.get({ options })
    expect((await give(step, answer)).status).toBe(200)
    expect((await give(step, answer)).status).toBe(403)
    expect((await give((await ask('sign_in')).step, answer)).status).toBe(400)
    expect(await attempt((asked) => authenticator.get({ options: asked, origin: 'http://evil.test' }))).toBe(400)
    const forged = createAuthenticator()
    expect(await attempt((asked) => ({ ...forged.get({ options: asked }), id: authenticator.id }))).toBe(400)
    expect(await attempt((asked) => createAuthenticator().get({ options: asked }))).toBe(400)
    authenticator.rewind()
    expect(await attempt((asked) => authenticator.get({ options: asked }))).toBe(400)
  })

  test('a passkey that does not count is accepted again and again', async () => {
    const { authenticator } = await withPasskey({ counts: false })
    for (let i = 0; i < 2; i++) {
      const { options, step } = await ask('sign_in')
      expect((await give(step, authenticator.get({ options }))).status).toBe(200)
    }
  })

  test('a removed passkey signs nobody in, and failures are limited', async () => {
    const { actor, authenticator, passkey } = await withPasskey()
    await app.send(removePasskey, actor, { params: { id: passkey.id } })
    for (let i = 0; i < signInFailures; i++) {
      const { options, step } = await ask('sign_in')
      expect((await give(step, authenticator.get({ options }), '203.0.113.4')).status).toBe(400)
    }
    const { options, step } = await ask('sign_in')
    expect((await give(step, authenticator.get({ options }), '203.0.113.4')).status).toBe(429)
  })

  test('a body that is no answer of a browser is a bad request', async () => {
    const { step } = await ask('sign_in')
    for (const body of [{}, { id: 'x' }, { id: '<', rawId: '', type: 'public-key', response: {} }])
      expect((await give(step, body)).status).toBe(400)
  })
})

test('a passkey confirms within a session, with the challenge of that session alone', async () => {
  const { actor, authenticator, user } = await withPasskey()
  const { step } = await typePassword(app, user)
  const { options } = await ask('second_step', step)
  const other = signedInBy(await give(step, authenticator.get({ options })))
  app.clock.advance((passwordFreshMinutes + 1) * 60_000)
  const asked = (await app.send(confirmPasskeyOptions, actor)).body
  const answer = authenticator.get({ options: asked })
  expect((await app.send(confirmPasskey, other, { body: answer })).status).toBe(400)
  expect((await app.send(endOtherSessions, actor)).problem.code).toBe('password-needed')
  expect((await app.send(confirmPasskey, actor, { body: authenticator.get({ options: asked }) })).status).toBe(200)
  expect((await app.send(endOtherSessions, actor)).status).toBe(200)
  const stranger = await withPasskey()
  const theirs = (await app.send(confirmPasskeyOptions, stranger.actor)).body
  const foreign = await app.send(confirmPasskey, stranger.actor, { body: authenticator.get({ options: theirs }) })
  expect(foreign.status).toBe(400)
})

test.each([
  ['https://rent.example.com', 'rent.example.com'],
  ['https://rent.example.com:8443/', 'rent.example.com'],
  ['http://localhost:8080', 'localhost'],
  ['http://keyhold.localhost:3000', 'keyhold.localhost'],
  ['http://rent.example.com', undefined],
  ['http://127.0.0.1:8080', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::1]', undefined],
])('the passkeys of %s belong to %s', (url, id) => {
  expect(relyingParty(url)?.id).toBe(id)
})

test('where browsers offer no passkeys, neither does the server', async () => {
  const site = await startTestApp([identity], { env: { PUBLIC_URL: 'http://127.0.0.1:8080' } })
  try {
    const { actor } = await signIn(site, await signUp(site))
    expect((await site.send(getSecondFactor, actor)).body.passkeyOrigin).toBeNull()
    expect((await site.send(passkeyOptions, actor)).status).toBe(409)
    expect((await site.send(passkeySignInOptions, visitor, { body: { purpose: 'sign_in' } })).status).toBe(409)
  } finally {
    await site.stop()
  }
})
