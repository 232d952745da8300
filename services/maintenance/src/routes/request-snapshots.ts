import { listRequestSnapshots, type RequestSnapshot } from '@keyhold/contracts/maintenance/request-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'

export const requestSnapshotRoutes = [
  serve(listRequestSnapshots, async ({ actor, query: { limit, after }, db }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const rows = await db.read(
      actor,
      (sql) => sql<z.output<typeof RequestSnapshot>[]>`
        select id as request_id, landlord_id, tenant_id, property_id, title, category, priority, status, opened_by, created_at as opened_at, scheduled_date
        from request where landlord_id = ${landlordId} ${after ? sql`and id > ${after}` : sql``} order by id limit ${whole(sql, limit)}`,
    )
    return [...rows]
  }),
]
