import type { ShortTermBooking } from '@keyhold/contracts/properties/stays/bookings'
import { today } from '~/lib/format.ts'

type Booked = Pick<ShortTermBooking, 'status' | 'answerBy' | 'checkInDate' | 'checkOutDate'>

interface Steps {
  canAnswer: boolean
  canCheckIn: boolean
  canCheckOut: boolean
  /** Before the last night: the nights that are left come free. */
  leavesEarly: boolean
  canMarkNoShow: boolean
  canChange: boolean
  canExtend: boolean
  canCancel: boolean
}

/** What may be done with a booking on a day. The server judges by the property's own day. */
export function stepsOf({ status, answerBy, checkInDate, checkOutDate }: Booked, day = today()): Steps {
  const isAhead = status === 'pending' || status === 'confirmed'
  return {
    canAnswer: status === 'pending' && answerBy !== null,
    canCheckIn: status === 'confirmed' && checkInDate <= day,
    canCheckOut: status === 'checked_in',
    leavesEarly: status === 'checked_in' && day < checkOutDate,
    canMarkNoShow: status === 'confirmed' && checkInDate <= day,
    canChange: isAhead || status === 'checked_in',
    canExtend: status === 'confirmed' || status === 'checked_in',
    canCancel: isAhead,
  }
}
