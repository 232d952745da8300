import { randomUUID } from 'node:crypto'
import { PropertyCreated, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

test('names follow the newest event: late older ones and repeated ones change nothing', async () => {
  const { landlord, property, tenant } = await app.landlordWithTenant()
  app.clock.advance(60_000)
  const event = randomUUID()
  for (let n = 0; n < 5; n++) await app.publish(PropertyUpdated, { ...property, name: 'Oak Villa' }, event)
  await app.publish(TenantUpdated, { ...tenant, lastName: 'Fern' })
  app.clock.advance(-30_000)
  await app.publish(PropertyCreated, property)
  await app.publish(TenantUpdated, tenant)
  app.clock.advance(30_000)
  expect(await app.openRequest(landlord, { propertyId: property.propertyId, tenantId: tenant.tenantId })).toMatchObject(
    {
      propertyName: 'Oak Villa',
      tenantName: 'Ada Fern',
    },
  )
  expect(app.owners.asked).toBe(0)
})
