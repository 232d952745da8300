import type { StayPaymentStatus } from '@keyhold/contracts/properties/stays/stay-values'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { BookingRow } from '../../../schema/stays/bookings.ts'
import { stayPayment, type StayPaymentRow, stayRefund } from '../../../schema/stays/payments.ts'
import { paymentStatusOf } from './booking-states.ts'

/** Asks the provider to give money back. */
export const sendRefund = job({ name: 'stay-refund', data: z.object({ refundId: z.uuid() }) })

type Booked = Pick<BookingRow, 'landlordId' | 'id'>

export const paymentsOf = (tx: Tx, { landlordId, id }: Booked): Promise<StayPaymentRow[]> =>
  tx
    .select()
    .from(stayPayment)
    .where(and(eq(stayPayment.landlordId, landlordId), eq(stayPayment.bookingId, id)))
    .orderBy(stayPayment.createdAt, stayPayment.id)

interface Received extends Booked {
  cents: number
  provider: StayPaymentRow['provider']
  providerRef: string
  timeZone: string
  now: Date
}

/** Notes a payment. False where it was noted before. */
export async function addPayment(tx: Tx, payment: Received): Promise<boolean> {
  const { landlordId, id, cents, provider, providerRef, timeZone, now } = payment
  const rows = await tx
    .insert(stayPayment)
    .values({
      landlordId,
      bookingId: id,
      provider,
      providerRef,
      amount: toDollars(cents),
      paidOn: dateAt(now, timeZone),
      createdAt: now.toISOString(),
    })
    .onConflictDoNothing()
    .returning({ id: stayPayment.id })
  return rows.length > 0
}

interface Settled {
  paidAmount: number
  refundedAmount: number
  paymentStatus: StayPaymentStatus
}

interface Settlement extends Booked {
  totalCents: number
  /**
   * How much is to be held afterwards. `follow`: as much as the stay costs where the landlord entered it as paid, else at most that;
   * a number of cents: so much, at most what is held.
   */
  want: 'follow' | 'paid' | 'unpaid' | number
  isOver: boolean
  reason: string
  timeZone: string
  now: Date
}

/** Brings what is held for a booking in line with its price, and answers where that leaves it. Refunds of cards are sent by a job. */
export async function settle(tx: Tx, settlement: Settlement): Promise<Settled> {
  const { landlordId, id, totalCents, want, isOver, timeZone, now } = settlement
  const payments = await paymentsOf(tx, { landlordId, id })
  const paid = payments.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const refunded = payments.reduce((sum, one) => sum + toCents(one.refundedAmount), 0)
  const held = paid - refunded
  const target = targetOf(want, held, totalCents, payments)
  if (target > held)
    await addPayment(tx, {
      landlordId,
      id,
      cents: target - held,
      provider: 'entered',
      providerRef: v7(),
      timeZone,
      now,
    })
  else if (target < held) await refundDown(tx, payments, held - target, settlement)
  const paidCents = paid + Math.max(0, target - held)
  const refundedCents = refunded + Math.max(0, held - target)
  return {
    paidAmount: toDollars(paidCents),
    refundedAmount: toDollars(refundedCents),
    paymentStatus: paymentStatusOf({ totalCents, paidCents, refundedCents, isOver }),
  }
}

function targetOf(want: Settlement['want'], held: number, total: number, payments: readonly StayPaymentRow[]): number {
  if (typeof want === 'number') return Math.min(want, held)
  if (want === 'paid') return total
  // What a card paid is not unpaid because somebody says so.
  const byCard = payments
    .filter(({ provider }) => provider !== 'entered')
    .reduce((sum, one) => sum + toCents(one.amount) - toCents(one.refundedAmount), 0)
  if (want === 'unpaid') return Math.min(held, byCard)
  return byCard === 0 && held > 0 ? total : Math.min(held, total)
}

async function refundDown(
  tx: Tx,
  payments: readonly StayPaymentRow[],
  cents: number,
  { landlordId, id, reason, timeZone, now }: Settlement,
): Promise<void> {
  let left = cents
  // The newest payment first.
  for (const payment of payments.toReversed()) {
    const part = Math.min(left, toCents(payment.amount) - toCents(payment.refundedAmount))
    if (part <= 0) continue
    left -= part
    await refundPayment(tx, payment, { bookingId: id, cents: part, reason, timeZone, now })
  }
  if (left > 0) throw new Error(`Booking ${id} of ${landlordId} cannot refund more than was paid`)
}

/** Gives a part of a payment back: by the provider that took it, or by the landlord's own hand. */
export async function refundPayment(
  tx: Tx,
  payment: StayPaymentRow,
  refund: { bookingId: string; cents: number; reason: string; timeZone: string; now: Date },
): Promise<void> {
  const { bookingId, cents, reason, timeZone, now } = refund
  const { landlordId } = payment
  const isByHand = payment.provider === 'entered'
  const [row] = await tx
    .insert(stayRefund)
    .values({
      landlordId,
      bookingId,
      paymentId: payment.id,
      amount: toDollars(cents),
      reason,
      status: isByHand ? 'done' : 'pending',
      refundedOn: dateAt(now, timeZone),
      createdAt: now.toISOString(),
    })
    .returning({ id: stayRefund.id })
  await tx
    .update(stayPayment)
    .set({ refundedAmount: toDollars(toCents(payment.refundedAmount) + cents) })
    .where(and(eq(stayPayment.landlordId, landlordId), eq(stayPayment.id, payment.id)))
  if (row && !isByHand) await enqueue(tx, sendRefund, { refundId: row.id })
}
