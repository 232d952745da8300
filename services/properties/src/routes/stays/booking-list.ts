import {
  bookingHistory,
  bookingSummary,
  getBooking,
  listBookings,
  type ShortTermBooking,
} from '@keyhold/contracts/properties/stays/bookings'
import { bookingStatuses, type BookingStatus } from '@keyhold/contracts/properties/stays/stay-values'
import type { QueryOf } from '@keyhold/contracts/endpoint'
import type { ReadSql } from '@keyhold/kit/database/database'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { bookingColumns, bookingJoins, readBooking } from '../../domain/stays/bookings/read-bookings.ts'
import { readHistory } from '../../domain/stays/read-history.ts'

/** The orders of the list, with the condition for rows after the booking `id`. The id breaks ties. */
const orders = {
  newest: {
    by: (sql: ReadSql) => sql`b.created_at desc, b.id desc`,
    after: (sql: ReadSql, id: string) =>
      sql`and (b.created_at, b.id) < ((select created_at from booking where id = ${id}), ${id}::uuid)`,
  },
  'check-in': {
    by: (sql: ReadSql) => sql`b.check_in_date, b.id`,
    after: (sql: ReadSql, id: string) =>
      sql`and (b.check_in_date, b.id) > ((select check_in_date from booking where id = ${id}), ${id}::uuid)`,
  },
  'check-in-desc': {
    by: (sql: ReadSql) => sql`b.check_in_date desc, b.id desc`,
    after: (sql: ReadSql, id: string) =>
      sql`and (b.check_in_date, b.id) < ((select check_in_date from booking where id = ${id}), ${id}::uuid)`,
  },
}

type Filters = QueryOf<typeof bookingSummary>

const matching = (sql: ReadSql, landlordId: string, filters: Filters) => {
  const { rentalId, propertyId, status, bookingSource, q, from, to } = filters
  const pattern = q ? containing(q) : ''
  return sql`
    b.landlord_id = ${landlordId}
    ${rentalId ? sql`and b.rental_id = ${rentalId}` : sql``}
    ${propertyId ? sql`and b.property_id = ${propertyId}` : sql``}
    ${status ? sql`and b.status = ${status}` : sql``}
    ${bookingSource ? sql`and b.booking_source = ${bookingSource}` : sql``}
    ${from ? sql`and b.check_out_date > ${from}::date` : sql``}
    ${to ? sql`and b.check_in_date < ${to}::date` : sql``}
    ${q ? sql`and (b.guest_name ilike ${pattern} or b.guest_email ilike ${pattern} or b.external_booking_id ilike ${pattern})` : sql``}`
}

const list = serve(listBookings, async ({ actor, query, db }) => {
  const { limit, sort, cursor, ...filters } = query
  const order = orders[sort]
  const behind = readCursor(cursor)
  // The page is found first, so that only its rows are joined.
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<ShortTermBooking[]>`
      select ${bookingColumns(sql)} from (
        select b.* from booking b where ${matching(sql, actor.landlordId, filters)} ${behind ? order.after(sql, behind) : sql``}
        order by ${order.by(sql)} limit ${whole(sql, limit + 1)}) b ${bookingJoins(sql)} order by ${order.by(sql)}`,
    sql<{ total: number }[]>`select count(*) as total from booking b where ${matching(sql, actor.landlordId, filters)}`,
  ])
  return pageOf(rows, limit, counted?.total ?? 0)
})

const get = serve(getBooking, async ({ actor, params, db }) => readBooking(db, actor, params.id))

const history = serve(bookingHistory, async ({ actor, params, query, db }) => readHistory(db, actor, params.id, query))

interface Sums {
  status: BookingStatus
  count: number
  arrivalsToday: number
  departuresToday: number
  totalAmount: number
  netRevenue: number
}

const summary = serve(bookingSummary, async ({ actor, query, db, clock }) => {
  const now = clock.now().toISOString()
  const rows = await db.read(
    actor,
    (sql) => sql<Sums[]>`
      select b.status, count(*) as count,
        count(*) filter (where b.check_in_date = (${now}::timestamptz at time zone p.time_zone)::date) as arrivals_today,
        count(*) filter (where b.check_out_date = (${now}::timestamptz at time zone p.time_zone)::date) as departures_today,
        sum(b.total_amount) as total_amount, sum(b.net_revenue) as net_revenue
      from booking b join property p on p.landlord_id = b.landlord_id and p.id = b.property_id
      where ${matching(sql, actor.landlordId, query)} group by b.status`,
  )
  const of = (status: BookingStatus) => rows.find((row) => row.status === status)
  const counting = rows.filter(({ status }) => status !== 'cancelled' && status !== 'pending')
  const sum = (pick: (row: Sums) => number) =>
    Math.round(counting.reduce((total, row) => total + pick(row), 0) * 100) / 100
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    byStatus: Object.fromEntries(bookingStatuses.map((status) => [status, of(status)?.count ?? 0])) as Record<
      BookingStatus,
      number
    >,
    arrivalsToday: (of('confirmed')?.arrivalsToday ?? 0) + (of('checked_in')?.arrivalsToday ?? 0),
    departuresToday: (of('checked_in')?.departuresToday ?? 0) + (of('checked_out')?.departuresToday ?? 0),
    staying: of('checked_in')?.count ?? 0,
    totalAmount: sum(({ totalAmount }) => totalAmount),
    netRevenue: sum(({ netRevenue }) => netRevenue),
  }
})

export const bookingListRoutes = [list, get, history, summary]
