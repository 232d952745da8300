import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { serve } from '@keyhold/kit/http/serve'

/** For reports: costs by the day of completion, and requests of a period by status. */
export const maintenanceCostRoutes = [
  serve(maintenanceCosts, async ({ actor, query: { from, to, propertyId }, db }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const [costs, [counts]] = await db.read(actor, (sql) => {
      const at = propertyId ? sql`and r.property_id = ${propertyId}` : sql``
      return [
        sql<{ on: string; propertyId: string | null; amount: number }[]>`
          select r.completed_date as on, r.property_id, sum(r.actual_cost) as amount from request r
          where r.landlord_id = ${landlordId} and r.completed_date between ${from} and ${to} and r.status = 'completed' and r.actual_cost is not null ${at}
          group by 1, 2 order by 1, 2`,
        // The opening date is in the property's time zone. The condition on `created_at` with a margin lets the index be used.
        sql<Record<'open' | 'inProgress' | 'completed' | 'cancelled', number>[]>`
          select count(*) filter (where status = 'open') as open, count(*) filter (where status = 'in_progress') as in_progress,
            count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'cancelled') as cancelled
          from (
            select r.status, r.is_closed, (r.created_at at time zone coalesce(p.time_zone, ${defaultTimeZone}))::date as opened_on
            from request r left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
            where r.landlord_id = ${landlordId} and r.created_at < ${to}::date + interval '2 days' ${at}
          ) opened where opened_on <= ${to}::date and (opened_on >= ${from}::date or not is_closed)`,
      ] as const
    })
    const { open = 0, inProgress = 0, completed = 0, cancelled = 0 } = counts ?? {}
    return { costs: [...costs], byStatus: { open, in_progress: inProgress, completed, cancelled } }
  }),
]
