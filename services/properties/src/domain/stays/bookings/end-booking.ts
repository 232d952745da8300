import type { Refund } from '@keyhold/contracts/properties/stays/bookings'
import { BookingCancelled } from '@keyhold/contracts/properties/stays/stay-events'
import type { CancelledBy } from '@keyhold/contracts/properties/stays/stay-values'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq, gte } from 'drizzle-orm'
import { changeNights, releaseNights } from '../../nights/nights.ts'
import { bookingNight, type BookingRow, type KeptLine } from '../../../schema/stays/bookings.ts'
import { centsOf } from '../pricing/quote-stay.ts'
import { split } from '../pricing/split.ts'
import type { Who } from '../stay-history.ts'
import { settle } from './booking-payments.ts'
import { mayBecome, statusWords } from './booking-states.ts'
import { type FoundBooking, nightsOf } from './find-booking.ts'
import { publishMoney, snapshotOf } from './publish-booking.ts'
import { type ComputedRefund, refundFor } from './refund.ts'
import { saveBooking } from './write-booking.ts'

/** What a cancellation now would give back. */
export const refundNow = ({ row, rental }: FoundBooking, by: CancelledBy, now: Date): ComputedRefund =>
  refundFor({
    // A request that nobody has answered is withdrawn, not cancelled.
    by: row.status === 'pending' ? 'landlord' : by,
    at: now,
    bookedAt: new Date(row.createdAt),
    checkInDate: row.checkInDate,
    checkInTime: rental.checkInTime,
    timeZone: rental.timeZone,
    tiers: row.cancellation.tiers,
    lines: row.lines.map(centsOf),
    paidCents: toCents(row.paidAmount) - toCents(row.refundedAmount),
  })

export const refundAnswer = (row: BookingRow, refund: ComputedRefund): Refund => ({
  refundAmount: toDollars(refund.refundCents),
  paidAmount: toDollars(toCents(row.paidAmount) - toCents(row.refundedAmount)),
  keptAmount: toDollars(refund.keptCents),
  lines: refund.lines.map(({ line, refundCents }) => ({
    name: line.name,
    paid: toDollars(line.cents),
    refund: toDollars(refundCents),
    basis: line.basis,
  })),
  reason: refund.reason,
})

/** @throws Refusal 409 */
export function assertBecomes(row: BookingRow, to: BookingRow['status']): void {
  if (!mayBecome(row.status, to))
    refuse('illegal-transition', `This booking is ${statusWords[row.status]}, so it cannot be ${statusWords[to]}.`)
}

interface Cancelling {
  by: CancelledBy
  reason?: string | null | undefined
  /** What whoever cancels was shown. */
  expectedCents?: number | undefined
  /** In place of what the policy says. */
  refundCents?: number | undefined
  who: Who
  now: Date
}

/** Cancels a locked booking: its nights are free with this transaction, and what is due goes back. @throws Refusal 409 */
export async function cancelBooking(tx: Tx, found: FoundBooking, cancelling: Cancelling): Promise<FoundBooking> {
  const { by, reason, expectedCents, who, now } = cancelling
  const { row, rental } = found
  assertBecomes(row, 'cancelled')
  const computed = refundNow(found, by, now)
  if (expectedCents !== undefined && expectedCents !== computed.refundCents)
    refuse('conflict', `The refund is ${moneyText(computed.refundCents)} by now. Please check it again.`)
  const held = toCents(row.paidAmount) - toCents(row.refundedAmount)
  const refund = cancelling.refundCents ?? computed.refundCents
  if (refund > held) refuse('conflict', `Only ${moneyText(held)} was paid, so no more can be refunded.`)
  await releaseNights(tx, { landlordId: row.landlordId, ids: [row.id] })
  await releaseFrom(tx, row, row.checkInDate)
  const settled = await settle(tx, {
    landlordId: row.landlordId,
    id: row.id,
    totalCents: toCents(row.totalAmount),
    want: held - refund,
    isOver: true,
    reason: computed.reason,
    timeZone: rental.timeZone,
    now,
  })
  const after = await saveBooking(tx, row, {
    edit: {
      ...settled,
      status: 'cancelled',
      cancelledAt: now.toISOString(),
      cancelledBy: by,
      cancelReason: reason ?? null,
      answerBy: null,
      kept: keptOf(computed, held - refund),
      keptOn: dateAt(now, rental.timeZone),
    },
    what: 'cancelled',
    who,
    note: `${moneyText(refund)} refunded`,
    now,
  })
  const cancelled = { row: after, rental }
  await emit(tx, BookingCancelled, { ...snapshotOf(cancelled), cancelledBy: by, refundAmount: toDollars(refund) })
  await publishMoney(tx, cancelled, now)
  return cancelled
}

/** Which lines the money belongs to that stays with the landlord. */
function keptOf({ lines }: ComputedRefund, keptCents: number): KeptLine[] {
  if (keptCents <= 0) return []
  // A discount is part of the nights.
  const [nights, others] = [
    lines.filter(({ line }) => line.kind === 'nights' || line.kind === 'discount'),
    lines.filter(({ line }) => line.kind !== 'nights' && line.kind !== 'discount'),
  ]
  const rooms = { kind: 'nights' as const, name: 'Nights', jurisdiction: null, left: 0, whole: 0 }
  for (const { line, refundCents } of nights) {
    rooms.left += line.cents - refundCents
    rooms.whole += line.cents
  }
  const all = [
    rooms,
    ...others.map(({ line: { kind, name, jurisdiction, cents }, refundCents }) => ({
      kind,
      name,
      jurisdiction,
      left: cents - refundCents,
      whole: cents,
    })),
  ]
  const left = all.map((one) => one.left)
  const parts = split(keptCents, left.some((cents) => cents > 0) ? left : all.map((one) => one.whole))
  return all
    .map(({ kind, name, jurisdiction }, i) => ({ kind, name, jurisdiction, amount: toDollars(parts[i] ?? 0) }))
    .filter(({ amount }) => amount !== 0)
}

const releaseFrom = (tx: Tx, { landlordId, id }: BookingRow, from: string) =>
  tx
    .update(bookingNight)
    .set({ isReleased: true })
    .where(and(eq(bookingNight.landlordId, landlordId), eq(bookingNight.bookingId, id), gte(bookingNight.date, from)))

/**
 * Gives back the nights from a day on of guests who left early or never came. What they paid for these stays with the landlord, as of today.
 * @returns what that changes of the booking
 */
export async function releaseRest(
  tx: Tx,
  { row, rental }: FoundBooking,
  from: string,
  now: Date,
): Promise<Partial<BookingRow>> {
  if (from >= row.checkOutDate) return {}
  await changeNights(tx, row, { until: from }, { now })
  const rest = (await nightsOf(tx, row)).filter(({ date }) => date >= from)
  await releaseFrom(tx, row, from)
  const cents = rest.reduce((sum, { price, extraGuests }) => sum + toCents(price) + toCents(extraGuests), 0)
  return {
    kept: [{ kind: 'nights', name: 'Nights', jurisdiction: null, amount: toDollars(cents) }],
    keptOn: dateAt(now, rental.timeZone),
  }
}
