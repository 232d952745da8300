import type { StayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import type { QuoteLine } from '@keyhold/contracts/properties/stays/quotes'
import type { BookingSource } from '@keyhold/contracts/properties/stays/stay-values'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Taken } from '../pricing/gaps.ts'
import type { KeptLine } from '../../../schema/stays/bookings.ts'

export interface RentalOfYear extends Pick<
  StayAnalytics['byRental'][number],
  'rentalId' | 'propertyId' | 'listingName'
> {
  unitId: string
  /** Of the property. */
  unitCount: number
  /** The days on which it is listed: from its first on, until it was removed. */
  from: string
  until: string | null
  turnoverCost: number
}

interface OfMonth {
  rentalId: string
  /** Its first day. */
  month: string
}

export interface NightsOfMonth extends OfMonth {
  bookingSource: BookingSource
  nights: number
  room: number
}

export interface ArrivalsOfMonth extends OfMonth {
  bookingSource: BookingSource
  bookings: number
  other: number
  platform: number
  leadDays: number
  stayNights: number
  ratings: number
  ratingSum: number
}

export interface TaxedStay {
  rentalId: string
  checkInDate: string
  checkOutDate: string
  /** One with its taxes, or one with what was kept of it. */
  isKept: boolean
  lines: QuoteLine[] | null
  kept: KeptLine[]
  keptOn: string | null
}

export interface Read {
  rentals: RentalOfYear[]
  nights: NightsOfMonth[]
  arrivals: ArrivalsOfMonth[]
  /** Departures without a finished cleaning that has a cost. */
  departures: (OfMonth & { count: number })[]
  /** What the finished tasks cost. */
  tasks: (OfMonth & { cost: number })[]
  taxed: TaxedStay[]
  taken: (Taken & { unitId: string })[]
  pace: { year: number; nights: number; room: number }[]
}

// Neither what did not happen nor what is not agreed on.
const happens = (sql: ReadSql) => sql`b.status not in ('cancelled', 'pending')`

interface Asked {
  year: number
  rentalId?: string | undefined
  /** For the pace: what was booked by then, and by the same moment a year ago. */
  now: Date
}

/** What the figures of a year and the one before it are made of: sums by listing and month, in eight statements. */
export async function readStays(db: Database, actor: LandlordActor, { year, rentalId, now }: Asked): Promise<Read> {
  const { landlordId } = actor
  const [first, last] = [`${year - 1}-01-01`, `${year + 1}-01-01`]
  const ofRental = (sql: ReadSql, of: 'b' | 'n' | 't') =>
    rentalId ? sql`and ${sql(of)}.rental_id = ${rentalId}` : sql``
  const [rentals, nights, arrivals, departures, tasks, taxed, taken, pace] = await db.read(actor, (sql) => [
    sql<RentalOfYear[]>`
      select r.id as rental_id, r.property_id, r.unit_id, r.listing_name, p.unit_count, coalesce(r.turnover_cost, 0) as turnover_cost,
        least((r.created_at at time zone p.time_zone)::date, b.first) as from, (r.deleted_at at time zone p.time_zone)::date as until
      from rental r join property p on p.landlord_id = r.landlord_id and p.id = r.property_id
        left join lateral (
          select min(b.check_in_date) as first from booking b
          where b.landlord_id = r.landlord_id and b.rental_id = r.id and ${happens(sql)}) b on true
      where r.landlord_id = ${landlordId} ${rentalId ? sql`and r.id = ${rentalId}` : sql``} order by lower(r.listing_name), r.id`,
    sql<NightsOfMonth[]>`
      select n.rental_id, date_trunc('month', n.date)::date as month, b.booking_source, count(*) as nights, sum(n.price + n.extra_guests) as room
      from booking_night n join booking b on b.landlord_id = n.landlord_id and b.id = n.booking_id
      where n.landlord_id = ${landlordId} and n.date >= ${first}::date and n.date < ${last}::date and not n.is_released and ${happens(sql)}
        ${ofRental(sql, 'n')}
      group by 1, 2, 3`,
    sql<ArrivalsOfMonth[]>`
      select b.rental_id, date_trunc('month', b.check_in_date)::date as month, b.booking_source, count(*) as bookings,
        sum(b.cleaning_fee + b.service_fee) as other, sum(b.platform_fee) as platform,
        sum(greatest(0, b.check_in_date - (b.created_at at time zone p.time_zone)::date)) as lead_days,
        sum(b.check_out_date - b.check_in_date) as stay_nights, count(b.guest_rating) as ratings, coalesce(sum(b.guest_rating), 0) as rating_sum
      from booking b join property p on p.landlord_id = b.landlord_id and p.id = b.property_id
      where b.landlord_id = ${landlordId} and b.check_in_date >= ${first}::date and b.check_in_date < ${last}::date and ${happens(sql)}
        ${ofRental(sql, 'b')}
      group by 1, 2, 3`,
    sql<(OfMonth & { count: number })[]>`
      select b.rental_id, date_trunc('month', b.check_out_date)::date as month, count(*) as count from booking b
      where b.landlord_id = ${landlordId} and b.check_out_date >= ${first}::date and b.check_out_date < ${last}::date
        and ${happens(sql)} and b.status <> 'no_show' ${ofRental(sql, 'b')}
        and not exists (
          select from stay_task t
          where t.landlord_id = b.landlord_id and t.booking_id = b.id and t.task_type = 'cleaning' and t.status = 'completed' and t.cost is not null)
      group by 1, 2`,
    sql<(OfMonth & { cost: number })[]>`
      select t.rental_id, date_trunc('month', (t.completed_at at time zone p.time_zone)::date)::date as month, sum(t.cost) as cost
      from stay_task t join property p on p.landlord_id = t.landlord_id and p.id = t.property_id
      where t.landlord_id = ${landlordId} and t.status = 'completed' and t.cost > 0
        and (t.completed_at at time zone p.time_zone)::date >= ${first}::date and (t.completed_at at time zone p.time_zone)::date < ${last}::date
        ${ofRental(sql, 't')}
      group by 1, 2`,
    // Taxes of the year itself, and what was kept in both.
    sql<TaxedStay[]>`
      select b.rental_id, b.check_in_date, b.check_out_date, false as is_kept, b.kept, b.kept_on,
        (select jsonb_agg(l) from jsonb_array_elements(b.lines) l where l ->> 'kind' = 'tax') as lines
      from booking b
      where b.landlord_id = ${landlordId} and b.check_in_date < ${last}::date and b.check_out_date > ${`${year}-01-01`}::date
        and b.status not in ('cancelled', 'pending') and b.lines @> '[{"kind": "tax"}]' ${ofRental(sql, 'b')}
      union all
      select b.rental_id, b.check_in_date, b.check_out_date, true, b.kept, b.kept_on, null
      from booking b
      where b.landlord_id = ${landlordId} and b.kept_on >= ${first}::date and b.kept_on < ${last}::date and b.kept <> '[]' ${ofRental(sql, 'b')}`,
    sql<(Taken & { unitId: string })[]>`
      select c.unit_id, lower(c.nights) as from, upper(c.nights) as until from night_claim c
      where c.landlord_id = ${landlordId} and c.kind in ('block', 'lease', 'feed') and c.nights && daterange(${first}::date, ${last}::date)
      order by 2`,
    sql<{ year: number; nights: number; room: number }[]>`
      select extract(year from n.date)::int as year, count(*) as nights, sum(n.price + n.extra_guests) as room
      from booking_night n join booking b on b.landlord_id = n.landlord_id and b.id = n.booking_id
      where n.landlord_id = ${landlordId} and n.date >= ${first}::date and n.date < ${last}::date and not n.is_released and ${happens(sql)}
        and b.created_at <= case when n.date >= ${`${year}-01-01`}::date then ${now.toISOString()}::timestamptz
          else ${now.toISOString()}::timestamptz - interval '1 year' end ${ofRental(sql, 'n')}
      group by 1`,
  ])
  return { rentals, nights, arrivals, departures, tasks, taxed, taken, pace }
}
