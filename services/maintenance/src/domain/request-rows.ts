import type { ReadSql } from '@keyhold/kit/database/database'

/** Selects requests as the API answers them; the statement continues with its conditions. */
export const requestRows = (sql: ReadSql, now: Date) => sql`
  select r.*, p.name as property_name, t.name as tenant_name, not r.is_closed and r.due_at < ${now.toISOString()}::timestamptz as is_past_due,
    (select coalesce(jsonb_agg('/api/maintenance-photos/' || ph.id || '/card' order by ph.created_at, ph.id), '[]')
      from request_photo ph where ph.landlord_id = r.landlord_id and ph.request_id = r.id) as images
  from request r
  left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
  left join tenant t on t.landlord_id = r.landlord_id and t.tenant_id = r.tenant_id`

/** Not started, and without a vendor. */
export const isUnassigned = (sql: ReadSql) => sql`r.status = 'open' and r.vendor_name is null`
