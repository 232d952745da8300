import {
  type BookingMoney,
  BookingMoneyChanged,
  type BookingSnapshot,
} from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq } from 'drizzle-orm'
import type { BookingNightRow, BookingRow } from '../../../schema/stays/bookings.ts'
import { stayRefund } from '../../../schema/stays/payments.ts'
import { split } from '../pricing/split.ts'
import { paymentsOf } from './booking-payments.ts'
import { type FoundBooking, nightsOf } from './find-booking.ts'

export const snapshotOf = ({ row, rental }: FoundBooking): BookingSnapshot => ({
  bookingId: row.id,
  landlordId: row.landlordId,
  rentalId: row.rentalId,
  listingName: rental.listingName,
  propertyId: row.propertyId,
  unitId: row.unitId,
  timeZone: rental.timeZone,
  guestName: row.guestName,
  guestEmail: row.guestEmail,
  guestPhone: row.guestPhone,
  numberOfGuests: row.numberOfGuests,
  checkInDate: row.checkInDate,
  checkOutDate: row.checkOutDate,
  checkInTime: rental.checkInTime,
  checkOutTime: rental.checkOutTime,
  bookingSource: row.bookingSource,
  externalBookingId: row.externalBookingId,
  status: row.status,
  paymentStatus: row.paymentStatus,
  totalAmount: row.totalAmount,
  paidAmount: row.paidAmount,
  lines: row.lines,
  revision: row.revision,
  bookedAt: row.createdAt,
})

/** Tells the books where a booking's money stands, as a whole. A request to book has none yet. */
export async function publishMoney(tx: Tx, { row, rental }: FoundBooking, now: Date): Promise<void> {
  const payments = await paymentsOf(tx, row)
  const refunds = await tx
    .select()
    .from(stayRefund)
    .where(and(eq(stayRefund.landlordId, row.landlordId), eq(stayRefund.bookingId, row.id)))
    .orderBy(stayRefund.createdAt, stayRefund.id)
  await emit(tx, BookingMoneyChanged, {
    bookingId: row.id,
    landlordId: row.landlordId,
    rentalId: row.rentalId,
    propertyId: row.propertyId,
    unitId: row.unitId,
    bookingSource: row.bookingSource,
    revision: row.revision,
    changedOn: dateAt(now, rental.timeZone),
    ...earningsOf(row, await nightsOf(tx, row)),
    received: payments.map(({ id, paidOn, amount }) => ({ id, on: paidOn, amount })),
    refunded: refunds.map(({ id, refundedOn, amount }) => ({ id, on: refundedOn, amount })),
  })
}

type Earnings = Pick<BookingMoney, 'income' | 'taxes' | 'platformFee'>

/** What a booking earns and owes by day: its nights by their dates, the rest with the check-in, taxes month by month with the nights. */
export function earningsOf(row: BookingRow, nights: readonly BookingNightRow[]): Earnings {
  const keptOn = row.keptOn ?? row.checkInDate
  const kept: Earnings['income'] = row.kept
    .filter(({ kind, amount }) => kind !== 'tax' && amount !== 0)
    .map(({ amount }) => ({ on: keptOn, kind: 'kept', amount }))
  if (row.status === 'pending') return { income: [], taxes: [], platformFee: null }
  if (row.status === 'cancelled') {
    const taxes = row.kept
      .filter(({ kind, amount }) => kind === 'tax' && amount !== 0)
      .map(({ name, jurisdiction, amount }) => ({ on: keptOn, jurisdiction: jurisdiction ?? '', name, amount }))
    return { income: kept, taxes, platformFee: null }
  }
  const stayed = nights.filter(({ isReleased }) => !isReleased)
  const on = row.checkInDate
  const once = row.lines
    .filter(({ kind, isInTotal }) => isInTotal && (kind === 'cleaning' || kind === 'fee'))
    .map(({ kind, amount }) => ({ on, kind: kind === 'fee' ? ('fee' as const) : ('cleaning' as const), amount }))
  return {
    income: [
      ...stayed.map(({ date, price }) => ({ on: date, kind: 'nights' as const, amount: price })),
      ...stayed
        .filter(({ extraGuests }) => extraGuests !== 0)
        .map(({ date, extraGuests }) => ({ on: date, kind: 'extra_guests' as const, amount: extraGuests })),
      ...once,
      ...kept,
    ],
    taxes: taxesByMonth(row, nights),
    platformFee: row.platformFee > 0 ? { on, amount: row.platformFee } : null,
  }
}

/** The landlord's taxes, divided over the months by nights; each part on its first night of the month. */
export function taxesByMonth(
  row: Pick<BookingRow, 'lines'>,
  nights: readonly Pick<BookingNightRow, 'date'>[],
  by: 'landlord' | 'channel' = 'landlord',
): Earnings['taxes'] {
  const months = [...Map.groupBy(nights, ({ date }) => date.slice(0, 7)).values()]
  return row.lines
    .filter(({ kind, remittedBy }) => kind === 'tax' && remittedBy === by)
    .flatMap(({ name, jurisdiction, amount }) =>
      split(
        toCents(amount),
        months.map(({ length }) => length),
      ).map((cents, i) => ({
        on: months[i]?.[0]?.date ?? '',
        jurisdiction: jurisdiction ?? '',
        name,
        amount: toDollars(cents),
      })),
    )
}
