import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { reopenDays } from '@keyhold/contracts/maintenance/tenant-requests'
import type { ReadSql } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { RequestRow } from '../schema.ts'

/** Selects requests as the API answers them; the statement continues with its conditions. */
export const requestRows = (sql: ReadSql, now: Date, more = sql``) => sql`
  select r.*, ${more} p.name as property_name, t.name as tenant_name, not r.is_closed and r.due_at < ${now.toISOString()}::timestamptz as is_past_due,
    case when ${hasSuggestion(sql)} then jsonb_build_object('category', r.suggested_category, 'priority', r.suggested_priority, 'words', r.suggestion_words) end as suggestion,
    case when r.alert_since is null or r.is_closed then null when r.alert_confirmed_at is null then 'sounding' else 'confirmed' end as alert,
    (select coalesce(jsonb_agg('/api/maintenance-photos/' || ph.id || '/card' order by ph.created_at, ph.id), '[]')
      from request_photo ph where ph.landlord_id = r.landlord_id and ph.request_id = r.id) as images
  from request r
  left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
  left join tenant t on t.landlord_id = r.landlord_id and t.tenant_id = r.tenant_id`

/** The same for the request's tenant. */
export const tenantRequestRows = (sql: ReadSql, now: Date) =>
  requestRows(
    sql,
    now,
    sql`r.status = 'completed' and r.rating is null as can_rate,
    (select count(*) from visit v where v.landlord_id = r.landlord_id and v.request_id = r.id and not r.is_closed and v.status = 'offered' and v.by <> 'tenant'
      and (v.date + v.from_time::time) at time zone coalesce(p.time_zone, ${defaultTimeZone}) > ${now.toISOString()}::timestamptz) as times_to_pick,
    coalesce(r.status = 'completed' and r.completed_date + ${whole(sql, reopenDays)} >= (${now.toISOString()}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}))::date, false) as can_reopen,`,
  )

/** Not started, and without a vendor. */
export const isUnassigned = (sql: ReadSql) => sql`r.status = 'open' and r.vendor_name is null`

/** By its priority, or because it reads like one and nobody has confirmed the alert. */
export const isEmergencyRow = (sql: ReadSql) =>
  sql`(r.priority = 'emergency' or (r.alert_since is not null and r.alert_confirmed_at is null and not r.is_closed))`

const hasSuggestion = (sql: ReadSql) => sql`r.suggestion_settled_at is null and not r.is_closed
  and (coalesce(r.suggested_category <> r.category, false) or coalesce(r.suggested_priority <> r.priority, false))`

/** The same of a row at hand. */
export function derivedOf(row: RequestRow): Pick<MaintenanceRequest, 'suggestion' | 'alert'> {
  const { suggestedCategory: category, suggestedPriority: priority, suggestionWords: words } = row
  const isClosed = row.status === 'completed' || row.status === 'cancelled'
  const differs = (category !== null && category !== row.category) || (priority !== null && priority !== row.priority)
  const isShown = differs && row.suggestionSettledAt === null && !isClosed
  const alert = row.alertConfirmedAt === null ? 'sounding' : 'confirmed'
  return {
    suggestion: isShown ? { category, priority, words } : null,
    alert: row.alertSince === null || isClosed ? null : alert,
  }
}
