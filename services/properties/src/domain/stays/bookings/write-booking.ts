import type { Tx } from '@keyhold/kit/database/database'
import { toDollars } from '@keyhold/kit/lib/money'
import { and, eq } from 'drizzle-orm'
import { booking, bookingNight, type BookingRow } from '../../../schema/stays/bookings.ts'
import { addHistory, type Who } from '../stay-history.ts'
import type { BookedNight } from '../pricing/quote-stay.ts'
import type { PricedStay } from '../pricing/price-stay.ts'

/** Replaces the price snapshot of a booking's nights. */
export async function writeNights(
  tx: Tx,
  { landlordId, id, rentalId }: Pick<BookingRow, 'landlordId' | 'id' | 'rentalId'>,
  nights: readonly BookedNight[],
  { nightCents, extraGuestCents }: Pick<PricedStay, 'nightCents' | 'extraGuestCents'>,
): Promise<void> {
  await tx.delete(bookingNight).where(and(eq(bookingNight.landlordId, landlordId), eq(bookingNight.bookingId, id)))
  await tx.insert(bookingNight).values(
    nights.map(({ date, cents, explanation }, i) => ({
      landlordId,
      bookingId: id,
      rentalId,
      date,
      price: toDollars(nightCents[i] ?? 0),
      listPrice: toDollars(cents),
      extraGuests: toDollars(extraGuestCents[i] ?? 0),
      explanation,
    })),
  )
}

interface Edit {
  edit: Partial<BookingRow>
  what: string
  who: Who
  note?: string | null
  now: Date
}

/** Changes a locked booking and notes the change. */
export async function saveBooking(
  tx: Tx,
  before: BookingRow,
  { edit, what, who, note, now }: Edit,
): Promise<BookingRow> {
  const changed = { ...edit, revision: before.revision + 1, updatedAt: now.toISOString() }
  const { landlordId, id } = before
  await tx
    .update(booking)
    .set(changed)
    .where(and(eq(booking.landlordId, landlordId), eq(booking.id, id)))
  await addHistory(tx, { landlordId, recordId: id, what, who, before, after: edit, note: note ?? null, now })
  return { ...before, ...changed }
}
