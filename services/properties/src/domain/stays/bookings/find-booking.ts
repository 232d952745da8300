import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import { booking, bookingNight, type BookingNightRow, type BookingRow } from '../../../schema/stays/bookings.ts'
import { findRental, type FoundRental } from '../listings/find-rental.ts'

/** A booking with its listing, which may have been removed since. */
export interface FoundBooking {
  row: BookingRow
  rental: FoundRental
}

/** Locked, so that changes of a booking run one after the other. @throws Refusal 404 */
export async function lockBooking(
  tx: Tx,
  { landlordId, id }: { landlordId: string; id: string },
): Promise<FoundBooking> {
  const [row] = await tx
    .select()
    .from(booking)
    .where(and(eq(booking.landlordId, landlordId), eq(booking.id, id)))
    .for('update')
  if (!row) notFound('Booking')
  return { row, rental: await findRental(tx, { landlordId, id: row.rentalId }, { removedToo: true }) }
}

export const nightsOf = (
  tx: Tx,
  { landlordId, id }: Pick<BookingRow, 'landlordId' | 'id'>,
): Promise<BookingNightRow[]> =>
  tx
    .select()
    .from(bookingNight)
    .where(and(eq(bookingNight.landlordId, landlordId), eq(bookingNight.bookingId, id)))
    .orderBy(bookingNight.date)
