import type { Database } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'

interface Ahead {
  propertyId: string
  /** What the landlord is about to do to the property. */
  what: 'archive' | 'delete'
  now: Date
}

/** Guests and blocks are planned ahead, so the property cannot go away. Leases are judged by tenancy. @throws Refusal 409 */
export async function assertNoStaysAhead(
  db: Pick<Database, 'read'>,
  actor: LandlordActor,
  { propertyId, what, now }: Ahead,
): Promise<void> {
  const [planned] = await db.read(
    actor,
    (sql) => sql<object[]>`
      select from night_claim c join property p on p.landlord_id = c.landlord_id and p.id = c.property_id
      where c.landlord_id = ${actor.landlordId} and c.property_id = ${propertyId} and c.kind <> 'lease'
        and c.nights && daterange((${now.toISOString()}::timestamptz at time zone p.time_zone)::date, null)
        and (c.expires_at is null or c.expires_at > ${now.toISOString()}::timestamptz) limit 1`,
  )
  if (planned)
    refuse('property-occupied', `Stays or blocks are planned in this property. Cancel them before you ${what} it.`)
}
