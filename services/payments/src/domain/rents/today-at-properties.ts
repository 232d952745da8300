import type { Tx } from '@keyhold/kit/database/database'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { sql } from 'drizzle-orm'

/** Today at each of the properties; a charge without a property, or with one that is not known yet, is judged in the default zone. */
export async function readTodayAtProperties(
  tx: Tx,
  { landlordId, propertyIds, now }: { landlordId: string; propertyIds: readonly (string | null)[]; now: string },
): Promise<(propertyId: string | null) => string> {
  const ids = [...new Set(propertyIds)].filter((id) => id !== null)
  const rows = await tx.execute<{ propertyId: string | null; today: string }>(sql`
    select null as "propertyId", (${now}::timestamptz at time zone ${defaultTimeZone}::text)::date as today
    union all select p.property_id, (${now}::timestamptz at time zone p.time_zone)::date from property p
    where p.landlord_id = ${landlordId} and p.property_id = any(${sql.param(ids)}::uuid[])`)
  const today = new Map(rows.map((row) => [row.propertyId, row.today]))
  return (propertyId) => today.get(propertyId) ?? today.get(null) ?? now.slice(0, 10)
}
