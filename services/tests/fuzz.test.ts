import { endpoints } from '@keyhold/contracts/api'
import { uploadDocument } from '@keyhold/contracts/properties/documents'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { Problem } from '@keyhold/contracts/errors'
import { createRecurring } from '@keyhold/contracts/payments/recurring-charges'
import { createMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createVendor } from '@keyhold/contracts/maintenance/vendors'
import { createPayment } from '@keyhold/contracts/payments/payments'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { type Role, roles } from '@keyhold/contracts/roles'
import { listTenants } from '@keyhold/contracts/tenancy/tenants'
import { createImport } from '@keyhold/contracts/tenancy/imports'
import { createUnit } from '@keyhold/contracts/properties/units'
import { writeParts } from '@keyhold/kit/http/multipart'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leasePdf } from '../demo/lease-pdf.ts'
import { type Client, type Person, type Product, startProduct } from '../testing/product.ts'
import { sampleOf } from '../testing/sample.ts'

const routed = endpoints.filter(({ endpoint }) => endpoint.access !== 'service')
// The same attacks at every run; another seed is another set.
const seed = 20_260_301
const runs = 14

let product: Product
let callers: Record<'visitor' | Role, Client>
/** A property that is there, of the landlord, and more that a path may name. */
let home: string
let records: [path: string, id: string][]

beforeAll(async () => {
  product = await startProduct()
  const landlord = await product.landlord('Fay')
  home = (await landlord.api(createProperty, { body: sampleOf(createProperty.body) as object })).body.id
  const tenant = await product.tenantOf(landlord, { propertyId: home })
  callers = { visitor: product.visitor(), landlord, tenant, super_admin: await product.superAdmin() }
  records = await furnish(landlord)
}, 60_000)
afterAll(() => product.stop())

/** What reads and writes by a path has to meet a record of its kind, or the attack ends with a 404. */
async function furnish(landlord: Person): Promise<typeof records> {
  const [tenant] = (await landlord.api(listTenants)).body
  if (!tenant?.tenancyId) throw new Error('the tenant has no tenancy')
  const unit = await landlord.api(createUnit, { params: { id: home }, body: { name: 'Attic' } })
  const request = await landlord.api(createMaintenance, {
    body: { title: 'Tap', description: 'It drips', propertyId: home },
  })
  const vendor = await landlord.api(createVendor, { body: { name: 'Pat' } })
  const payment = await landlord.api(createPayment, {
    body: { tenantId: tenant.id, amount: 50, dueDate: '2026-02-01', paymentType: 'security_deposit' },
  })
  const recurring = await landlord.api(createRecurring, {
    body: { tenantId: tenant.id, description: 'Parking', amount: 40, startsOn: '2026-03-01' },
  })
  const lease = await landlord.api(uploadDocument, {
    body: { file: { name: 'lease.pdf', bytes: leasePdf(['Lease']) } },
  })
  const sheet = { name: 'a.csv', bytes: Buffer.from('firstName,lastName,email\nAda,Moss,ada@tenants.test\n') }
  const started = await landlord.api(createImport, { body: { file: sheet } })
  return [
    ['/api/properties', home],
    ['/api/units', unit.body.id],
    ['/api/tenants', tenant.id],
    ['/api/tenancies', tenant.tenancyId],
    ['/api/maintenance-requests', request.body.id],
    ['/api/vendors', vendor.body.id],
    ['/api/payments', payment.body.id],
    ['/api/recurring-charges', recurring.body.id],
    ['/api/documents', lease.body.id],
    ['/api/tenant-imports', started.body.id],
  ]
}

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

const queryNames = [
  'limit',
  'cursor',
  'q',
  'status',
  'tenantId',
  'propertyId',
  'sort',
  'from',
  'to',
  'asOf',
  'period',
  'points',
  'format',
  'endingWithin',
  '__proto__',
]
const attack = fc.record({
  // Mostly somebody who may call it, so that the attack gets past the door.
  caller: fc.oneof(
    { weight: 3, arbitrary: fc.constant('allowed' as const) },
    { weight: 1, arbitrary: fc.constantFrom('visitor' as const, ...roles) },
  ),
  id: fc.oneof(
    fc.constant('019a0000-0000-7000-8000-000000000000'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }),
  ),
  // In place of that one, a record that is there.
  isThere: fc.boolean(),
  // Fields of the sample body that are spoiled, by position, and how.
  spoiled: fc.array(fc.tuple(fc.nat(30), nasty), { maxLength: 4 }),
  extra: fc.dictionary(
    fc.constantFrom(
      '__proto__',
      'constructor',
      'landlordId',
      'id',
      'status',
      'propertyId',
      'tenantId',
      'dueDate',
      'amount',
    ),
    nasty,
    { maxKeys: 3 },
  ),
  raw: fc.option(
    fc.constantFrom('{', 'null', '[]', '"text"', '123', '{"a":', '\u0000', '{"__proto__":{"x":1}}', '['.repeat(5000)),
    { freq: 6 },
  ),
  query: fc.array(
    fc.tuple(
      fc.constantFrom(...queryNames),
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.constantFrom(
          '0',
          '501',
          '-1',
          'eyJ9',
          'AAAA',
          'bnVsbA',
          '%',
          '2026-02-30',
          '1900-01-01',
          '2199-12-31',
          'yearly',
          'csv',
        ),
      ),
    ),
    { maxLength: 3 },
  ),
  key: fc.option(fc.constantFrom('k', 'k2', 'x'.repeat(300), 'é'), { freq: 4 }),
})

describe('bad input never gets a 5xx, and every refusal is a problem that says what is wrong', () => {
  it.each(routed.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_, endpoint) => {
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
    },
  )
})

type Attack = typeof attack extends fc.Arbitrary<infer T> ? T : never

// Begins like what is taken, and goes on like nothing.
const imageHeads = ['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP', '\0\0\0\x1cftypavif']
const paperHeads = [
  '%PDF-1.7\n',
  'PK\x03\x04',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  '\xff\xd8\xff\xe0',
  'firstName,lastName,email\n',
]
const fileOf = (heads: string[], { spoiled }: Attack) =>
  Buffer.concat([Buffer.from(heads[spoiled.length] ?? '', 'latin1'), Buffer.from(JSON.stringify(spoiled))])

/** A form with spoiled fields, and now and then one that is none. */
async function formOf(sample: Record<string, unknown>, input: Attack): Promise<{ body: Uint8Array; type: string }> {
  const parts = { ...sample }
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const names = Object.keys(parts)
  for (const [position, value] of input.spoiled) parts[names[position % names.length] ?? ''] = text(value)
  for (const [field, value] of Object.entries(input.extra)) if (field !== '__proto__') parts[field] = text(value)
  // Mostly a file stays in its place, so that the attack gets to what reads it.
  if (input.extra.id === undefined)
    parts.file = { name: text(input.spoiled[0]?.[1] ?? 'a.pdf').toWellFormed(), bytes: fileOf(paperHeads, input) }
  const { bytes, type } = await writeParts(parts)
  return {
    body: input.raw === null ? bytes : Buffer.from(input.raw),
    type: input.caller === 'visitor' ? 'multipart/form-data' : type,
  }
}

async function strike(endpoint: Endpoint, input: Attack) {
  const allowed = endpoint.access === 'public' ? 'visitor' : ((endpoint.access[0] ?? 'visitor') as Role)
  const client = callers[input.caller === 'allowed' ? allowed : input.caller]
  const found = input.isThere ? records.find(([path]) => endpoint.path.startsWith(`${path}/:id`))?.[1] : undefined
  const id = found ?? (input.id.replaceAll(/[\ud800-\udfff]/g, '') || 'x')
  const query = Object.fromEntries(input.query.map(([name, value]) => [name, value.replaceAll(/[\ud800-\udfff]/g, '')]))
  const isSafe = /^[\x20-\x7e]*$/
  const headers: Record<string, string> = input.key && isSafe.test(input.key) ? { 'idempotency-key': input.key } : {}
  const params = {
    id,
    token: id,
    photoId: id,
    size: input.spoiled.length % 2 ? 'card' : id,
    kind: input.spoiled.length % 2 ? 'rent-roll' : id,
  }
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return client.api(endpoint, { params, query, headers })
  if (endpoint.encoding === 'bytes') {
    const body = fileOf(imageHeads, input)
    return client.api(endpoint, { params: input.extra.id === undefined ? { id: home } : params, query, body, headers })
  }
  const sample = sampleOf(endpoint.body, 'all')
  if (endpoint.encoding === 'multipart') {
    const { body, type } = await formOf(sample as Record<string, unknown>, input)
    return client.api(endpoint, { params, query, body, headers: { ...headers, 'content-type': type } })
  }
  const body: Record<string, unknown> = typeof sample === 'object' && sample !== null ? { ...sample } : {}
  const names = Object.keys(body)
  for (const [position, value] of input.spoiled) if (names.length) body[names[position % names.length] ?? ''] = value
  for (const [field, value] of Object.entries(input.extra)) if (field !== '__proto__') body[field] = value
  if (endpoint.encoding === 'form')
    return client.api(endpoint, {
      raw: new URLSearchParams(
        Object.fromEntries(Object.entries(body).map(([field, value]) => [field, String(value)])),
      ).toString(),
      headers,
    })
  return client.api(endpoint, { params: { id, token: id }, query, raw: input.raw ?? JSON.stringify(body), headers })
}
