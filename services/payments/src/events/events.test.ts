import { ChargeChanged, listPayments, listTenantPayments, RentsPlanned } from '@keyhold/contracts/payments'
import { PropertyUpdated } from '@keyhold/contracts/properties'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy'
import { actors } from '@keyhold/kit/testing/house'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentsScene, type Scene } from '../testing/scene.ts'

let scene: Scene
const ann = actors.landlord()
const lease = { monthlyRent: 1234.56, leaseStartDate: '2026-01-31' }

beforeAll(async () => void (scene = await paymentsScene()))
afterAll(() => scene.stop())

const rentsOf = async (tenantId: string) => (await scene.send(listPayments, ann, { query: { tenantId, sort: 'due' } })).body
const plansOf = (tenantId: string) => scene.published(RentsPlanned).filter((plan) => plan.tenantId === tenantId)

describe('a tenant with rent and lease start', () => {
  test("owes twelve rents, each on the start's day or the month's last, and both sides see them", async () => {
    const propertyId = await scene.addProperty(ann)
    const tenant = await scene.addTenant(ann, { ...lease, propertyId })
    const rents = await rentsOf(tenant.tenantId)
    expect(rents.map(({ dueDate }) => dueDate)).toEqual(
      ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31'].map((day) => `2026-${day}`),
    )
    for (const rent of rents)
      expect(rent).toMatchObject({ amount: 1234.56, paymentType: 'rent', paymentMethod: 'check', propertyId, propertyName: 'Elm 1', amountPaid: 0 })
    expect(rents.map(({ status }) => status)).toEqual(['overdue', 'overdue', ...Array<string>(10).fill('pending')])
    expect((await scene.send(listTenantPayments, tenant, { query: { sort: 'due' } })).body).toEqual(rents)
    await scene.settled()
    expect(plansOf(tenant.tenantId)).toEqual([{ tenantId: tenant.tenantId, landlordId: ann.landlordId, count: 12 }])
    expect(scene.published(ChargeChanged).filter(({ tenantId }) => tenantId === tenant.tenantId)).toHaveLength(12)
  })

  test('owes twelve, however often the fact is delivered or changes', async () => {
    const facts = scene.factsOf(ann, lease)
    const id = v7()
    for (let times = 0; times < 5; times++) await scene.publish(TenantCreated, facts, id)
    await Promise.all(Array.from({ length: 5 }, () => scene.publish(TenantCreated, facts)))
    await scene.publish(TenantUpdated, { ...facts, leaseStartDate: '2027-01-01', monthlyRent: 2000 })
    const rents = await rentsOf(facts.tenantId)
    expect(rents).toHaveLength(12)
    expect(new Set(rents.map(({ amount }) => amount))).toEqual(new Set([1234.56]))
    expect(plansOf(facts.tenantId)).toHaveLength(1)
  })

  test('gets them as soon as both are known', async () => {
    const { tenantId } = await scene.addTenant(ann, { monthlyRent: 900 })
    expect(await rentsOf(tenantId)).toEqual([])
    await scene.publish(TenantUpdated, scene.factsOf(ann, { tenantId, monthlyRent: 900, leaseStartDate: '2028-02-29' }))
    expect((await rentsOf(tenantId)).map(({ dueDate }) => dueDate).slice(0, 2)).toEqual(['2028-02-29', '2028-03-29'])
  })

  test('gets none while inactive, and keeps them after leaving', async () => {
    const idle = await scene.addTenant(ann, { ...lease, isActive: false })
    expect(await rentsOf(idle.tenantId)).toEqual([])
    const facts = scene.factsOf(ann, lease)
    await scene.publish(TenantCreated, facts)
    await scene.publish(TenantLeft, { ...facts, isActive: false })
    expect(await rentsOf(facts.tenantId)).toHaveLength(12)
  })
})

test('names follow the tenant and the property; a zone that the database does not know breaks nothing', async () => {
  const propertyId = await scene.addProperty(ann, { timeZone: 'Mars/Olympus' })
  const facts = scene.factsOf(ann, { propertyId })
  await scene.publish(TenantCreated, facts)
  await scene.charge(ann, facts.tenantId)
  await scene.publish(TenantUpdated, { ...facts, lastName: 'Thompson' })
  await scene.publish(PropertyUpdated, {
    propertyId,
    landlordId: ann.landlordId,
    name: 'Elm 2',
    address: 'Elm 2',
    city: null,
    state: null,
    timeZone: 'america/chicago',
    monthlyRent: 1,
    isDeleted: false,
  })
  expect(await rentsOf(facts.tenantId)).toMatchObject([{ tenantName: 'Tess Thompson', propertyName: 'Elm 2' }])
})
