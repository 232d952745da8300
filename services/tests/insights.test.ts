import { dismissInsight, type Insight, listInsights } from '@keyhold/contracts/ai/insights'
import { createMaintenance, getMaintenance } from '@keyhold/contracts/maintenance/requests'
import { getPayment, listPayments } from '@keyhold/contracts/payments/payments'
import { verifyPayment } from '@keyhold/contracts/payments/verification'
import { createProperty, getProperty, type Property } from '@keyhold/contracts/properties/properties'
import { createTenant, getTenant } from '@keyhold/contracts/tenancy/tenants'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { until } from '@keyhold/kit/testing/wait'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type Product, startProduct } from '../testing/product.ts'

// From what a landlord enters to the findings, through the real services.

const clock = settableClock(new Date())
const dayMs = 86_400_000
const daysFromNow = (days: number) => new Date(clock.now().getTime() + days * dayMs).toISOString().slice(0, 10)

let product: Product
let ann: Person
let bob: Person
let tenantId: string
beforeAll(async () => {
  product = await startProduct({ clock })
  ann = await product.landlord('Ann')
  bob = await product.landlord('Bob')
  tenantId = await furnish(ann)
}, 60_000)
afterAll(() => product.stop())

const kinds = async (who: Person) =>
  (await who.api(listInsights)).body.map(({ metadata }) => String(metadata.rule)).toSorted()

/** A cheap home among four, a lease that ends soon with two rents behind, and a heating that breaks again and again. */
async function furnish(landlord: Person): Promise<string> {
  const homes: Property[] = []
  for (const monthlyRent of [1500, 2000, 2000, 2000]) {
    const place = {
      name: `Home ${homes.length}`,
      address: `${homes.length} Oak St`,
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      bedrooms: 2,
    }
    homes.push(
      (await landlord.api(createProperty, { body: { ...place, propertyType: 'apartment', monthlyRent } })).body,
    )
  }
  const { body: tenant } = await landlord.api(createTenant, {
    body: {
      firstName: 'Toni',
      lastName: 'Tenant',
      email: `toni.of.${landlord.email}`,
      propertyId: homes[1]!.id,
      monthlyRent: 2000,
      leaseStartDate: daysFromNow(-40),
      leaseEndDate: daysFromNow(45),
    },
  })
  for (const title of ['No heat', 'No heat again', 'Heating rattles'])
    await landlord.api(createMaintenance, {
      body: { title, description: 'It is cold.', category: 'hvac', propertyId: homes[1]!.id },
    })
  return tenant.id
}

it('finds what the records show, each finding with evidence that leads to the landlord’s own records', async () => {
  await until(async () => (await kinds(ann)).length === 4, { what: 'four findings', timeoutMs: 30_000 })
  expect(await kinds(ann)).toEqual(['arrears', 'lease-ending', 'rent-below-comparables', 'repeated-repairs'])
  const { body: insights } = await ann.api(listInsights)
  const endpoints = { property: getProperty, tenant: getTenant, payment: getPayment, maintenance: getMaintenance }
  const seen = new Set<string>()
  for (const { recordType, recordId } of insights.flatMap(({ evidence }) => evidence)) {
    if (!recordType || !recordId) continue
    seen.add(recordType)
    expect((await ann.api(endpoints[recordType], { params: { id: recordId } })).status, recordType).toBe(200)
    expect((await bob.api(endpoints[recordType], { params: { id: recordId } })).status, recordType).toBe(404)
  }
  expect([...seen].toSorted()).toEqual(['maintenance', 'payment', 'property', 'tenant'])
  expect(insights.find(({ metadata }) => metadata.rule === 'arrears')).toMatchObject({
    tenantId,
    metadata: { inputs: { overdue: 4000 } },
  })
})

it('shows another landlord none of them, and judges the two apart', async () => {
  expect((await bob.api(listInsights)).body).toEqual([])
  const [first] = (await ann.api(listInsights)).body
  expect((await bob.api(dismissInsight, { params: { id: first!.id } })).status).toBe(404)
  // Bob's one home is as cheap as Ann's, but hers are no comparables for it.
  await bob.api(createProperty, {
    body: {
      name: 'Home',
      address: '9 Oak St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      bedrooms: 2,
      propertyType: 'apartment',
      monthlyRent: 100,
    },
  })
  // What Carl enters later is found: so what Bob entered before was looked at.
  const carl = await product.landlord('Carl')
  await furnish(carl)
  await until(async () => (await kinds(carl)).length === 4, { what: "Carl's findings", timeoutMs: 30_000 })
  expect((await bob.api(listInsights)).body).toEqual([])
  expect((await kinds(ann)).length).toBe(4)
})

it('what was there before the service began is found all the same', async () => {
  const before = (await ann.api(listInsights)).body
  const db = postgres(product.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await db`truncate ai.landlord, ai.property, ai.tenant, ai.request, ai.ledger, ai.charge, ai.insight`
  } finally {
    await db.end()
  }
  await until(async () => (await ann.api(listInsights)).body.length === before.length, {
    what: 'the findings to be found again',
  })
  const told = (insights: Insight[]) =>
    insights.map(({ title, metadata }) => ({ title, metadata })).toSorted((a, b) => (a.title < b.title ? -1 : 1))
  expect(told((await ann.api(listInsights)).body)).toEqual(told(before))
})

it('goes when the money has come', async () => {
  for (const { id } of (await ann.api(listPayments, { query: { tenantId, status: 'overdue' } })).body)
    await ann.api(verifyPayment, { params: { id }, body: { verificationMethod: 'manual' } })
  await until(async () => !(await kinds(ann)).includes('arrears'), { what: 'the arrears to go' })
})
