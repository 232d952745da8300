import { jwks } from '@keyhold/contracts/identity/sessions'
import { dayMs } from '@keyhold/kit/lib/dates'
import { actors, type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { activeKey, rotateKey } from '../../domain/sessions/signing-keys.ts'
import { retiredKeyMinutes, signingKeyDays } from '../../limits.ts'
import { signingKeys } from '../../schema/sessions.ts'
import { identity } from '../../service.ts'
import { signIn, signUp } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp([identity])
})
afterEach(() => app.stop())

const published = async () => (await app.send(jwks, actors.service('gateway'))).body.keys
const rotate = () => app.db('identity').adminTransaction('test', (tx) => rotateKey(tx, app.clock.now()))
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
      app.db('identity').adminTransaction('test', (tx) => activeKey(tx, app.clock.now())),
    ),
  )
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
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
  const rows = await app.db('identity').adminTransaction('test', (tx) => tx.select().from(signingKeys))
  expect(rows.filter(({ privateKey }) => privateKey !== null)).toHaveLength(1)
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
