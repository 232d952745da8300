import { endpoints } from '@keyhold/contracts/api'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { Problem } from '@keyhold/contracts/errors'
import { createProperty } from '@keyhold/contracts/properties'
import { type Role, roles } from '@keyhold/contracts/roles'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Product, startProduct } from './testing/product.ts'
import { sampleOf } from './testing/sample.ts'

const routed = endpoints.filter(({ endpoint }) => endpoint.access !== 'service')
// The same attacks at every run; another seed is another set.
const seed = 20_260_301
const runs = 14

let product: Product
let callers: Record<'visitor' | Role, Client>
/** A property that is there, of the landlord. */
let home: string

beforeAll(async () => {
  product = await startProduct()
  const landlord = await product.landlord('Fay')
  home = (await landlord.api(createProperty, { body: sampleOf(createProperty.body) as object })).body.id
  callers = { visitor: product.visitor(), landlord, tenant: await product.tenantOf(landlord), super_admin: await product.superAdmin() }
}, 60_000)
afterAll(() => product.stop())

const nasty = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    "'; drop table property; --",
    '%',
    '_',
    '\\',
    '<script>',
    '../../etc/passwd',
    'NaN',
    '1e309',
    '-0',
    '٣',
    '💥'.repeat(50),
    'x'.repeat(20_000),
    0,
    -1,
    1e308,
    9_007_199_254_740_991,
    0.001,
    true,
    [],
    {},
    [[[[[[]]]]]],
    { $ne: null },
    '2026-02-30',
    '9999-99-99',
    '0000-01-01',
    '-271821-04-20',
    'infinity',
    '2026-03-01T00:00:00Z',
    '019a0000-0000-7000-8000-000000000000',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 2 }),
)

const queryNames = ['limit', 'cursor', 'q', 'status', 'tenantId', 'propertyId', 'sort', 'from', 'to', '__proto__']
const attack = fc.record({
  // Mostly somebody who may call it, so that the attack gets past the door.
  caller: fc.oneof(
    { weight: 3, arbitrary: fc.constant('allowed' as const) },
    { weight: 1, arbitrary: fc.constantFrom('visitor' as const, ...roles) },
  ),
  id: fc.oneof(fc.constant('019a0000-0000-7000-8000-000000000000'), fc.string({ unit: 'binary', minLength: 1, maxLength: 30 })),
  // Fields of the sample body that are spoiled, by position, and how.
  spoiled: fc.array(fc.tuple(fc.nat(30), nasty), { maxLength: 4 }),
  extra: fc.dictionary(
    fc.constantFrom('__proto__', 'constructor', 'landlordId', 'id', 'status', 'propertyId', 'tenantId', 'dueDate', 'amount'),
    nasty,
    { maxKeys: 3 },
  ),
  raw: fc.option(fc.constantFrom('{', 'null', '[]', '"text"', '123', '{"a":', '\u0000', '{"__proto__":{"x":1}}', '['.repeat(5000)), { freq: 6 }),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(...queryNames),
      fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.constantFrom('0', '501', '-1', 'eyJ9', 'AAAA', 'bnVsbA', '%', '2026-02-30')),
    ),
    { maxLength: 3 },
  ),
  key: fc.option(fc.constantFrom('k', 'k2', 'x'.repeat(300), 'é'), { freq: 4 }),
})

describe('bad input never gets a 5xx, and every refusal is a problem that says what is wrong', () => {
  it.each(routed.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', async (_, endpoint) => {
    await fc.assert(
      fc.asyncProperty(attack, async (input) => {
        const answer = await strike(endpoint, input)
        expect(answer.status, answer.text).toBeLessThan(500)
        if (answer.status >= 400) {
          expect(answer.headers.get('content-type')).toBe('application/problem+json')
          const problem = Problem.parse(JSON.parse(answer.text))
          expect(problem.status).toBe(answer.status)
          expect(problem.detail.length).toBeGreaterThan(3)
        }
      }),
      { seed, numRuns: runs },
    )
  })
})

type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never

async function strike(endpoint: Endpoint, input: Attack) {
  const allowed = endpoint.access === 'public' ? 'visitor' : ((endpoint.access[0] ?? 'visitor') as Role)
  const client = callers[input.caller === 'allowed' ? allowed : input.caller]
  const id = input.id.replaceAll(/[\ud800-\udfff]/g, '') || 'x'
  const query = Object.fromEntries(input.query.map(([name, value]) => [name, value.replaceAll(/[\ud800-\udfff]/g, '')]))
  const isSafe = /^[\x20-\x7e]*$/
  const headers: Record<string, string> = input.key && isSafe.test(input.key) ? { 'idempotency-key': input.key } : {}
  const params = { id, token: id, photoId: id, size: input.spoiled.length % 2 ? 'card' : id }
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return client.api(endpoint, { params, query, headers })
  if (endpoint.encoding === 'bytes') {
    // Begins like an image, and goes on like nothing.
    const head = ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP', '\0\0\0\x1cftypavif', ''][input.spoiled.length] ?? ''
    const body = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(JSON.stringify(input.spoiled))])
    return client.api(endpoint, { params: input.extra.id === undefined ? { id: home } : params, query, body, headers })
  }
  const sample = sampleOf(endpoint.body, 'all')
  const body: Record<string, unknown> = typeof sample === 'object' && sample !== null ? { ...sample } : {}
  const names = Object.keys(body)
  for (const [position, value] of input.spoiled) if (names.length) body[names[position % names.length] ?? ''] = value
  for (const [field, value] of Object.entries(input.extra)) if (field !== '__proto__') body[field] = value
  if (endpoint.encoding === 'form')
    return client.api(endpoint, {
      raw: new URLSearchParams(Object.fromEntries(Object.entries(body).map(([field, value]) => [field, String(value)]))).toString(),
      headers,
    })
  return client.api(endpoint, { params: { id, token: id }, query, raw: input.raw ?? JSON.stringify(body), headers })
}
