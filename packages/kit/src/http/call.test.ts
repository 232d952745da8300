import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import { currentUser, login, userName } from '@keyhold/contracts/identity/accounts'
import { jwks } from '@keyhold/contracts/identity/sessions'
import { endpoint } from '@keyhold/contracts/endpoint'
import { listProperties } from '@keyhold/contracts/properties/properties'
import { propertySummary } from '@keyhold/contracts/properties/property-snapshots'
import { route } from '@keyhold/contracts/route'
import { z } from '@keyhold/contracts/zod'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '../runtime/actor.ts'
import { type Call, createCall, httpSend, type Send } from './call.ts'
import { type Listening, listen, serviceApp } from '../runtime/http-server.ts'
import { silentLog } from '../runtime/log.ts'
import { createMetrics } from '../runtime/metrics.ts'
import { Refusal, refuse } from './problem.ts'
import { requestContext } from '../runtime/request-context.ts'
import type { ServiceRequest } from './request.ts'
import { Reply, serve } from './serve.ts'
import { defineService } from '../runtime/service.ts'
import { actors, startTestApp, type TestApp } from '../testing/test-app.ts'

/** What a handler saw last, for what its contract's answer can't say. */
let saw: {
  actor: Actor
  query: unknown
  requestId: string
  headers: (string | undefined)[]
  ip: string
  secure: boolean
}
let release = () => {}
const held = new Promise<void>((resolve) => {
  release = resolve
})

const signedWebhook = endpoint(route('POST', '/api/webhooks/signed', 'public'), {
  headers: ['x-test-signature'],
  response: z.object({ signature: z.string().optional() }),
  idempotent: false,
  summary: 'A webhook whose signature is in a header of its own',
})

const refusals: Record<string, () => never> = {
  taken: () => refuse('email-taken', 'An account with this email already exists'),
  often: () => refuse('too-many-requests', 'Please wait.', { retryAfter: 90 }),
  invalid: () => {
    throw new Refusal('invalid-input', 'Choose a better one.', {
      issues: [{ path: 'password', message: 'Choose a better one' }],
    })
  },
  error: () => {
    throw new Error('secret of the inside')
  },
}

const identity = defineService({
  name: 'identity',
  config: z.object({}),
  build: () => ({
    routes: [
      serve(userName, async ({ actor, params, request, query }) => {
        saw = {
          actor,
          query,
          requestId: request.requestId,
          headers: (['cookie', 'user-agent', 'host', 'origin'] as const).map((name) => request.header(name)),
          ip: request.ip,
          secure: request.secure,
        }
        return {
          id: params.id,
          email: 'a@b.test',
          firstName: 'Zoë',
          lastName: '\u202e💥"\\',
          phone: null,
          userType: 'landlord' as const,
        }
      }),
      serve(signedWebhook, async ({ request }) => ({ signature: request.header('x-test-signature') })),
      serve(
        createTenantLogin,
        async ({ body }) => refusals[body.firstName]?.() ?? { userId: body.tenantId, isMailed: false },
      ),
      serve(jwks, async () => {
        await held
        return { keys: [] }
      }),
      serve(
        login,
        async ({ body, request }) =>
          new Reply({ ...user, email: body.email, firstName: request.header('cookie') ?? '' }, [
            ['set-cookie', 'kh_access=1; Path=/'],
            ['set-cookie', 'kh_refresh=2; Path=/'],
          ]),
      ),
    ],
  }),
})
const properties = defineService({
  name: 'properties',
  config: z.object({}),
  build: () => ({
    routes: [
      serve(listProperties, async ({ query }) => {
        saw = { ...saw, query }
        return { items: [], total: 3, next: 'abc' }
      }),
    ],
  }),
})

const at = '2026-01-01T00:00:00.000Z'
const user = {
  id: v7(),
  email: '',
  firstName: '',
  lastName: '',
  phone: null,
  profileImageUrl: null,
  userType: 'landlord' as const,
  landlordId: null,
  tenantId: null,
  isActive: true,
  databaseName: null,
  subscriptionPlan: null,
  subscriptionStatus: null,
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
  trialStartDate: null,
  trialEndDate: null,
  subscriptionStartDate: null,
  subscriptionEndDate: null,
  maxProperties: null,
  createdAt: at,
  updatedAt: at,
}

const secret = 'a secret of at least 32 characters'
let app: TestApp
let listening: Listening
let http: ReturnType<typeof httpSend>
const ways: Record<string, { call: Call; send: Send }> = {}
beforeAll(async () => {
  app = await startTestApp([identity, properties])
  listening = await listen(serviceApp({ runtime: app.runtime, secret, metrics: createMetrics(), log: silentLog }), {
    port: 0,
    host: '127.0.0.1',
  })
  http = httpSend({ secret, urlOf: () => listening.url })
  ways['in memory'] = { call: app.runtime.call, send: app.runtime.send }
  ways['over HTTP'] = { call: createCall(http.send), send: http.send }
})
afterAll(async () => {
  release()
  await http.close()
  await listening.drain()
  await app.stop()
})

const ann = actors.landlord()
const everybody: Actor[] = [
  actors.visitor(),
  ann,
  actors.superAdmin(),
  actors.tenantOf(ann),
  actors.unlinkedTenant(),
  actors.service('payments'),
  actors.service('payments', ann.landlordId),
]
const newLogin = (firstName: string) => ({
  landlordId: v7(),
  tenantId: v7(),
  email: 'a@b.test',
  password: 'correct-horse-42',
  firstName,
  lastName: 'B',
  invitationId: v7(),
  ip: '127.0.0.1',
})
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('it answered'),
    (error: unknown) => error as Refusal,
  )

describe.each(['in memory', 'over HTTP'])('a call %s', (name) => {
  const call: Call = (...given) => (ways[name] as { call: Call }).call(...given)
  const send: Send = (...given) => (ways[name] as { send: Send }).send(...given)

  it('answers what the handler answered, letter by letter', async () => {
    const id = v7()
    expect(await call(userName, ann, { params: { id } })).toEqual({
      id,
      email: 'a@b.test',
      firstName: 'Zoë',
      lastName: '\u202e💥"\\',
      phone: null,
      userType: 'landlord',
    })
  })
  it.each(everybody)('acts as the same actor behind it: %o', async (actor) => {
    await call(userName, actor, { params: { id: v7() } })
    expect(saw.actor).toEqual(actor)
  })
  it('carries the query as it was meant', async () => {
    const q = 'a+b &=?#%41 é💥/'
    await call(listProperties, ann, { query: { q, limit: 7 } })
    expect(saw.query).toMatchObject({ q, limit: 7, sort: 'newest' })
  })
  it('carries the request id of the request it serves', async () => {
    await requestContext.run({ requestId: 'the-one', clock: app.clock }, () =>
      call(userName, ann, { params: { id: v7() } }),
    )
    expect(saw.requestId).toBe('the-one')
  })
  it('passes a refusal on with its code, sentence, issues and time to wait', async () => {
    expect(await refusalOf(call(createTenantLogin, ann, { body: newLogin('taken') }))).toMatchObject({
      code: 'email-taken',
      message: 'An account with this email already exists',
    })
    expect(await refusalOf(call(createTenantLogin, ann, { body: newLogin('often') }))).toMatchObject({
      code: 'too-many-requests',
      retryAfter: 90,
    })
    expect(await refusalOf(call(createTenantLogin, ann, { body: newLogin('invalid') }))).toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'password', message: 'Choose a better one' }],
    })
    expect(await refusalOf(call(userName, ann, { params: { id: 'no id' } }))).toMatchObject({ code: 'not-found' })
  })
  it('sees a failure of the other service as one that is away', async () => {
    const refusal = await refusalOf(call(createTenantLogin, ann, { body: newLogin('error') }))
    expect(refusal).toMatchObject({ code: 'unavailable', retryAfter: 2 })
    expect(`${refusal.message} ${String(refusal.cause)}`).not.toContain('secret of the inside')
  })
  it('does not wait longer than it may', async () => {
    expect(await refusalOf(call(jwks, actors.service('gateway'), { timeoutMs: 30 }))).toMatchObject({
      code: 'unavailable',
    })
  })
  it('what the service does not answer is not found', async () => {
    expect(await refusalOf(call(propertySummary, ann))).toMatchObject({ code: 'not-found' })
    expect(await refusalOf(call(currentUser, ann))).toMatchObject({ code: 'not-found' })
  })

  const headers: Record<string, string> = {
    cookie: 'a=1; b=2',
    'user-agent': 'test/1',
    host: 'rent.test:8443',
    origin: 'https://rent.test',
  }
  const request = (over: Partial<ServiceRequest> = {}): ServiceRequest => ({
    actor: ann,
    isFromService: true,
    params: {},
    query: {},
    body: '',
    requestId: 'r-1',
    ip: '203.0.113.9',
    secure: true,
    header: (header) => headers[header],
    ...over,
  })
  it('carries the headers, address and scheme of the person behind it', async () => {
    await send('identity', userName, request({ params: { id: v7() } }))
    expect(saw).toMatchObject({ headers: Object.values(headers), ip: '203.0.113.9', secure: true, requestId: 'r-1' })
    await send('identity', userName, request({ params: { id: v7() }, secure: false, ip: '' }))
    expect(saw).toMatchObject({ ip: '', secure: false })
  })
  it('carries a header that the endpoint declares', async () => {
    const header = (asked: string) => (asked === 'x-test-signature' ? 't=1,v1=2' : undefined)
    const answer = await send('identity', signedWebhook, request({ header }))
    expect(JSON.parse(String(answer.body))).toEqual({ signature: 't=1,v1=2' })
  })
  it('carries cookies there, and each cookie back', async () => {
    const answer = await send(
      'identity',
      login,
      request({ body: JSON.stringify({ email: 'A@b.test', password: 'x', userType: 'landlord' }) }),
    )
    expect(answer.status).toBe(200)
    expect(answer.headers.filter(([header]) => header === 'set-cookie')).toEqual([
      ['set-cookie', 'kh_access=1; Path=/'],
      ['set-cookie', 'kh_refresh=2; Path=/'],
    ])
    expect(JSON.parse(String(answer.body))).toMatchObject({ email: 'a@b.test', firstName: 'a=1; b=2' })
  })
  it('carries the headers of a page of a list', async () => {
    const { status, headers: back, body } = await send('properties', listProperties, request({ query: { q: 'a b' } }))
    expect({ status, body }).toEqual({ status: 200, body: '[]' })
    expect(Object.fromEntries(back)).toMatchObject({
      'x-total-count': '3',
      link: '</api/properties?q=a+b&cursor=abc>; rel="next"',
    })
  })
})
