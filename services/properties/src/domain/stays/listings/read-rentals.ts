import type { ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { ReadQuery } from '@keyhold/kit/database/read'
import { tiersOf } from '../bookings/refund.ts'

/** A listing as it is selected: what the answer has, but the tiers of its own policy only. */
export const rentalColumns = (sql: ReadSql): ReadQuery => sql`
  r.*, r.slug_words || '-' || r.public_code as slug, p.name as property_name, p.time_zone,
  case when p.unit_count > 1 then u.name end as unit_name,
  (select coalesce(jsonb_agg('/api/photos/' || ph.id || '/card' order by ph.position, ph.id), '[]')
    from photo ph where ph.landlord_id = r.landlord_id and ph.property_id = r.property_id) || p.images as photos`

/** From `r`, a select of `rental`. */
export const rentalJoins = (sql: ReadSql): ReadQuery => sql`
  join property p on p.landlord_id = r.landlord_id and p.id = r.property_id
  join unit u on u.landlord_id = r.landlord_id and u.id = r.unit_id`

/** What the stays of each listing came to; requests and cancelled ones left out. */
export const totalsJoin = (sql: ReadSql): ReadQuery => sql`
  left join lateral (
    select coalesce(sum(b.net_revenue) filter (where b.status not in ('cancelled', 'pending')), 0) as total_revenue,
      count(*) filter (where b.status not in ('cancelled', 'pending')) as total_bookings,
      round(avg(b.guest_rating), 2) as average_rating
    from booking b where b.landlord_id = r.landlord_id and b.rental_id = r.id) t on true`

export const withTiers = <R extends Pick<ShortTermRental, 'cancellationPolicy' | 'cancellationTiers'>>(row: R): R => ({
  ...row,
  cancellationTiers: tiersOf(row.cancellationPolicy, row.cancellationTiers),
})

/** One listing as the API answers it. @throws Refusal 404 */
export async function readRental(
  db: Database,
  actor: Actor & { landlordId: string | null },
  id: string,
): Promise<ShortTermRental> {
  const [row] = await db.read(
    actor,
    (sql) => sql<ShortTermRental[]>`
      select ${rentalColumns(sql)}, t.* from rental r ${rentalJoins(sql)} ${totalsJoin(sql)}
      where r.landlord_id = ${actor.landlordId} and r.id = ${id} and r.deleted_at is null`,
  )
  return row ? withTiers(row) : notFound('Listing')
}
