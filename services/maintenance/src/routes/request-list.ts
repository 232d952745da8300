import {
  listMaintenance,
  listMaintenanceAlias,
  type MaintenanceRequest,
  maintenanceSummary,
} from '@keyhold/contracts/maintenance/requests'
import type { QueryOf } from '@keyhold/contracts/endpoint'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { isEmergencyRow, isUnassigned, requestRows } from '../domain/request-rows.ts'

type Given = Pick<Tools, 'db' | 'clock'> & { actor: LandlordActor; query: QueryOf<typeof listMaintenance> }

async function listRequests({ actor, query, db, clock }: Given) {
  const { limit, q, status, priority, propertyId, tenantId, vendorId, pastDue, unassigned, sort } = query
  const behind = readCursor(query.cursor)
  const now = clock.now()
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const pattern = q ? containing(q) : ''
    const matching = sql`
      r.landlord_id = ${actor.landlordId}
      ${q ? sql`and (r.title ilike ${pattern} or r.description ilike ${pattern} or r.vendor_name ilike ${pattern})` : sql``}
      ${status ? sql`and r.status = ${status}` : sql``}
      ${priority === 'emergency' ? sql`and ${isEmergencyRow(sql)}` : priority ? sql`and r.priority = ${priority}` : sql``}
      ${propertyId ? sql`and r.property_id = ${propertyId}` : sql``}
      ${tenantId ? sql`and r.tenant_id = ${tenantId}` : sql``}
      ${vendorId ? sql`and r.vendor_id = ${vendorId}` : sql``}
      ${pastDue ? sql`and not r.is_closed and r.due_at < ${now.toISOString()}::timestamptz` : sql``}
      ${unassigned ? sql`and ${isUnassigned(sql)}` : sql``}`
    // By deadline: open requests first, the earliest deadline on top.
    const [order, after] =
      sort === 'deadline'
        ? [
            sql`r.is_closed, r.due_at, r.id`,
            behind &&
              sql`and (r.is_closed, r.due_at, r.id) > (select c.is_closed, c.due_at, c.id from request c where c.id = ${behind})`,
          ]
        : [
            sql`r.created_at desc, r.id desc`,
            behind &&
              sql`and (r.created_at, r.id) < ((select created_at from request where id = ${behind}), ${behind}::uuid)`,
          ]
    return [
      sql<
        MaintenanceRequest[]
      >`${requestRows(sql, now)} where ${matching} ${after || sql``} order by ${order} limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from request r where ${matching}`,
    ] as const
  })
  return pageOf(rows, limit, counted?.total ?? 0)
}

const summary = serve(maintenanceSummary, async ({ actor, query, db, clock }) => {
  const [counts] = await db.read(
    actor,
    (sql) => sql<Record<'open' | 'inProgress' | 'completed' | 'cancelled' | 'emergencies' | 'pastDue', number>[]>`
      select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'in_progress') as in_progress,
        count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'cancelled') as cancelled,
        count(*) filter (where ${isEmergencyRow(sql)} and status in ('open', 'in_progress')) as emergencies,
        count(*) filter (where not is_closed and due_at < ${clock.now().toISOString()}::timestamptz) as past_due
      from request r where landlord_id = ${actor.landlordId} ${query.propertyId ? sql`and property_id = ${query.propertyId}` : sql``}`,
  )
  const { open = 0, inProgress = 0, completed = 0, cancelled = 0, emergencies = 0, pastDue = 0 } = counts ?? {}
  return { byStatus: { open, in_progress: inProgress, completed, cancelled }, emergencies, pastDue }
})

export const requestListRoutes = [
  serve(listMaintenance, listRequests),
  serve(listMaintenanceAlias, listRequests),
  summary,
]
