import { PropertyCreated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { ChargeChanged } from '@keyhold/contracts/payments/events'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chargeOf, startAiApp, propertyOf, tenantOf } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startAiApp>>
beforeAll(async () => {
  app = await startAiApp()
  await app.tick()
})
afterAll(() => app.stop())

async function at(instant: string) {
  app.clock.set(instant)
  await app.tick()
}

test('what the calendar alone changes is noticed when the day begins at the property', async () => {
  const landlord = actors.landlord()
  const property = propertyOf(landlord, { timeZone: 'Pacific/Honolulu' })
  const tenant = tenantOf(landlord, { propertyId: property.propertyId, leaseEndDate: '2026-05-20' })
  const charge = chargeOf({ propertyId: property.propertyId, dueDate: '2026-04-01' })
  app.owners.ledgers.set(tenant.tenantId, { awaitingConfirmation: 0, credit: 0, charges: [charge] })
  await app.publish(PropertyCreated, property)
  await app.publish(TenantCreated, tenant)
  await app.publish(ChargeChanged, { ...charge, landlordId: landlord.landlordId, tenantId: tenant.tenantId })
  expect(await app.computed(landlord)).toEqual([])

  const kinds = async () =>
    (await app.computed(landlord)).map(({ insightType, priority }) => `${insightType} ${priority}`).toSorted()
  // Sixty days before the end: 21 March, which begins at ten UTC.
  await at('2026-03-21T09:30:00Z')
  expect(await kinds()).toEqual([])
  await at('2026-03-21T10:30:00Z')
  expect(await kinds()).toEqual(['tenant_retention medium'])
  await at('2026-04-04T10:30:00Z')
  expect(await kinds()).toEqual(['payment_risk low', 'tenant_retention medium'])
  await at('2026-04-20T10:30:00Z')
  expect(await kinds()).toEqual(['payment_risk medium', 'tenant_retention high'])
  await at('2026-05-21T10:30:00Z')
  expect(await kinds()).toEqual(['payment_risk high', 'tenant_retention high'])
})

test('a landlord for whom the calendar changes nothing is left alone', async () => {
  const landlord = actors.landlord()
  await app.publish(PropertyCreated, propertyOf(landlord))
  await app.computed(landlord)
  const changes = () =>
    app
      .db('ai')
      .adminTransaction(
        'for the test',
        async (tx) =>
          (
            await tx.execute(sql`select count(*)::int as refreshes from job where landlord_id = ${landlord.landlordId}`)
          )[0],
      )
  const before = await changes()
  app.clock.advance(3 * 86_400_000)
  await app.tick()
  expect(await changes()).toEqual(before)
})
