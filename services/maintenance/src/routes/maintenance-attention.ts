import { maintenanceAttention, type MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { isEmergencyRow, isUnassigned, requestRows } from '../domain/request-rows.ts'

/** What needs the landlord's attention, oldest first. An unassigned emergency is not listed a second time as past due. */
export const attentionRoutes = [
  serve(maintenanceAttention, async ({ actor, query, db, clock }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const now = clock.now()
    const [emergencies, late, [totals]] = await db.read(actor, (sql) => {
      const isEmergency = sql`${isEmergencyRow(sql)} and ${isUnassigned(sql)}`
      const isLate = sql`r.due_at < ${now.toISOString()}::timestamptz and not (${isEmergency})`
      const open = sql`r.landlord_id = ${landlordId} and not r.is_closed`
      const limit = whole(sql, query.limit)
      return [
        sql<
          MaintenanceRequest[]
        >`${requestRows(sql, now)} where ${open} and ${isEmergency} order by r.created_at, r.id limit ${limit}`,
        sql<
          MaintenanceRequest[]
        >`${requestRows(sql, now)} where ${open} and ${isLate} order by r.due_at, r.id limit ${limit}`,
        sql<{ emergencies: number; pastDue: number }[]>`
          select count(*) filter (where ${isEmergency}) as emergencies, count(*) filter (where ${isLate}) as past_due from request r where ${open}`,
      ] as const
    })
    return {
      emergencies: { total: totals?.emergencies ?? 0, items: [...emergencies] },
      pastDue: { total: totals?.pastDue ?? 0, items: [...late] },
    }
  }),
]
