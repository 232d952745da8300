import type { ReadSql } from '@keyhold/kit/database/database'

/** Requests as the wire shows them, for one statement to go on: names, photos, and what is past its deadline by `now`. */
export const requestRows = (sql: ReadSql, now: Date) => sql`
  select r.*, p.name as property_name, t.name as tenant_name, not r.is_closed and r.due_at < ${now.toISOString()}::timestamptz as is_past_due,
    (select coalesce(jsonb_agg('/api/maintenance-photos/' || ph.id || '/card' order by ph.created_at, ph.id), '[]')
      from request_photo ph where ph.landlord_id = r.landlord_id and ph.request_id = r.id) as images
  from request r
  left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
  left join tenant t on t.landlord_id = r.landlord_id and t.tenant_id = r.tenant_id`

/** Nobody is on it: not begun, and no vendor has it. */
export const isUnassigned = (sql: ReadSql) => sql`r.status = 'open' and r.vendor_name is null`
