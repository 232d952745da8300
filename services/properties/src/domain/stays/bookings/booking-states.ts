import type { BookingStatus, StayPaymentStatus } from '@keyhold/contracts/properties/stays/stay-values'

/** From each status to those that may follow. */
export const bookingTransitions: Readonly<Record<BookingStatus, readonly BookingStatus[]>> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['checked_in', 'cancelled', 'no_show'],
  checked_in: ['checked_out', 'cancelled'],
  checked_out: [],
  cancelled: [],
  no_show: [],
}

export const mayBecome = (from: BookingStatus, to: BookingStatus): boolean => bookingTransitions[from].includes(to)

/** As in "This booking is cancelled". */
export const statusWords: Readonly<Record<BookingStatus, string>> = {
  pending: 'waiting for an answer',
  confirmed: 'confirmed',
  checked_in: 'checked in',
  checked_out: 'checked out',
  cancelled: 'cancelled',
  no_show: 'marked as no-show',
}

/** Whether dates, guests and prices may still change. */
export const isOpen = (status: BookingStatus): boolean =>
  status === 'pending' || status === 'confirmed' || status === 'checked_in'

interface Money {
  totalCents: number
  paidCents: number
  refundedCents: number
  /** The stay does not happen, so nothing more is to be paid. */
  isOver: boolean
}

export function paymentStatusOf({ totalCents, paidCents, refundedCents, isOver }: Money): StayPaymentStatus {
  if (isOver) {
    if (paidCents === 0) return 'pending'
    if (refundedCents === 0) return 'paid'
    return refundedCents >= paidCents ? 'refunded' : 'partially_refunded'
  }
  const held = paidCents - refundedCents
  if (held >= totalCents) return 'paid'
  return held > 0 ? 'partial' : 'pending'
}
