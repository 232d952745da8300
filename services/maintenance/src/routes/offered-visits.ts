import { type offeredVisits as contract, offeredVisits } from '@keyhold/contracts/maintenance/proposals'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { serve } from '@keyhold/kit/http/serve'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { scopeOf } from '@keyhold/kit/runtime/actor'

/** For the assistant: what the tenant can choose, as the portal shows it. */
export const offeredVisitRoutes = [
  serve(offeredVisits, async ({ actor, params, db, clock }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const now = clock.now().toISOString()
    const rows = await db.read(
      actor,
      (sql) => sql<ResponseOf<typeof contract>>`
        select v.id as visit_id, v.request_id, r.title, v.date, v.from_time as "from", v.to_time as "to"
        from visit v
        join request r on r.landlord_id = v.landlord_id and r.id = v.request_id
        left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
        where r.landlord_id = ${landlordId} and r.tenant_id = ${params.id} and not r.is_closed
          and v.status = 'offered' and v.by <> 'tenant'
          and (v.date + v.from_time::time) at time zone coalesce(p.time_zone, ${defaultTimeZone}) > ${now}::timestamptz
        order by v.date, v.from_time, v.id limit 20`,
    )
    return [...rows]
  }),
]
