import { maintenanceAttention, type MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { isEmergencyRow, isUnassigned, requestRows } from '../domain/request-rows.ts'

type WaitingBills = ResponseOf<typeof maintenanceAttention>['bills']['items'][number]

/** What needs the landlord's attention, oldest first. An unassigned emergency is not listed a second time as past due. */
export const attentionRoutes = [
  serve(maintenanceAttention, async ({ actor, query, db, clock }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const now = clock.now()
    const [emergencies, late, [totals], bills, [billTotals]] = await db.read(actor, (sql) => {
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
        sql<WaitingBills[]>`
          select b.request_id, r.tenant_id, r.property_id, r.title, string_agg(distinct b.vendor_name, ', ') as vendor_names,
            sum(b.amount) as amount, count(*) as count, min(b.created_at) as oldest_at
          from vendor_bill b join request r on r.landlord_id = b.landlord_id and r.id = b.request_id
          where b.landlord_id = ${landlordId} and b.status = 'proposed'
          group by b.request_id, r.tenant_id, r.property_id, r.title order by oldest_at, b.request_id limit ${limit}`,
        sql<
          { total: number }[]
        >`select count(distinct request_id) as total from vendor_bill where landlord_id = ${landlordId} and status = 'proposed'`,
      ] as const
    })
    return {
      emergencies: { total: totals?.emergencies ?? 0, items: [...emergencies] },
      pastDue: { total: totals?.pastDue ?? 0, items: [...late] },
      bills: { total: billTotals?.total ?? 0, items: [...bills] },
    }
  }),
]
