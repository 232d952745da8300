import { listInsights } from '@keyhold/contracts/ai'
import { endpoints } from '@keyhold/contracts/api'
import { createSubscription, payTestCard } from '@keyhold/contracts/billing'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { createMaintenance, createTenantMaintenance } from '@keyhold/contracts/maintenance'
import { createPayment, listPayments } from '@keyhold/contracts/payments'
import { addPhoto, createProperty, listPhotos, listProperties } from '@keyhold/contracts/properties'
import type { Role } from '@keyhold/contracts/roles'
import { openTicket } from '@keyhold/contracts/support'
import { createInvitation, createTenant } from '@keyhold/contracts/tenancy'
import { until } from '@keyhold/kit/testing/wait'
import { picture } from '@keyhold/kit/testing/pictures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Product, startProduct } from './testing/product.ts'
import { sampleOf } from './testing/sample.ts'

// Generated from the contracts: a new endpoint is judged here without a line being written for it.
// It only has to exist in the sample portfolio below, when its path names a record that nothing there makes.

const routed = endpoints.filter(({ endpoint }) => endpoint.access !== 'service')
const name = ({ method, path }: Endpoint) => `${method} ${path}`
/** The administrator's alone: every landlord's records on purpose. */
const isPlatforms = ({ access }: Endpoint) => Array.isArray(access) && access.every((role) => role === 'super_admin')
const namesRecord = ({ path }: Endpoint) => path.includes('/:id')

let product: Product
let owner: Person
let other: Person
let tenant: Person
let otherTenant: Person
let admin: Person

beforeAll(async () => {
  product = await startProduct()
  owner = await product.landlord('Olive')
  other = await product.landlord('Otto')
  admin = await product.superAdmin()
  tenant = await furnish(owner)
  otherTenant = await furnish(other)
}, 60_000)
afterAll(() => product.stop())

/** A record of every kind for a landlord, and their tenant signed in to the portal. */
async function furnish(landlord: Person): Promise<Person> {
  const property = await landlord.api(createProperty, { body: sampleOf(createProperty.body) as object })
  const email = `tenant.of.${landlord.email}`
  const made = await landlord.api(createTenant, {
    body: { firstName: 'Toni', lastName: 'Tenant', email, propertyId: property.body.id, monthlyRent: 1000, leaseStartDate: '2026-01-31' },
  })
  await landlord.api(addPhoto, { params: { id: property.body.id }, body: await picture() })
  const begun = await landlord.api(createSubscription, { body: {} })
  await landlord.api(payTestCard, { body: { clientSecret: begun.body.clientSecret, cardNumber: '4242424242424242', expiry: '12/39', cvc: '123' } })
  await landlord.api(createInvitation, { body: { email: `next.${email}` } })
  await landlord.api(createPayment, { body: { tenantId: made.body.id, amount: 50, dueDate: '2026-02-01', paymentType: 'other' } })
  await landlord.api(createMaintenance, { body: { title: 'Roof', description: 'Leaks', propertyId: property.body.id } })
  await landlord.api(openTicket, { body: { subject: 'Import', message: 'How do I import my properties?' } })
  const signedIn = await product.tenantOf(landlord, { email, propertyId: property.body.id })
  await signedIn.api(createTenantMaintenance, { body: { title: 'Tap', description: 'It drips all night' } })
  await until(async () => (await landlord.api(listPayments, { query: { tenantId: made.body.id } })).body.length === 13, { what: 'the twelve rents' })
  await until(async () => (await landlord.api(listInsights)).body.length > 0, { what: 'an insight: the rents are overdue' })
  return signedIn
}

const personOf = (role: Role): Person => ({ landlord: owner, tenant, super_admin: admin })[role]

/** The collection that a path's record stands in: `/api/payments/:id/verify` → `GET /api/payments`. */
function collectionOf({ path }: Endpoint): Endpoint {
  const base = path.slice(0, path.indexOf('/:id'))
  const found = routed.find(({ endpoint }) => endpoint.method === 'GET' && endpoint.path === base)
  if (!found) throw new Error(`${path}: no list at ${base} to take a record from`)
  return found.endpoint
}

async function photoOf(person: Person): Promise<string> {
  for (const { id } of (await person.api(listProperties)).body)
    for (const photo of (await person.api(listPhotos, { params: { id } })).body) return photo.id
  throw new Error('the sample portfolio holds no photo')
}

async function recordOf(endpoint: Endpoint, person: Person): Promise<string> {
  if (endpoint.path.startsWith('/api/photos/')) return photoOf(person)
  const list = await person.api(collectionOf(endpoint))
  const [first] = list.body as { id: string }[]
  if (!first) throw new Error(`${endpoint.path}: the sample portfolio holds no such record`)
  return first.id
}

const call = (client: Pick<Person, 'api'>, endpoint: Endpoint, id: string) =>
  client.api(endpoint, {
    params: { id, photoId: id, size: 'card', token: 'no-such-token', name: 'no_such_database' },
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: (sampleOf(endpoint.body) ?? {}) as object }),
  })

describe('a visitor', () => {
  it.each(routed.map(({ endpoint }) => [name(endpoint), endpoint] as const))('is asked to sign in, or may: %s', async (_, endpoint) => {
    const answer = await call(product.visitor(), endpoint, '019a0000-0000-7000-8000-000000000000')
    expect(answer.status, answer.text).toBeLessThan(500)
    if (endpoint.access === 'public')
      expect(answer.status === 401 ? answer.problem.code : 'allowed', answer.text).toMatch(/allowed|invalid-credentials|unauthorized/)
    else expect(answer.problem).toMatchObject({ status: 401, title: 'Unauthorized', code: 'unauthorized' })
  })
})

describe.each(['landlord', 'tenant', 'super_admin'] as const)('a %s', (role) => {
  it.each(routed.map(({ endpoint }) => [name(endpoint), endpoint] as const))('may do what the contract says: %s', async (_, endpoint) => {
    if (endpoint.access === 'public') return
    const may = (endpoint.access as readonly Role[]).includes(role)
    const answer = await call(personOf(role), endpoint, '019a0000-0000-7000-8000-000000000000')
    if (!may) expect(answer.problem).toMatchObject({ status: 403, code: 'forbidden' })
    else expect([401, 403], answer.text).not.toContain(answer.status === 403 && answer.problem.code !== 'forbidden' ? 200 : answer.status)
    expect(answer.status, answer.text).toBeLessThan(500)
  })
})

describe('another landlord', () => {
  const records = routed.filter(({ endpoint }) => namesRecord(endpoint) && endpoint.access !== 'public' && !isPlatforms(endpoint))

  it.each(records.map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'finds nothing by id, and it is the same nothing as no record: %s',
    async (_, endpoint) => {
      const isTenants = (endpoint.access as readonly Role[]).every((role) => role === 'tenant')
      const id = await recordOf(endpoint, isTenants ? tenant : owner)
      for (const stranger of isTenants ? [otherTenant] : [other, admin]) {
        const theirs = await call(stranger, endpoint, id)
        const absent = await call(stranger, endpoint, '019a0000-0000-7000-8000-000000000000')
        expect(theirs.problem).toMatchObject({ status: 404, code: 'not-found' })
        expect({ ...theirs.problem, requestId: '' }).toEqual({ ...absent.problem, requestId: '' })
      }
    },
  )

  const lists = routed.filter(({ endpoint }) => endpoint.paged && !isPlatforms(endpoint))
  it.each(lists.map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'finds nothing of the first in a list, whatever the filter: %s',
    async (_, endpoint) => {
      const isTenants = (endpoint.access as readonly Role[]).every((role) => role === 'tenant')
      const [mine, stranger] = isTenants ? [tenant, otherTenant] : [owner, other]
      const ids = async (person: Person, query = {}) =>
        ((await person.api(endpoint, { query })).body as Record<string, string>[]).map((record) => record.id)
      const own = await ids(mine)
      expect(own.length, 'the sample portfolio holds none').toBeGreaterThan(0)
      expect((await ids(stranger)).filter((id) => own.includes(id))).toEqual([])
      // A filter with the other landlord's ids must not open a side door.
      const [record] = (await mine.api(endpoint)).body as Record<string, string>[]
      for (const filter of ['propertyId', 'tenantId'])
        if (record?.[filter]) expect((await ids(stranger, { [filter]: record[filter] })).filter((id) => own.includes(id))).toEqual([])
      expect((await stranger.api(endpoint)).headers.get('x-total-count')).toBe(String((await ids(stranger)).length))
    },
  )
})

describe('what other services alone may call', () => {
  it.each(endpoints.filter(({ endpoint }) => endpoint.access === 'service').map(({ endpoint }) => [name(endpoint), endpoint] as const))(
    'is not reachable from outside: %s',
    async (_, endpoint) => {
      for (const client of [product.visitor(), owner, admin]) {
        const answer = await client.fetch(endpoint.path.replace(/:\w+/, '019a0000-0000-7000-8000-000000000000'), { method: endpoint.method })
        expect(answer.status).toBe(404)
      }
    },
  )
})
