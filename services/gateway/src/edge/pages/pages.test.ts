import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync, brotliDecompressSync } from 'node:zlib'
import { type Listening, listen } from '@keyhold/kit/runtime/http-server'
import { until } from '@keyhold/kit/testing/wait'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Env } from '../context.ts'
import { parseTrusted } from '../origin.ts'
import { addPages } from './pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'keyhold-pages-'))
const root = join(folder, 'dist')
const page = '<!doctype html><head><title>Keyhold</title></head><div id="root"></div>'
const script = 'console.log("hello");'.repeat(200)
let listening: Listening

beforeAll(async () => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  // Beside the folder, with a name that starts like it.
  mkdirSync(join(folder, 'dist-secret'))
  writeFileSync(join(folder, 'dist-secret', 'key.txt'), 'SECRET')
  writeFileSync(join(folder, 'key.txt'), 'SECRET')
  writeFileSync(join(root, 'index.html'), page)
  writeFileSync(join(root, 'theme.js'), 'early()')
  for (const [suffix, bytes] of [
    ['', Buffer.from(script)],
    ['.br', brotliCompressSync(script)],
    ['.gz', gzipSync(script)],
  ] as const)
    writeFileSync(join(root, 'assets', `app-abc123.js${suffix}`), bytes)
  const app = new Hono<Env>()
  addPages(app, { trusted: { proxies: parseTrusted('127.0.0.1'), isSiteSecure: false } }, root)
  listening = await listen(app as unknown as Hono, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await listening.drain(0)
  rmSync(folder, { recursive: true })
})

interface PageAnswer {
  status: number | undefined
  headers: IncomingMessage['headers']
  bytes: Buffer
}

/** Sends the path as it is, and does not decompress the answer. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<PageAnswer> {
  const { hostname, port } = new URL(listening.url)
  const [response] = (await once(request({ hostname, port, path, method, headers }).end(), 'response')) as [
    IncomingMessage,
  ]
  return { status: response.statusCode, headers: response.headers, bytes: Buffer.concat(await response.toArray()) }
}

describe('the page of a landlord’s own host', () => {
  const hostile = '"><script>alert(1)</script> $& Oak'
  const branded = async (path: string) => {
    const app = new Hono<Env>()
    app.use(async (c, next) => {
      const colors = { primary: '#7a1f3d', text: '#ffffff' }
      c.set('site', { landlordId: 'x', name: hostile, logo: null, colors, host: 'homes.example.com' })
      await next()
    })
    addPages(app, { trusted: { proxies: parseTrusted('127.0.0.1'), isSiteSecure: false } }, root)
    return app.request(path)
  }

  it('says the look, and what a landlord typed is text and never markup', async () => {
    const answer = await branded('/login')
    const text = await answer.text()
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(text).not.toContain('<script>alert')
    expect(text).toContain('<title>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; Oak</title>')
    const [, content = ''] = /<meta name="branding" content="([^"]*)"/.exec(text) ?? []
    const plain = content
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
    expect(JSON.parse(plain)).toEqual({ name: hostile, logo: null, colors: { primary: '#7a1f3d', text: '#ffffff' } })
  })

  it('has the same files', async () => {
    expect((await branded('/assets/app-abc123.js')).status).toBe(200)
  })
})

describe('the page', () => {
  it.each([
    '/',
    '/index.html',
    '/login',
    '/properties/019a0000-0000-7000-8000-000000000000',
    '/tenant-register?token=abc',
    '/apiary',
  ])('is what %s answers, to be asked for anew each time', async (path) => {
    const { status, headers, bytes } = await get(path)
    expect({ status, body: bytes.toString() }).toEqual({ status: 200, body: page })
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
  })
  it('allows scripts of the site only, no framing and no type sniffing', async () => {
    const { headers } = await get('/')
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((one) => [one.split(' ')[0], one.split(' ').slice(1).join(' ')]),
    )
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'self'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
    })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.any(String),
      'cross-origin-opener-policy': 'same-origin',
    })
  })
  it('sets HSTS over HTTPS', async () => {
    expect((await get('/')).headers).not.toHaveProperty('strict-transport-security')
    expect((await get('/', { 'x-forwarded-proto': 'https' })).headers).toHaveProperty('strict-transport-security')
  })
  it('is the visitors’ page without a session cookie, and caches keep the two apart', async () => {
    const visitors = page.replace('<div', '<div data-visitor')
    const landing = page.replace('<div', '<div data-landing')
    writeFileSync(join(root, 'visitor.html'), visitors)
    writeFileSync(join(root, 'landing.html'), landing)
    const as = async (cookie?: string) => await get('/login', cookie === undefined ? {} : { cookie })
    expect((await as()).bytes.toString()).toBe(visitors)
    expect((await as('theme=dark; kh_refresh=x')).bytes.toString()).toBe(visitors)
    const [signedIn, visitor] = [await as('theme=dark; kh_access=x.y.z'), await as()]
    expect(signedIn.bytes.toString()).toBe(page)
    expect((await get('/')).bytes.toString()).toBe(landing)
    expect((await get('/', { cookie: 'kh_access=x.y.z' })).bytes.toString()).toBe(page)
    const secure = (cookie: string) => get('/', { cookie, 'x-forwarded-proto': 'https' })
    expect((await secure('__Host-kh_access=x')).bytes.toString()).toBe(page)
    expect((await secure('kh_access=x')).bytes.toString()).toBe(landing)
    expect([signedIn.headers.vary, visitor.headers.vary]).toEqual([
      'cookie, accept-encoding',
      'cookie, accept-encoding',
    ])
    // Who signs in meanwhile has the visitors' page in the browser's cache.
    expect((await get('/login', { cookie: 'kh_access=x', 'if-none-match': visitor.headers.etag ?? '' })).status).toBe(
      200,
    )
    for (const name of ['visitor.html', 'landing.html']) rmSync(join(root, name))
  })
  it('may load Stripe’s scripts and frames only where Stripe is configured', async () => {
    const app = new Hono<Env>()
    addPages(app, { trusted: { proxies: parseTrusted('none'), isSiteSecure: true }, usesStripe: true }, root)
    expect((await app.request('/pricing')).headers.get('strict-transport-security')).toContain('max-age')
    const policy = (headers: Headers) => headers.get('content-security-policy') ?? ''
    const withStripe = policy((await app.request('/pricing')).headers).split('; ')
    expect(withStripe).toEqual(
      expect.arrayContaining([
        "script-src 'self' https://js.stripe.com https://*.js.stripe.com",
        "connect-src 'self' https://api.stripe.com",
        'frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
      ]),
    )
    expect((await get('/pricing')).headers['content-security-policy']).not.toContain('stripe')
    expect(withStripe.filter((rule) => !rule.includes('stripe'))).not.toContainEqual(expect.stringContaining('http'))
  })
  it('is not sent again when the client has it', async () => {
    const { etag = '' } = (await get('/')).headers
    expect(await get('/', { 'if-none-match': etag })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('a file of the page', () => {
  const path = '/assets/app-abc123.js'
  it('is cached for ever only with a hash in its name', async () => {
    expect((await get(path)).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    expect((await get('/theme.js')).headers['cache-control']).toBe('no-cache')
  })
  it.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['', undefined, (bytes: Buffer) => bytes],
    ['identity, gzip;q=0', undefined, (bytes: Buffer) => bytes],
  ] as const)('to who accepts "%s" goes out as %s', async (accepted, coding, unpack) => {
    const { headers, bytes } = await get(path, accepted ? { 'accept-encoding': accepted } : {})
    expect(headers['content-encoding']).toBe(coding)
    expect(headers).toMatchObject({
      vary: 'accept-encoding',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(bytes.length),
    })
    expect(unpack(bytes).toString()).toBe(script)
  })
  it('that is missing is not answered by the page', async () => {
    for (const missing of ['/assets/app-gone.js', '/assets/', '/internal/jwks', '/dev/outbox']) {
      const { status, headers, bytes } = await get(missing)
      expect({ status, body: bytes.toString() }, missing).toEqual({ status: 404, body: 'Not found' })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control'] ?? '').not.toContain('immutable')
    }
  })
  it('cannot be changed by any method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await get('/theme.js', {}, method)).toMatchObject({
        status: 404,
        headers: { 'x-content-type-options': 'nosniff' },
      })
  })
  it.each([
    '/../key.txt',
    '/assets/../../key.txt',
    '/%2e%2e/key.txt',
    '/..%2fkey.txt',
    '/%2e%2e%2fkey.txt',
    '/assets/..%5c..%5ckey.txt',
    '/..%252fkey.txt',
    '//key.txt',
    '/../dist-secret/key.txt',
    '/%2e%2e/dist-secret/key.txt',
    '/..%2fdist-secret/key.txt',
    '/theme.js%00.html',
    '/assets/%c0%ae%c0%ae/key.txt',
  ])('outside its folder is out of reach: %s', async (outside) => {
    const { status, bytes } = await get(outside)
    expect(bytes.toString()).not.toContain('SECRET')
    expect([200, 400, 404]).toContain(status)
    if (status === 200) expect(bytes.toString()).toBe(page)
  })
})

it('HEAD answers the same headers and leaves no file open', async () => {
  // Larger than what is read ahead of anybody asking.
  writeFileSync(join(root, 'large.txt'), Buffer.alloc(1_000_000, 'x'))
  const { headers } = await get('/large.txt')
  for (let n = 0; n < 20; n++) {
    const answer = await get('/large.txt', {}, 'HEAD')
    expect(answer).toMatchObject({
      status: 200,
      bytes: Buffer.alloc(0),
      headers: { etag: headers.etag, 'content-length': '1000000', 'content-type': headers['content-type'] },
    })
  }
  if (process.platform === 'linux')
    await until(() => filesOpenIn(root) === 0, { timeoutMs: 1000, what: 'every file to be closed' })
})

function filesOpenIn(where: string): number {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return targets.filter((target) => target.startsWith(where)).length
}
