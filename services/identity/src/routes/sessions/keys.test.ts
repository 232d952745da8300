import { jwks } from '@keyhold/contracts/identity/sessions'
import { dayMs } from '@keyhold/kit/lib/dates'
import { silentLog } from '@keyhold/kit/runtime/log'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { createLocalJWKSet, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSigningKeys } from '../../domain/sessions/signing-keys.ts'
import { retiredKeyMinutes, signingKeyDays } from '../../limits.ts'
import { signingKeys } from '../../schema/sessions.ts'
import { identity } from '../../service.ts'
import { signIn, signUp } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp([identity], { env: { SIGNING_KEY_SECRET: secret } })
})
afterEach(() => app.stop())

const published = async () => (await app.send(jwks, actors.service('gateway'))).body.keys
const secret = 'of this test, 32 characters long'
const keysOf = (encryptedWith = secret) => openSigningKeys(encryptedWith, silentLog)
const rotate = () => app.db('identity').adminTransaction('test', (tx) => keysOf().rotate(tx, app.clock.now()))
const stored = () => app.db('identity').adminTransaction('test', (tx) => tx.select().from(signingKeys))
const verify = async (token: string) =>
  jwtVerify(token, createLocalJWKSet({ keys: await published() }), { currentDate: app.clock.now() })

test('the first request for keys creates one, and no private part is shown', async () => {
  const keys = await published()
  expect(keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x: expect.any(String), kid: expect.any(String), alg: 'EdDSA', use: 'sig' },
  ])
  expect(await published()).toEqual(keys)
})

test('concurrent requests create one first key', async () => {
  const keys = await Promise.all(
    Array.from({ length: 8 }, () =>
      app.db('identity').adminTransaction('test', (tx) => keysOf().active(tx, app.clock.now())),
    ),
  )
  expect(new Set(keys.map(({ kid }) => kid)).size).toBe(1)
  expect(await published()).toHaveLength(1)
})

test('a key is replaced after `signingKeyDays`, and the old one stays public as long as its tokens are valid', async () => {
  const user = await signUp(app)
  const before = await signIn(app, user)
  app.clock.advance(signingKeyDays * dayMs - 1)
  await rotate()
  expect(await published()).toHaveLength(1)
  const last = await signIn(app, user)
  app.clock.advance(1)
  await Promise.all([rotate(), rotate(), rotate()])
  const next = await signIn(app, user)
  expect(decodeProtectedHeader(last.access).kid).toBe(decodeProtectedHeader(before.access).kid)
  expect(decodeProtectedHeader(next.access).kid).not.toBe(decodeProtectedHeader(before.access).kid)
  expect(await published()).toHaveLength(2)
  await verify(last.access)
  await verify(next.access)
  expect((await stored()).filter(({ privateKey }) => privateKey !== null)).toHaveLength(1)
  app.clock.advance(retiredKeyMinutes * 60_000)
  expect(await published()).toHaveLength(1)
})

test('the schedule rotates the key', async () => {
  const [first] = await published()
  await app.tick()
  app.clock.advance((signingKeyDays + 1) * dayMs)
  await app.tick()
  expect((await published()).map(({ kid }) => kid)).toContain(first!.kid)
  expect(await published()).toHaveLength(2)
})

test('the private part is stored encrypted', async () => {
  const { access } = await signIn(app, await signUp(app))
  const [row] = await stored()
  expect(row!.privateKey).toEqual({ jwe: expect.stringMatching(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/) })
  expect(decodeProtectedHeader(access).kid).toBe(row!.publicKey.kid)
})

test('a key from before keys were encrypted signs nothing any more, and its tokens stay valid', async () => {
  const user = await signUp(app)
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'older', alg: 'EdDSA', use: 'sig' }
  const privateJwk = { ...(await exportJWK(privateKey)) }
  await app
    .db('identity')
    .adminTransaction('test', (tx) =>
      tx
        .insert(signingKeys)
        .values({ publicKey: publicJwk, privateKey: privateJwk, createdAt: app.clock.now().toISOString() }),
    )
  const issuedAt = Math.floor(app.clock.now().getTime() / 1000)
  const older = await new SignJWT()
    .setProtectedHeader({ alg: 'EdDSA', kid: 'older' })
    .setExpirationTime(issuedAt + 300)
    .sign(privateKey)
  const { access } = await signIn(app, user)
  expect(decodeProtectedHeader(access).kid).not.toBe('older')
  await verify(older)
  await verify(access)
  expect(JSON.stringify(await stored())).not.toContain(privateJwk.d)
})

test('the nightly schedule replaces a key that is not encrypted, also where nobody signs in', async () => {
  await app
    .db('identity')
    .adminTransaction('test', (tx) =>
      tx
        .insert(signingKeys)
        .values({ publicKey: { kid: 'older' }, privateKey: { d: 'plain' }, createdAt: app.clock.now().toISOString() }),
    )
  await rotate()
  expect(JSON.stringify(await stored())).not.toContain('plain')
})

test('with another secret a new key signs, and what was signed before stays valid', async () => {
  const user = await signUp(app)
  const before = await signIn(app, user)
  const other = await app
    .db('identity')
    .adminTransaction('test', (tx) => keysOf('another secret of 32 characters.').active(tx, app.clock.now()))
  expect(other.kid).not.toBe(decodeProtectedHeader(before.access).kid)
  await verify(before.access)
  const after = await signIn(app, user)
  expect(decodeProtectedHeader(after.access).kid).not.toBe(other.kid)
  await verify(after.access)
})
