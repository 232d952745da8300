import type { ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import type { ReadQuery } from '@keyhold/kit/database/read'
import { notFound } from '@keyhold/kit/http/problem'
import type { Actor } from '@keyhold/kit/runtime/actor'

/** From `b`, a select of `booking`, with what its listing adds. The long columns are left out. */
export const bookingColumns = (sql: ReadSql): ReadQuery => sql`
  b.id, b.landlord_id, b.rental_id, b.property_id, b.unit_id, b.guest_name, b.guest_email, b.guest_phone, b.number_of_guests,
  b.check_in_date, b.check_out_date, b.check_out_date - b.check_in_date as number_of_nights, b.booking_source, b.external_booking_id,
  b.base_price_total, b.extra_guest_total, b.cleaning_fee, b.service_fee, b.taxes, b.total_amount, b.platform_fee, b.net_revenue,
  b.deposit_amount, b.status, b.payment_status, b.paid_amount, b.refunded_amount, b.requests, b.notes, b.guest_rating, b.guest_review,
  b.landlord_rating, b.landlord_review, b.checked_in_at, b.checked_out_at, b.cancelled_at, b.cancelled_by, b.cancel_reason, b.answer_by,
  b.created_at, b.updated_at, r.listing_name, p.time_zone`

export const bookingJoins = (sql: ReadSql): ReadQuery => sql`
  join rental r on r.landlord_id = b.landlord_id and r.id = b.rental_id
  join property p on p.landlord_id = b.landlord_id and p.id = b.property_id`

type Night = ShortTermBookingDetail['nights'][number]
type Payment = ShortTermBookingDetail['payments'][number]

/** One booking with everything, as the API answers it. @throws Refusal 404 */
export async function readBooking(
  db: Database,
  actor: Actor & { landlordId: string | null },
  id: string,
): Promise<ShortTermBookingDetail> {
  const { landlordId } = actor
  const [[row], nights, payments] = await db.read(actor, (sql) => [
    sql<Omit<ShortTermBookingDetail, 'nights' | 'payments'>[]>`
      select ${bookingColumns(sql)}, b.lines, b.cancellation from booking b ${bookingJoins(sql)}
      where b.landlord_id = ${landlordId} and b.id = ${id}`,
    sql<Night[]>`
      select date, price, explanation from booking_night
      where landlord_id = ${landlordId} and booking_id = ${id} order by date`,
    sql<Payment[]>`
      select id, amount, refunded_amount as refunded, created_at as at, provider = 'test' as is_test from stay_payment
      where landlord_id = ${landlordId} and booking_id = ${id} order by created_at, id`,
  ])
  return row ? { ...row, nights, payments } : notFound('Booking')
}
