import { paymentHistory } from '@keyhold/contracts/payments/credits'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { moveOut, updateTenancy } from '@keyhold/contracts/tenancy/tenancies'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type Product, startProduct } from '../testing/product.ts'

// What a landlord changes about a lease, and what the history of its rents says about it afterwards.

let product: Product
let landlord: Person
beforeAll(async () => {
  product = await startProduct()
  landlord = await product.landlord('Rita')
}, 60_000)
afterAll(() => product.stop())

it('the history of a rent names the landlord who set it up, raised it and recorded the move-out', async () => {
  const place = { address: '1 Oak St', city: 'Austin', state: 'TX', zipCode: '78701', bedrooms: 2 }
  const { body: property } = await landlord.api(createProperty, {
    body: { ...place, name: 'Oak', propertyType: 'apartment', monthlyRent: 1000 },
  })
  const { body: tenant } = await landlord.api(createTenant, {
    body: {
      firstName: 'Toni',
      lastName: 'Tenant',
      email: 'toni@tenants.test',
      propertyId: property.id,
      monthlyRent: 1000,
      leaseStartDate: '2090-01-01',
      leaseEndDate: '2090-12-31',
    },
  })
  const params = { id: tenant.tenancyId! }
  const rents = async () =>
    (await landlord.api(listPayments, { query: { tenantId: tenant.id, sort: 'due', limit: 20 } })).body
  await until(async () => (await rents()).length === 12, { what: 'the rents' })
  const december = (await rents())[11]!
  const history = async () => (await landlord.api(paymentHistory, { params: { id: december.id } })).body

  await landlord.api(updateTenancy, {
    params,
    body: { rentSteps: [{ startsOn: '2090-07-01', monthlyRent: 1100 }] },
  })
  await until(async () => (await history()).length === 2, { what: 'the new rent' })
  await landlord.api(moveOut, { params, body: { movedOutOn: '2090-09-30', reason: 'Toni found a house' } })
  await until(async () => (await rents()).length === 9, { what: 'the move-out' })

  const byRita = { recordedBy: landlord.user.id, recordedByName: 'Rita Lord' }
  expect(await history()).toMatchObject([
    { ...byRita, kind: 'charged', before: 0, amount: 1000, reason: 'Set up with the tenancy.' },
    {
      ...byRita,
      kind: 'changed',
      before: 1000,
      amount: 100,
      reason: 'Rent changed from $1,000.00 to $1,100.00 from Jul 1, 2090.',
    },
    { ...byRita, kind: 'cancelled', before: 1100, amount: -1100, reason: 'Moving out on Sep 30, 2090.' },
  ])
})
