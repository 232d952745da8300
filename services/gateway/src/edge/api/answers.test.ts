import { gunzipSync } from 'node:zlib'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { currentUser, login } from '@keyhold/contracts/identity/accounts'
import { createProperty, listProperties } from '@keyhold/contracts/properties/properties'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Product, startProduct } from '../../../../testing/product.ts'

let product: Product
let ann: Person
let ben: Person
beforeAll(async () => {
  product = await startProduct({
    env: { TRUST_PROXY: '127.0.0.1', DEV_OUTBOX: 'off', RATE_LIMIT_PER_SECOND: '20', RATE_LIMIT_BURST: '30' },
  })
  ann = await product.landlord('Ann')
  ben = await product.landlord('Ben')
})
afterAll(() => product.stop())

let address = 0
/** A caller that has made no request yet. */
const from = (ip = `198.51.100.${++address}`) => ({ 'x-forwarded-for': ip })
const credentials = { email: 'nobody@landlords.test', password: 'x', userType: 'landlord' as const }
const json = { 'content-type': 'application/json' }

describe('the rate limit', () => {
  const sendMany = (headers: Record<string, string>, count = 90) =>
    Promise.all(Array.from({ length: count }, () => product.visitor().api(currentUser, { headers })))
  it('refuses a caller with the time to retry, and no other caller', async () => {
    const mine = from()
    const answers = await sendMany(mine)
    const refused = answers.filter(({ status }) => status === 429)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(30)
    expect(refused.length).toBeGreaterThan(0)
    for (const { problem, headers } of refused) {
      expect(problem).toMatchObject({ title: 'Too Many Requests', code: 'too-many-requests' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    }
    expect((await product.visitor().api(currentUser, { headers: from() })).status).toBe(401)
  })
  it('counts per user when signed in, whatever the address', async () => {
    const cookie = `kh_access=${ann.cookies.get('kh_access')}`
    const answers = await Promise.all(
      Array.from({ length: 90 }, () => product.visitor().api(currentUser, { headers: { cookie, ...from() } })),
    )
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    expect((await ben.api(currentUser)).status).toBe(200)
  })
})

describe('a body', () => {
  const post = (body: string | ReadableStream, headers: Record<string, string> = json) =>
    product.visitor().fetch('/api/auth/login', {
      method: 'POST',
      headers: { ...headers, ...from() },
      body,
      ...(typeof body === 'string' ? {} : { duplex: 'half' }),
    })
  const large = JSON.stringify({ ...credentials, note: 'x'.repeat(login.maxBody) })
  it('that is too large is 413, with a content length or without', async () => {
    expect(await (await post(large)).json()).toMatchObject({
      status: 413,
      code: 'payload-too-large',
      detail: 'The request is too large: at most 1024 KB.',
    })
    const withoutLength = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large))
        controller.close()
      },
    })
    expect((await post(withoutLength)).status).toBe(413)
  })
  it('of exactly the maximum size is read', async () => {
    const note = 'x'.repeat(login.maxBody - JSON.stringify({ ...credentials, note: '' }).length)
    expect((await post(JSON.stringify({ ...credentials, note }))).status).toBe(401)
  })
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'of type %s is 415',
    async (type) => {
      expect(await (await post(JSON.stringify(credentials), { 'content-type': type })).json()).toMatchObject({
        status: 415,
        code: 'unsupported-media-type',
      })
    },
  )
  it('may write its JSON type in any valid way', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON'])
      expect((await post(JSON.stringify(credentials), { 'content-type': type })).status).toBe(401)
  })
  it.each(['{', '{"a":1,}', 'undefined', "{'a':1}"])('that is not JSON is 400: %s', async (text) => {
    expect(await (await post(text)).json()).toMatchObject({ status: 400, code: 'unreadable-body' })
  })
})

describe('a path', () => {
  it('that accepts other methods names them', async () => {
    for (const [method, path, allow] of [
      ['DELETE', '/api/auth/login', 'POST'],
      ['PATCH', '/api/properties', 'GET, POST'],
      ['OPTIONS', '/api/properties', 'GET, POST'],
    ] as const) {
      const answer = await product.visitor().fetch(path, { method, headers: from() })
      expect(answer.headers.get('allow')?.split(', ').toSorted().join(', ')).toBe(allow)
      expect(await answer.json()).toMatchObject({ status: 405, code: 'method-not-allowed' })
    }
  })
  it('that does not exist is a problem, for any method', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['POST', '/api/auth/nothing'],
      ['GET', '/api'],
      ['DELETE', '/api/'],
      ['GET', '/api/internal/jwks'],
    ] as const) {
      const answer = await product.visitor().fetch(path, { method, headers: from() })
      expect(answer.headers.get('content-type'), path).toBe('application/problem+json')
      expect(await answer.json()).toMatchObject({ status: 404, code: 'not-found' })
    }
  })
  it('/api/login redirects to the sign-in page', async () => {
    const answer = await product.visitor().fetch('/api/login')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login'])
  })
  it('/dev/outbox does not exist unless it is configured', async () => {
    for (const method of ['GET', 'POST'])
      expect((await product.visitor().fetch('/dev/outbox', { method })).status).toBe(404)
  })
})

describe('every answer', () => {
  it('has headers against sniffing, framing, caching and scripts', async () => {
    for (const [method, path] of [
      ['GET', '/api/auth/user'],
      ['GET', '/api/nothing'],
      ['POST', '/api/auth/user'],
      ['GET', '/api/docs/openapi.json'],
      ['GET', '/api/login'],
      ['GET', '/api/stream'],
    ] as const) {
      const { headers } = await product.visitor().fetch(path, { method, headers: from() })
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })
  it('has the request id that the request came with, if that is valid', async () => {
    const ask = async (id: string) =>
      await product.visitor().api(currentUser, { headers: { 'x-request-id': id, ...from() } })
    const kept = await ask('trace-1:a.b_c')
    expect([kept.headers.get('x-request-id'), kept.problem.requestId]).toEqual(['trace-1:a.b_c', 'trace-1:a.b_c'])
    for (const id of ['', 'a b', '<script>', 'x'.repeat(129)])
      expect((await ask(id)).headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })
  it('is compressed if the client accepts that, with the same content', async () => {
    const bob = await product.landlord('Bob')
    for (let n = 0; n < 4; n++)
      await bob.api(createProperty, {
        body: {
          address: `${n} Elm Street, ümlaut`,
          type: 'house',
          monthlyRent: 1000,
          bedrooms: 1,
          bathrooms: 1,
          description: 'a'.repeat(500),
        },
      })
    const plain = await raw('/api/properties', bob, 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const compressed = await raw('/api/properties', bob, 'br;q=0, gzip')
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      vary: 'accept-encoding',
      'content-length': String(compressed.bytes.length),
      'x-total-count': '4',
    })
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true)
    expect(JSON.parse(plain.bytes.toString())).toEqual((await bob.api(listProperties)).body)
    expect((await raw('/api/properties', bob, 'gzip;q=0')).headers['content-encoding']).toBeUndefined()
  })
  it('to HEAD is the same without its body, and the connection stays open', async () => {
    const whole = await ben.api(currentUser)
    for (let n = 0; n < 3; n++) {
      const answer = await ben.fetch('/api/auth/user', { method: 'HEAD' })
      expect([answer.status, await answer.text()]).toEqual([200, ''])
      for (const name of ['content-type', 'content-length'])
        expect(answer.headers.get(name)).toBe(whole.headers.get(name))
    }
  })
})

/** Without the decompression that `fetch` does. */
async function raw(
  path: string,
  person: Person,
  accepted: string,
): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  const asked = request(product.url + path, {
    headers: { cookie: `kh_access=${person.cookies.get('kh_access')}`, 'accept-encoding': accepted },
  }).end()
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  return { headers: response.headers, bytes: Buffer.concat(await response.toArray()) }
}
