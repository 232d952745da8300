import {
  type CalendarRow,
  changeCalendar,
  changeCalendars,
  rentalCalendar,
  stayCalendar,
} from '@keyhold/contracts/properties/stays/calendar'
import type { ReadSql } from '@keyhold/kit/database/database'
import { cursorCodec, cursorText } from '@keyhold/kit/http/cursor'
import { containing, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { id } from '@keyhold/contracts/scalars'
import { toDollars } from '@keyhold/kit/lib/money'
import { lockUnits } from '../../domain/nights/claim-rows.ts'
import { calendarDay, calendarEntry, type BookingOfEntry } from '../../domain/stays/calendar/calendar-days.ts'
import { changeDays } from '../../domain/stays/calendar/change-days.ts'
import { findRental, type FoundRental } from '../../domain/stays/listings/find-rental.ts'
import { loadNights, readNights } from '../../domain/stays/pricing/load-nights.ts'
import { datesOf } from '../../domain/stays/pricing/quote-stay.ts'

const spanOf = ({ from, to }: { from: string; to: string }) => ({ checkInDate: from, checkOutDate: to })

const days = serve(rentalCalendar, async ({ actor, params, query, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const found = await findRental(tx, { landlordId: actor.landlordId, id: params.id })
    const { nights } = await loadNights(tx, found, { ...query, now: clock.now() })
    return datesOf(spanOf(query)).map((date) => calendarDay(date, nights))
  }),
)

const change = serve(changeCalendar, async ({ actor, params, body, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const now = clock.now()
    const found = await findRental(tx, { landlordId: actor.landlordId, id: params.id })
    await lockUnits(tx, actor.landlordId, [found.unitId])
    await changeDays(tx, found, body, now)
    const { nights } = await loadNights(tx, found, { from: body.from, to: body.to, now })
    return datesOf(spanOf(body)).map((date) => calendarDay(date, nights))
  }),
)

const changeMany = serve(changeCalendars, async ({ actor, body, db, clock }) => {
  const { rentalIds, ...one } = body
  const ids = [...new Set(rentalIds)].toSorted()
  return db.transaction(actor, async (tx) => {
    const found: FoundRental[] = []
    for (const rentalId of ids) found.push(await findRental(tx, { landlordId: actor.landlordId, id: rentalId }))
    await lockUnits(
      tx,
      actor.landlordId,
      found.map(({ unitId }) => unitId),
    )
    for (const rental of found) await changeDays(tx, rental, one, clock.now())
    return { changed: found.length }
  })
})

interface Listed extends FoundRental {
  propertyName: string
  unitName: string | null
  sortName: string
}

const nameCursor = cursorCodec(cursorText, id)

const grid = serve(stayCalendar, async ({ actor, query, db, clock }) => {
  const { landlordId } = actor
  const { limit, q, propertyId, isActive, from, to } = query
  const behind = nameCursor.decode(query.cursor)
  const pattern = q ? containing(q) : ''
  const matching = (sql: ReadSql) => sql`
    r.landlord_id = ${landlordId} and r.deleted_at is null
    ${q ? sql`and (r.listing_name ilike ${pattern} or p.name ilike ${pattern})` : sql``}
    ${propertyId ? sql`and r.property_id = ${propertyId}` : sql``}
    ${isActive === undefined ? sql`` : sql`and r.is_active = ${isActive}`}`
  const [rentals, [counted]] = await db.read(actor, (sql) => [
    sql<Listed[]>`
      select r.*, p.name as property_name, p.time_zone, case when p.unit_count > 1 then u.name end as unit_name, lower(r.listing_name) as sort_name
      from rental r join property p on p.landlord_id = r.landlord_id and p.id = r.property_id
        join unit u on u.landlord_id = r.landlord_id and u.id = r.unit_id
      where ${matching(sql)} ${behind ? sql`and (lower(r.listing_name), r.id) > (${behind[0]}, ${behind[1]}::uuid)` : sql``}
      order by lower(r.listing_name), r.id limit ${whole(sql, limit + 1)}`,
    sql<{ total: number }[]>`
      select count(*) as total from rental r join property p on p.landlord_id = r.landlord_id and p.id = r.property_id where ${matching(sql)}`,
  ])
  const shown = rentals.slice(0, limit)
  const [read, bookings] = await Promise.all([
    readNights(db, actor, shown, { from, to, now: clock.now() }),
    db.read(
      actor,
      (sql) => sql<BookingOfEntry[]>`
        select id, guest_name, booking_source, status, number_of_guests from booking
        where landlord_id = ${landlordId} and rental_id = any(${shown.map((one) => one.id)}::uuid[])
          and check_in_date < ${to}::date and check_out_date > ${from}::date and status <> 'cancelled'`,
    ),
  ])
  const bookingsById = new Map(bookings.map((one) => [one.id, one]))
  const dates = datesOf(spanOf({ from, to }))
  const rows = read.map(({ rental, nights, claims }): CalendarRow => {
    const minimums = dates.map((date) => nights.minimumOf(date).nights)
    return {
      rentalId: rental.id,
      propertyId: rental.propertyId,
      unitId: rental.unitId,
      listingName: rental.listingName,
      propertyName: rental.propertyName,
      unitName: rental.unitName,
      isActive: rental.isActive,
      timeZone: rental.timeZone,
      entries: claims
        .filter((claim) => claim.from < to && (claim.until === null || claim.until > from))
        .map((claim) => calendarEntry(claim, bookingsById.get(claim.id))),
      prices: dates.map((date) => toDollars(nights.priceOf(date).cents)),
      minimumStays: minimums,
      overridden: dates.filter((date) => nights.settingsOf(date) !== undefined),
    }
  })
  const last = shown.at(-1) ?? null
  const next = rentals.length > limit && last ? nameCursor.encode(last.sortName, last.id) : null
  return { items: rows, total: counted?.total ?? 0, next }
})

export const stayCalendarRoutes = [days, change, changeMany, grid]
