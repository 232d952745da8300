import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { userName } from '@keyhold/contracts/identity/accounts'
import { lookUpInvitation } from '@keyhold/contracts/tenancy/invitations'
import { z } from '@keyhold/contracts/zod'
import { Hono } from 'hono'
import { SignJWT } from 'jose'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callSigner, callTokenHeader, type SignedCall } from '../http/call-token.ts'
import { createCall, httpSend } from '../http/call.ts'
import { type Listening, listen, serviceApp } from './http-server.ts'
import { createMetrics } from './metrics.ts'
import { notFound, type Refusal } from '../http/problem.ts'
import { serve } from '../http/serve.ts'
import { defineService } from './service.ts'
import { actors, startTestApp, type TestApp } from '../testing/test-app.ts'
import { selfSignedCertificate } from '../testing/certificate.ts'
import { recordedLog } from '../testing/recorded-log.ts'
import { until } from '../testing/wait.ts'

const identity = defineService({
  name: 'identity',
  config: z.object({}),
  build: () => ({
    routes: [
      serve(userName, async ({ params }) => ({
        id: params.id,
        email: 'a@b.test',
        firstName: 'A',
        lastName: 'B',
        phone: null,
        userType: 'landlord' as const,
      })),
    ],
  }),
})

const tenancy = defineService({
  name: 'tenancy',
  config: z.object({}),
  build: () => ({ routes: [serve(lookUpInvitation, async () => notFound('Invitation'))] }),
})

const secret = 'a secret of at least 32 characters'
const ann = actors.landlord()
const { log, lines } = recordedLog()
let runtime: TestApp
let listening: Listening
beforeAll(async () => {
  runtime = await startTestApp([identity, tenancy])
  listening = await listen(serviceApp({ runtime: runtime.runtime, secret, metrics: createMetrics(), log }), {
    port: 0,
    host: '127.0.0.1',
  })
})
afterAll(async () => {
  await listening.drain()
  await runtime.stop()
})

const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it answered'),
    (error: unknown) => error as Refusal,
  )

describe('a process behind another', () => {
  const ask = (headers: Record<string, string>) => fetch(`${listening.url}/internal/users/${v7()}`, { headers })
  const claims = { actor: ann, kind: 'service', route: `${userName.method} ${userName.path}` }
  const sign = (key: string, expires: string | undefined, changes: Record<string, unknown> = {}) => {
    const token = new SignJWT({ ...claims, aud: 'identity', ...changes }).setProtectedHeader({ alg: 'HS256' })
    return (expires ? token.setExpirationTime(expires) : token).sign(new TextEncoder().encode(key))
  }
  const valid = (changes: Partial<SignedCall> = {}) =>
    callSigner(secret)({ actor: ann, kind: 'service', service: 'identity', endpoint: userName, ...changes })

  it('answers callers with the shared secret only, for the endpoint and service that they asked for', async () => {
    expect((await ask({ [callTokenHeader]: await valid() })).status).toBe(200)
    expect((await ask({ [callTokenHeader]: await sign(secret, '1m') })).status).toBe(200)
    const unsigned = `${btoa('{"alg":"none"}').replace(/=+$/, '')}.${btoa(JSON.stringify({ actor: ann, exp: 9e9 })).replace(/=+$/, '')}.`
    const refused: Record<string, string>[] = [
      {},
      { [callTokenHeader]: '' },
      { [callTokenHeader]: JSON.stringify(ann) },
      { [callTokenHeader]: await sign(`another ${secret}`, '1m') },
      { [callTokenHeader]: await sign(secret, '-6s') },
      { [callTokenHeader]: await sign(secret, undefined) },
      { [callTokenHeader]: await sign(secret, '1m', { aud: undefined }) },
      { [callTokenHeader]: await sign(secret, '1m', { route: undefined }) },
      { [callTokenHeader]: await valid({ service: 'tenancy' }) },
      { [callTokenHeader]: await valid({ endpoint: lookUpInvitation }) },
      { [callTokenHeader]: await valid({ endpoint: { ...userName, method: 'POST' } }) },
      { [callTokenHeader]: unsigned },
      { 'x-landlord-id': ann.landlordId, authorization: 'Bearer x' },
    ]
    for (const headers of refused) {
      const answer = await ask({ ...headers, 'x-request-id': 'outside' })
      expect(answer.status, JSON.stringify(headers)).toBe(401)
      expect(await answer.json()).toMatchObject({ code: 'unauthorized', requestId: 'outside' })
    }
  })
  it('lets only services call a service endpoint, on behalf of any actor', async () => {
    for (const actor of [ann, actors.visitor(), actors.service('payments')]) {
      const answer = await ask({ [callTokenHeader]: await valid({ kind: 'gateway', actor }) })
      expect(await answer.json()).toMatchObject({ status: 403, code: 'forbidden' })
      expect((await ask({ [callTokenHeader]: await valid({ actor }) })).status).toBe(200)
    }
    // The same in memory, and by the gateway's way of sending.
    const forwarded = { actor: ann, params: { id: v7() }, query: {}, body: '', requestId: 'r', ip: '', secure: true }
    const http = httpSend({ secret, urlOf: () => listening.url })
    for (const send of [runtime.runtime.send, http.send])
      expect((await send('identity', userName, { ...forwarded, header: () => undefined })).status).toBe(403)
    await http.close()
  })
  it('refuses a token that it has seen once it has expired', async () => {
    const headers = { [callTokenHeader]: await sign(secret, '-4s') }
    expect((await ask(headers)).status, 'within what clocks may differ').toBe(200)
    await until(async () => (await ask(headers)).status === 401, { timeoutMs: 5_000 })
  })
  it('is called by TLS, and not by who does not know its certificate', async () => {
    const tls = selfSignedCertificate()
    const app = serviceApp({ runtime: runtime.runtime, secret, metrics: createMetrics(), log })
    const safe = await listen(app, { port: 0, host: '127.0.0.1', tls })
    const [known, unknown] = [tls.cert, undefined].map((ca) => httpSend({ secret, ca, urlOf: () => safe.url }))
    try {
      expect(safe.url).toMatch(/^https:/)
      const id = v7()
      expect(await createCall(known!.send)(userName, ann, { params: { id } })).toMatchObject({ id })
      expect(await refusalOf(createCall(unknown!.send)(userName, ann, { params: { id } }))).toMatchObject({
        code: 'unavailable',
        cause: expect.objectContaining({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      })
    } finally {
      await Promise.all([known?.close(), unknown?.close()])
      await safe.drain()
    }
  })
  it('logs each request with the id it came with', async () => {
    await ask({ [callTokenHeader]: await valid(), 'x-request-id': 'seen-in-log' })
    expect(lines.find((line) => line.requestId === 'seen-in-log')).toMatchObject({
      service: 'identity',
      method: 'GET',
      status: 200,
    })
  })
  it('keeps a secret that stands in a path out of the log', async () => {
    await fetch(`${listening.url}/api/tenant-invitations/a-token-nobody-may-read`, {
      headers: { [callTokenHeader]: await valid({ service: 'tenancy', endpoint: lookUpInvitation }) },
    })
    expect(lines.find((entry) => entry.service === 'tenancy')).toMatchObject({
      path: '/api/tenant-invitations/:token',
      status: 404,
    })
    expect(JSON.stringify(lines)).not.toContain('nobody-may-read')
  })
  it('that is not there is unavailable, with a time to ask again', async () => {
    const nobody = httpSend({ secret, urlOf: () => 'http://127.0.0.1:1' })
    expect(await refusalOf(createCall(nobody.send)(userName, ann, { params: { id: v7() } }))).toMatchObject({
      code: 'unavailable',
      retryAfter: 2,
    })
    await nobody.close()
  })
  it.each([
    [502, '<html>Bad Gateway</html>'],
    [404, 'nothing here'],
    [401, null],
    [200, '<html>a captive portal</html>'],
    [418, '{"code":"teapot","detail":"short and stout"}'],
  ])('something else in its place (%i %s) is unavailable too', async (status, body) => {
    const call = createCall(async () => ({ status, body, headers: [] }))
    expect(await refusalOf(call(userName, ann, { params: { id: v7() } }))).toMatchObject({ code: 'unavailable' })
  })
})

it('draining lets an open request finish, and then does not wait for a client that keeps its connection', async () => {
  let finish = () => {}
  const held = new Promise<void>((resolve) => {
    finish = resolve
  })
  let asked = false
  const app = new Hono().get('/', async (c) => {
    asked = true
    await held
    return c.text('done')
  })
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const answer = once(request(server.url, { agent }).end(), 'response') as Promise<[IncomingMessage]>
  await until(() => asked)
  // Connected ahead of need, as browsers do.
  const ahead = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(ahead, 'connect')
  let drained = false
  const draining = server.drain(60_000).then(() => (drained = true))
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
  expect(drained).toBe(false)
  finish()
  const [response] = await answer
  expect(Buffer.concat(await response.toArray()).toString()).toBe('done')
  await draining
  agent.destroy()
})
