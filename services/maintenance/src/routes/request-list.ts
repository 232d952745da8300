import { listMaintenance, listMaintenanceAlias, type MaintenanceRequest, maintenanceSummary } from '@keyhold/contracts/maintenance'
import type { QueryOf } from '@keyhold/contracts/endpoint'
import type { LandlordActor } from '@keyhold/kit/actor'
import type { Door } from '@keyhold/kit/db'
import { serve } from '@keyhold/kit/serve'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/paging'

async function listRequests({ actor, query, db }: { actor: LandlordActor; query: QueryOf<typeof listMaintenance>; db: Door }) {
  const { limit, q, status, priority, propertyId, tenantId } = query
  const behind = readCursor(query.cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const pattern = q ? containing(q) : ''
    const matching = sql`
      r.landlord_id = ${actor.landlordId}
      ${q ? sql`and (r.title ilike ${pattern} or r.description ilike ${pattern})` : sql``}
      ${status ? sql`and r.status = ${status}` : sql``}
      ${priority ? sql`and r.priority = ${priority}` : sql``}
      ${propertyId ? sql`and r.property_id = ${propertyId}` : sql``}
      ${tenantId ? sql`and r.tenant_id = ${tenantId}` : sql``}`
    return [
      sql<MaintenanceRequest[]>`
        select r.*, p.name as property_name, t.name as tenant_name
        from request r
        left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
        left join tenant t on t.landlord_id = r.landlord_id and t.tenant_id = r.tenant_id
        where ${matching} ${behind ? sql`and (r.created_at, r.id) < ((select created_at from request where id = ${behind}), ${behind}::uuid)` : sql``}
        order by r.created_at desc, r.id desc limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from request r where ${matching}`,
    ] as const
  })
  return pageOf(rows, limit, counted?.total ?? 0)
}

const summary = serve(maintenanceSummary, async ({ actor, query, db }) => {
  const [counts] = await db.read(
    actor,
    (sql) => sql<Record<'open' | 'inProgress' | 'completed' | 'cancelled' | 'emergencies', number>[]>`
      select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'in_progress') as in_progress,
        count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where priority = 'emergency' and status in ('open', 'in_progress')) as emergencies
      from request where landlord_id = ${actor.landlordId} ${query.propertyId ? sql`and property_id = ${query.propertyId}` : sql``}`,
  )
  const { open = 0, inProgress = 0, completed = 0, cancelled = 0, emergencies = 0 } = counts ?? {}
  return { byStatus: { open, in_progress: inProgress, completed, cancelled }, emergencies }
})

export const requestListRoutes = [serve(listMaintenance, listRequests), serve(listMaintenanceAlias, listRequests), summary]
