import { feedChannelNames, type FeedChannel } from '@keyhold/contracts/properties/stays/feed-values'
import type { BookingSource } from '@keyhold/contracts/properties/stays/stay-values'
import type { Tx } from '@keyhold/kit/database/database'
import { changeBooking } from '../../stays/bookings/change-booking.ts'
import { recordCancellation } from '../../stays/bookings/end-booking.ts'
import { lockBooking } from '../../stays/bookings/find-booking.ts'
import { recordBooking } from '../../stays/bookings/record-booking.ts'
import type { FoundRental } from '../../stays/listings/find-rental.ts'
import type { Nights } from '../reading/nights.ts'

/** What a channel says of a guest who booked there. */
export interface ChannelGuest {
  nights: Nights
  guestName: string | null
  code: string | null
  phoneLastDigits: string | null
}

interface Options {
  channel: FeedChannel
  now: Date
}

const isSource = (channel: FeedChannel): channel is FeedChannel & BookingSource =>
  channel === 'airbnb' || channel === 'vrbo' || channel === 'booking_com'

/** Under which source a booking of a channel is listed; other calendars are the landlord's own. */
export const sourceOf = (channel: FeedChannel): BookingSource => (isSource(channel) ? channel : 'direct')

const byChannel = { by: 'channel' } as const

/** Books what a channel has accepted already, so that the listing's own rules don't matter. @returns the booking's id @throws Refusal 409 */
export async function bookForChannel(
  tx: Tx,
  rental: FoundRental,
  guest: ChannelGuest,
  { channel, now }: Options,
): Promise<string> {
  const { nights, guestName, code, phoneLastDigits } = guest
  const { row } = await recordBooking(
    tx,
    rental,
    {
      checkInDate: nights.from,
      checkOutDate: nights.to,
      numberOfGuests: 1,
      guestName: guestName ?? `Guest of ${feedChannelNames[channel]}`,
      bookingSource: sourceOf(channel),
      externalBookingId: code,
      notes: phoneLastDigits && `Last digits of the phone number: ${phoneLastDigits}`,
      isPaid: true,
    },
    { who: byChannel, now, isAccepted: true },
  )
  return row.id
}

interface Named {
  landlordId: string
  id: string
}

/** @throws Refusal 409 */
export async function moveForChannel(
  tx: Tx,
  named: Named,
  { from, to }: Nights,
  now: Date,
  rental?: FoundRental,
): Promise<void> {
  const found = await lockBooking(tx, named)
  const edit = { checkInDate: from, checkOutDate: to, ...(rental ? { rental } : {}) }
  await changeBooking(tx, found, edit, { who: byChannel, now, isAccepted: true })
}

/** Cancels a booking whose guests have not come and gone; another is left as it is. */
export async function cancelForChannel(tx: Tx, named: Named, reason: string, now: Date): Promise<void> {
  const found = await lockBooking(tx, named)
  if (found.row.status !== 'confirmed' && found.row.status !== 'pending') return
  await recordCancellation(tx, found, { by: 'channel', reason, who: byChannel, now })
}
