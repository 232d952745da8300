import { listRequestSnapshots } from '@keyhold/contracts/maintenance/request-snapshots'
import { listPropertySnapshots } from '@keyhold/contracts/properties/property-snapshots'
import { listTenantSnapshots } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Tools } from '@keyhold/kit/http/request'
import { storeAllSnapshots } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import { landlord } from '../schema/projections.ts'
import { markLedgersStale } from '../domain/insights/mark-stale.ts'
import { properties, requests, tenants } from './projections.ts'

/**
 * Asks the owners once per landlord for records from before the first event that arrived: a bus keeps events for days, and a home that
 * nobody changes for years is still a comparable. Starts again after an interruption.
 */
export async function takeOver(tools: Tools, landlordId: string): Promise<void> {
  const { db, call, clock } = tools
  const as = serviceActor('ai', landlordId)
  await storeAllSnapshots(properties, tools, {
    actor: as,
    ask: (query) => call(listPropertySnapshots, as, { query }),
    idOf: ({ propertyId }) => propertyId,
  })
  await storeAllSnapshots(tenants, tools, {
    actor: as,
    ask: (query) => call(listTenantSnapshots, as, { query }),
    idOf: ({ tenantId }) => tenantId,
    also: (tx, page) =>
      markLedgersStale(
        tx,
        landlordId,
        page.map(({ tenantId }) => tenantId),
      ),
  })
  await storeAllSnapshots(requests, tools, {
    actor: as,
    ask: (query) => call(listRequestSnapshots, as, { query }),
    idOf: ({ requestId }) => requestId,
  })
  await db.transaction(as, (tx) =>
    tx.update(landlord).set({ takenOverAt: clock.now().toISOString() }).where(eq(landlord.landlordId, landlordId)),
  )
}
