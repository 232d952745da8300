import { listPropertySnapshots, type PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { listTenantSnapshots, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tools } from '@keyhold/kit/http/request'
import { defineProjection, storeAllSnapshots } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { knownLandlord, property, tenant } from '../schema/directory.ts'

export const tenants = defineProjection({
  table: tenant,
  row: (snapshot: z.output<typeof TenantSnapshot>) => {
    const { tenantId, landlordId, firstName, lastName, email, phone, propertyId, leaseEndDate, isActive } = snapshot
    const { unitId, tenancyId, accountId } = snapshot
    return {
      tenantId,
      landlordId,
      firstName,
      lastName,
      email,
      phone,
      propertyId,
      unitId,
      tenancyId,
      accountId,
      leaseEndDate,
      isActive,
    }
  },
})

export const properties = defineProjection({
  table: property,
  row: ({ propertyId, landlordId, name, address, timeZone, isDeleted }: z.output<typeof PropertySnapshot>) => ({
    propertyId,
    landlordId,
    name,
    address,
    timeZone,
    isDeleted,
  }),
})

/**
 * Makes sure that all tenants and properties of a landlord are stored: asks their owners once, as a bus keeps events for days only. Call it before
 * reading them, never inside a transaction.
 */
export async function knowLandlord(landlordId: string, tools: Pick<Tools, 'db' | 'call' | 'clock'>): Promise<void> {
  const { db, call, clock } = tools
  const as = serviceActor('messaging', landlordId)
  const known = await db.read(as, (sql) => sql`select 1 from known_landlord where landlord_id = ${landlordId}`)
  if (known.length > 0) return
  await storeAllSnapshots(properties, tools, {
    actor: as,
    ask: (query) => call(listPropertySnapshots, as, { query }),
    idOf: ({ propertyId }) => propertyId,
  })
  await storeAllSnapshots(tenants, tools, {
    actor: as,
    ask: (query) => call(listTenantSnapshots, as, { query }),
    idOf: ({ tenantId }) => tenantId,
  })
  await db.transaction(as, (tx) =>
    tx.insert(knownLandlord).values({ landlordId, takenOverAt: clock.now().toISOString() }).onConflictDoNothing(),
  )
}
