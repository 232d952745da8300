import { answerHours } from '@keyhold/contracts/properties/stays/stay-values'
import { BookingConfirmed, BookingRequested } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { toCents } from '@keyhold/kit/lib/money'
import { momentOf } from '@keyhold/kit/lib/time-zones'
import { and, eq } from 'drizzle-orm'
import { lockUnits } from '../../nights/claim-rows.ts'
import { changeNights, claimNights } from '../../nights/nights.ts'
import { booking } from '../../../schema/stays/bookings.ts'
import { stayHold, type StayHoldRow, type StayPaymentRow } from '../../../schema/stays/payments.ts'
import { findRental, type FoundRental } from '../listings/find-rental.ts'
import { termsOf } from '../pricing/quote-stay.ts'
import { nightShares } from '../pricing/split.ts'
import { addHistory } from '../stay-history.ts'
import { addPayment, paymentsOf, refundPayment, settle } from '../bookings/booking-payments.ts'
import { publishMoney, snapshotOf } from '../bookings/publish-booking.ts'
import { writeNights } from '../bookings/write-booking.ts'

/** Locked, so that of two payments the second sees what the first one made of it. */
export async function lockHold(tx: Tx, landlordId: string, id: string): Promise<StayHoldRow | undefined> {
  const [row] = await tx
    .select()
    .from(stayHold)
    .where(and(eq(stayHold.landlordId, landlordId), eq(stayHold.id, id)))
    .for('update')
  return row
}

export interface Payment {
  landlordId: string
  holdId: string
  provider: StayPaymentRow['provider']
  /** One payment of the provider books once, however often it is reported. */
  providerRef: string
  cents: number
  now: Date
}

/**
 * Makes a paid hold a booking. Where its time was over and its nights are gone by now, the payment goes back whole.
 * @returns whether there is a booking
 */
export async function confirmPayment(tx: Tx, payment: Payment): Promise<boolean> {
  const { landlordId, holdId, provider, providerRef, cents, now } = payment
  const hold = (await lockHold(tx, landlordId, holdId)) ?? notFound('Hold')
  const rental = await findRental(tx, { landlordId, id: hold.rentalId }, { removedToo: true })
  const received = { landlordId, id: holdId, cents, provider, providerRef, timeZone: rental.timeZone, now }
  const isNew = await addPayment(tx, received)
  if (!isNew) return hold.state === 'paid'
  const isOurs = hold.state !== 'paid' && (await claimHeld(tx, hold, now))
  if (!isOurs) {
    const paid = (await paymentsOf(tx, { landlordId, id: holdId })).find((one) => one.providerRef === providerRef)
    const reason = hold.state === 'paid' ? 'The stay was paid already' : 'The nights were taken before the payment came'
    if (paid) await refundPayment(tx, paid, { bookingId: holdId, cents, reason, timeZone: rental.timeZone, now })
    if (hold.state !== 'paid') await setState(tx, hold, 'lapsed')
    return false
  }
  await setState(tx, hold, 'paid')
  await bookHold(tx, hold, rental, now)
  return true
}

export const setState = (tx: Tx, { landlordId, id }: StayHoldRow, state: StayHoldRow['state']) =>
  tx
    .update(stayHold)
    .set({ state })
    .where(and(eq(stayHold.landlordId, landlordId), eq(stayHold.id, id)))

/** The nights of a hold for its booking; once more where they were given up meanwhile. */
async function claimHeld(tx: Tx, hold: StayHoldRow, now: Date): Promise<boolean> {
  const { landlordId, id, unitId, rentalId, guestName } = hold
  await lockUnits(tx, landlordId, [unitId])
  const booked = { kind: 'booking' as const, sourceId: rentalId, label: guestName, expiresAt: null }
  const nights = { from: hold.checkInDate, until: hold.checkOutDate }
  if (await succeeds(tx, (inner) => changeNights(inner, { landlordId, id }, booked, { now }))) return true
  return succeeds(tx, (inner) => claimNights(inner, { landlordId, unitId, id, ...nights, ...booked }, { now }))
}

/** Within a savepoint: what was refused leaves no trace. */
async function succeeds(tx: Tx, work: (inner: Tx) => Promise<unknown>): Promise<boolean> {
  try {
    await tx.transaction(work)
    return true
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'nights-taken' || error.code === 'not-found')) return false
    throw error
  }
}

/** The booking as it was quoted: a price that changed meanwhile does not matter. */
async function bookHold(tx: Tx, hold: StayHoldRow, rental: FoundRental, now: Date): Promise<void> {
  const { landlordId, id, quote } = hold
  const isRequest = !rental.instantBookEnabled
  const stamp = now.toISOString()
  const settled = await settle(tx, {
    landlordId,
    id,
    totalCents: toCents(quote.totalAmount),
    want: 'follow',
    isOver: false,
    reason: '',
    timeZone: rental.timeZone,
    now,
  })
  const [row] = await tx
    .insert(booking)
    .values({
      id,
      landlordId,
      rentalId: rental.id,
      propertyId: rental.propertyId,
      unitId: rental.unitId,
      guestName: hold.guestName,
      guestEmail: hold.guestEmail,
      guestPhone: hold.guestPhone,
      numberOfGuests: hold.numberOfGuests,
      checkInDate: hold.checkInDate,
      checkOutDate: hold.checkOutDate,
      bookingSource: 'direct',
      basePriceTotal: quote.basePriceTotal,
      extraGuestTotal: quote.extraGuestTotal,
      cleaningFee: quote.cleaningFee,
      serviceFee: quote.serviceFee,
      taxes: quote.taxes,
      totalAmount: quote.totalAmount,
      platformFee: quote.platformFee,
      netRevenue: quote.netRevenue,
      depositAmount: quote.depositAmount,
      terms: termsOf(rental),
      lines: quote.lines,
      cancellation: quote.cancellation,
      status: isRequest ? 'pending' : 'confirmed',
      ...settled,
      requests: hold.requests,
      answerBy: isRequest ? answerBy(hold, rental, now).toISOString() : null,
      createdAt: stamp,
      updatedAt: stamp,
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  const listed = quote.nights.map(({ date, price, explanation }) => ({ date, cents: toCents(price), explanation }))
  await writeNights(tx, row, listed, nightShares(quote, listed))
  const what = isRequest ? 'requested' : 'created'
  await addHistory(tx, { landlordId, recordId: id, what, who: { by: 'guest' }, now })
  const found = { row, rental }
  await emit(tx, isRequest ? BookingRequested : BookingConfirmed, snapshotOf(found))
  await publishMoney(tx, found, now)
}

/** Before check-in in any case. */
function answerBy({ checkInDate }: StayHoldRow, rental: FoundRental, now: Date): Date {
  const later = new Date(now.getTime() + answerHours * 3_600_000)
  const arrival = momentOf(checkInDate, rental.checkInTime, rental.timeZone)
  return arrival < later && arrival > now ? arrival : later
}
