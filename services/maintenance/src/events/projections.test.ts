import { randomUUID } from 'node:crypto'
import { PropertyCreated, PropertyUpdated } from '@keyhold/contracts/properties/properties'
import { TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from '../testing/test-app.ts'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.stop())

test('names follow the newest fact: older ones that come late, and the same one five times, change nothing', async () => {
  const { landlord, property, tenant } = await house.household()
  house.clock.advance(60_000)
  const event = randomUUID()
  for (let n = 0; n < 5; n++) await house.publish(PropertyUpdated, { ...property, name: 'Oak Villa' }, event)
  await house.publish(TenantUpdated, { ...tenant, lastName: 'Fern' })
  house.clock.advance(-30_000)
  await house.publish(PropertyCreated, property)
  await house.publish(TenantUpdated, tenant)
  house.clock.advance(30_000)
  expect(await house.open(landlord, { propertyId: property.propertyId, tenantId: tenant.tenantId })).toMatchObject({
    propertyName: 'Oak Villa',
    tenantName: 'Ada Fern',
  })
  expect(house.owners.asked).toBe(0)
})
