import type { Tx } from '@keyhold/kit/database/database'
import { refuseField } from '@keyhold/kit/http/problem'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { sql } from 'drizzle-orm'

interface Days {
  /** Today at the account's property. */
  today: string
  /** The later of that and today where the landlord is: in the zone of most of their properties. */
  latest: string
}

/** Today for a receipt of an account. */
export async function readDays(
  tx: Tx,
  { landlordId, tenantId, now }: { landlordId: string; tenantId: string; now: string },
): Promise<Days> {
  const [row] = await tx.execute<{ here: string; home: string }>(sql`
    select (${now}::timestamptz at time zone coalesce((
        select p.time_zone from tenant t join property p on p.landlord_id = t.landlord_id and p.property_id = t.property_id
        where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}), ${defaultTimeZone}::text))::date as here,
      (${now}::timestamptz at time zone coalesce((
        select p.time_zone from property p where p.landlord_id = ${landlordId} and not p.is_gone group by p.time_zone order by count(*) desc, p.time_zone limit 1
      ), ${defaultTimeZone}::text))::date as home`)
  const today = row?.here ?? now.slice(0, 10)
  return { today, latest: row && row.home > today ? row.home : today }
}

/** A future day would count money before it is received. @throws Refusal 400 */
export function assertReceivedBy(
  on: string,
  latest: string,
  path = 'receivedOn',
  message = "Money can't be received after today",
): void {
  if (on > latest) refuseField(path, message)
}
