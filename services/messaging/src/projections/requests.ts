import { listRequestSnapshots, type RequestSnapshot } from '@keyhold/contracts/maintenance/request-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tools } from '@keyhold/kit/http/request'
import { defineProjection, storeAllSnapshots } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { knownRequests, maintenanceRequest } from '../schema/reminders.ts'

export const requests = defineProjection({
  table: maintenanceRequest,
  row: (snapshot: z.output<typeof RequestSnapshot>) => {
    const { requestId, landlordId, tenantId, propertyId, title, status, openedAt, scheduledDate } = snapshot
    return { requestId, landlordId, reportedBy: tenantId, propertyId, title, status, openedAt, scheduledDate }
  },
})

/** Makes sure that all requests of a landlord are stored, like `knowLandlord`. */
export async function knowRequests(landlordId: string, tools: Pick<Tools, 'db' | 'call' | 'clock'>): Promise<void> {
  const { db, call, clock } = tools
  const as = serviceActor('messaging', landlordId)
  const known = await db.read(as, (sql) => sql`select 1 from known_requests where landlord_id = ${landlordId}`)
  if (known.length > 0) return
  await storeAllSnapshots(requests, tools, {
    actor: as,
    ask: (query) => call(listRequestSnapshots, as, { query }),
    idOf: ({ requestId }) => requestId,
  })
  await db.transaction(as, (tx) =>
    tx.insert(knownRequests).values({ landlordId, takenOverAt: clock.now().toISOString() }).onConflictDoNothing(),
  )
}
