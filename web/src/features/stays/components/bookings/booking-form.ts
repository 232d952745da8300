import { ShortTermBookingForm, type ShortTermBookingDetail } from '@keyhold/contracts/properties/stays/bookings'
import type { z } from '@keyhold/contracts/zod'
import type { BookingStart } from '../../stays-context.ts'

const endsAfterStart = {
  check: ({ checkInDate, checkOutDate }: { checkInDate: string; checkOutDate: string }) => checkInDate < checkOutDate,
  problem: { path: ['checkOutDate'], message: 'Check-out must be after check-in' },
}

export const BookingForm = ShortTermBookingForm.refine(endsAfterStart.check, endsAfterStart.problem)
export type BookingValues = z.output<typeof BookingForm>

/** What can be changed of a booking. Where it came from stays. */
export const ChangesForm = ShortTermBookingForm.omit({
  bookingSource: true,
  paymentStatus: true,
  basePriceTotal: true,
  cleaningFee: true,
  serviceFee: true,
  taxes: true,
  platformFee: true,
}).refine(endsAfterStart.check, endsAfterStart.problem)
export type ChangesValues = z.output<typeof ChangesForm>

export const startingBooking = (start: BookingStart) => ({
  rentalId: start.rentalId ?? '',
  checkInDate: start.checkInDate ?? '',
  checkOutDate: start.checkOutDate ?? '',
  numberOfGuests: 2,
  guestName: '',
  guestEmail: '',
  guestPhone: '',
  bookingSource: 'direct' as const,
  externalBookingId: '',
  paymentStatus: 'paid' as const,
  requests: '',
  notes: '',
  basePriceTotal: '',
  cleaningFee: '',
  serviceFee: '',
  taxes: '',
  platformFee: '',
})

export const startingChanges = (booking: ShortTermBookingDetail) => ({
  rentalId: booking.rentalId,
  checkInDate: booking.checkInDate,
  checkOutDate: booking.checkOutDate,
  numberOfGuests: booking.numberOfGuests,
  guestName: booking.guestName,
  guestEmail: booking.guestEmail ?? '',
  guestPhone: booking.guestPhone ?? '',
  externalBookingId: booking.externalBookingId ?? '',
  requests: booking.requests ?? '',
  notes: booking.notes ?? '',
})

/** The amounts that were typed; what was left empty follows the listing's prices. */
const chargedFields = ['basePriceTotal', 'cleaningFee', 'serviceFee', 'taxes', 'platformFee'] as const

/** As it is sent: without amounts and texts that were left empty. */
export function bookingBody(values: BookingValues): BookingValues {
  const empty = (name: string, value: unknown) =>
    value === null || (values.bookingSource === 'direct' && chargedFields.some((field) => field === name))
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !empty(name, value))) as BookingValues
}

/** Only what differs from the booking, so that a change of notes does not price the stay anew. */
export function changesOf(values: ChangesValues, booking: ShortTermBookingDetail): Partial<ChangesValues> {
  const held = new Map<string, unknown>(Object.entries(booking))
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => (value ?? null) !== (held.get(name) ?? null)),
  )
}
