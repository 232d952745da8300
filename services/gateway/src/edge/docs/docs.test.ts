import { endpoints } from '@keyhold/contracts/api'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { recordedLog } from '@keyhold/kit/testing/recorded-log'
import { until } from '@keyhold/kit/testing/wait'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Product, startProduct } from '../../../../testing/product.ts'

const { log, lines } = recordedLog()
let product: Product
beforeAll(async () => {
  product = await startProduct({ log, env: { PUBLIC_URL: 'https://rent.test', TRUST_PROXY: 'none' } })
})
afterAll(() => product.stop())

const text = async (path: string, headers: Record<string, string> = {}) =>
  (await product.visitor().fetch(path, { headers })).text()
const json = async (path: string) => JSON.parse(await text(path)) as Record<string, unknown>

interface Operation {
  operationId: string
  security?: object[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: object }
  responses: Record<string, { content?: Record<string, object> }>
}
interface Document {
  openapi: string
  info: object
  servers: object[]
  paths: Record<string, Record<string, Operation>>
}

describe('the API’s description', () => {
  const document = async () => (await json('/api/docs/openapi.json')) as unknown as Document
  const operations = async () =>
    Object.entries((await document()).paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
    )

  it('is OpenAPI 3.1 with the URL of this site', async () => {
    expect(await document()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: 'Keyhold', version: expect.any(String) },
      servers: [{ url: 'https://rent.test' }],
    })
  })
  it('holds every public endpoint, and no internal one', async () => {
    const described = (await operations()).map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const routed = endpoints
      .filter(({ endpoint }) => endpoint.access !== 'service')
      .map(({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/:(\w+)/g, '{$1}')}`)
    expect(described.toSorted()).toEqual(routed.toSorted())
    expect(described.filter((one) => one.includes('/internal'))).toEqual([])
  })
  it('declares every path parameter, names each operation once, and says which ones need a session', async () => {
    const all = await operations()
    expect(new Set(all.map(({ operation }) => operation.operationId)).size).toBe(all.length)
    for (const { path, method, operation } of all) {
      const inPath = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name)
      expect(inPath.toSorted(), path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted())
      expect(Object.keys(operation.responses).filter((status) => status.startsWith('2'))).toHaveLength(1)
      const endpoint = endpoints.find(
        (one) => one.endpoint.method === method.toUpperCase() && one.endpoint.path.replace(/:(\w+)/g, '{$1}') === path,
      )?.endpoint
      expect(operation.security !== undefined, `${method} ${path}`).toBe(endpoint?.access !== 'public')
    }
  })
  it('contains everything that it refers to', async () => {
    const whole = await document()
    const references = new Set(
      [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path),
    )
    expect(references.size).toBeGreaterThan(3)
    for (const reference of references)
      expect(
        reference.split('/').reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], whole),
        reference,
      ).toBeDefined()
  })
  it('is also a page for people, without scripts', async () => {
    const answer = await product.visitor().fetch('/api/docs')
    const page = await answer.text()
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';")
    for (const { endpoint } of endpoints)
      expect(page.includes(`<code>${endpoint.path.replace(/:(\w+)/g, '{$1}')}</code>`), endpoint.path).toBe(
        endpoint.access !== 'service',
      )
    expect(page).not.toMatch(/<script|\son\w+=/)
  })
})

describe('an operator', () => {
  it('can check that the process is alive', async () => {
    expect(await json('/healthz')).toEqual({ status: 'alive' })
  })
  it('sees requests counted by service, route and status, without ids and paths', async () => {
    for (const id of ['019a0000-0000-7000-8000-000000000000', '019a0000-0000-7000-8000-000000000001'])
      await text(`/api/properties/${id}`)
    await text('/api/made/up')
    const figures = await text('/metrics')
    expect(figures).toContain(
      'keyhold_request_seconds_count{service="properties",route="GET /api/properties/:id",status="401"} 2',
    )
    expect(figures).toMatch(/^keyhold_outbox_backlog \d+$/m)
    expect(figures).toMatch(/^keyhold_dead_letters 0$/m)
    expect(figures).toMatch(/^keyhold_open_streams 0$/m)
    expect(figures).toMatch(/^process_cpu_seconds_total /m)
    expect(figures).not.toMatch(/019a0000|made\/up/)
  })
  it('can follow a request id from the header through the log to the event', async () => {
    const ann = await product.landlord('Ann')
    const requestId = 'follow-me-1'
    const made = await ann.api(createProperty, {
      headers: { 'x-request-id': requestId },
      body: { address: '1 Elm St', type: 'house', monthlyRent: 1000, bedrooms: 1, bathrooms: 1 },
    })
    expect(made.headers.get('x-request-id')).toBe(requestId)
    const of = () => lines.filter((line) => line.requestId === requestId)
    expect(of().find((line) => line.path === '/api/properties')).toMatchObject({
      method: 'POST',
      status: 201,
      level: 'info',
      ms: expect.any(Number),
    })
    const sql = postgres(product.databaseUrl, { max: 1 })
    try {
      const event = await until(
        async () =>
          (
            await sql<
              { envelope: object }[]
            >`select envelope from bus.message where envelope->>'requestid' = ${requestId}`
          )[0],
      )
      expect(event.envelope).toMatchObject({
        type: 'properties.property.created',
        subject: made.body.id,
        landlordid: ann.user.id,
      })
    } finally {
      await sql.end()
    }
    // The consumer of the event logs the same request id.
    await until(() => of().some((line) => line.eventId !== undefined), {
      what: 'the consumer’s log line of the same request',
    })
  })
  it('finds no password, token or cookie in the log', async () => {
    await text('/api/tenant-invitations/a-token-nobody-may-read?q=a-query-nobody-may-read', {
      cookie: 'kh_access=a-cookie-nobody-may-read',
    })
    expect(lines.find((line) => String(line.path).startsWith('/api/tenant-invitations'))).toMatchObject({
      path: '/api/tenant-invitations/:token',
      status: 404,
    })
    const ann = await product.signIn('ann@landlords.test', 'correct-horse-42', 'landlord')
    const whole = JSON.stringify(lines)
    for (const secret of ['nobody-may-read', 'correct-horse', ...ann.cookies.values()])
      expect(whole).not.toContain(secret)
  })
  it('sees which part is down, and when it is back', async () => {
    type Ready = { ready: boolean; parts: Record<string, string> }
    const ready = async () => {
      const answer = await product.visitor().fetch('/readyz')
      return { status: answer.status, ...((await answer.json()) as Ready) }
    }
    const parts = ['identity', 'properties', 'tenancy', 'payments', 'maintenance', 'messaging', 'ai'].flatMap(
      (name) => [`${name}.database`, `${name}.relay`],
    )
    await until(async () => (await ready()).status === 200)
    expect(Object.entries((await ready()).parts).filter(([, state]) => state !== 'ready')).toEqual([])
    expect(Object.keys((await ready()).parts)).toEqual(expect.arrayContaining([...parts, 'bus', 'gateway.sessions']))

    const url = new URL(product.databaseUrl)
    const name = url.pathname.slice(1)
    url.pathname = '/postgres'
    const admin = postgres(url.href, { max: 1, onnotice: () => {} })
    try {
      await admin`alter database ${admin(name)} allow_connections false`
      await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name}`
      const down = await until(
        async () => {
          const state = await ready()
          return parts.every((part) => state.parts[part] !== 'ready') && state.parts.bus !== 'ready' && state
        },
        { what: 'every part that needs the database to be down' },
      )
      expect(down).toMatchObject({ status: 503, ready: false })
      expect(JSON.stringify(down)).not.toMatch(/127\.0\.0\.1|password|ECONN|t_[\da-f]{20}/)
      expect(await json('/healthz')).toEqual({ status: 'alive' })
      const answer = await product.visitor().fetch('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"a@b.test","password":"x","userType":"landlord"}',
      })
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
      expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' })
    } finally {
      await admin`alter database ${admin(name)} allow_connections true`
      await admin.end()
    }
    await until(async () => (await ready()).status === 200, { timeoutMs: 20_000, what: 'every part to be back' })
  }, 40_000)
})
