import type { BookingSource, BookingStatus } from '@keyhold/contracts/properties/stays/stay-values'
import { BookingConfirmed, BookingRequested } from '@keyhold/contracts/properties/stays/stay-events'
import type { StayProblem } from '@keyhold/contracts/properties/stays/quotes'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { toDollars } from '@keyhold/kit/lib/money'
import { and, eq, ne } from 'drizzle-orm'
import { v7 } from 'uuid'
import { lockUnits } from '../../nights/claim-rows.ts'
import { claimNights } from '../../nights/nights.ts'
import { booking } from '../../../schema/stays/bookings.ts'
import type { FoundRental } from '../listings/find-rental.ts'
import { loadNights } from '../pricing/load-nights.ts'
import { type Charged, priceStay } from '../pricing/price-stay.ts'
import { amountsOf, bookNights, cancellationOf, lineOf, termsOf } from '../pricing/quote-stay.ts'
import { addHistory, type Who } from '../stay-history.ts'
import { settle } from './booking-payments.ts'
import type { FoundBooking } from './find-booking.ts'
import { publishMoney, snapshotOf } from './publish-booking.ts'
import { writeNights } from './write-booking.ts'

export interface NewBooking {
  checkInDate: string
  checkOutDate: string
  numberOfGuests: number
  guestName: string
  guestEmail?: string | null | undefined
  guestPhone?: string | null | undefined
  bookingSource: BookingSource
  externalBookingId?: string | null | undefined
  requests?: string | null | undefined
  notes?: string | null | undefined
  charged?: Charged
  isPaid: boolean
}

interface Options {
  who: Who
  now: Date
  /** A channel has accepted the guests already: the listing's own rules do not matter. */
  isAccepted?: boolean
  id?: string
  status?: BookingStatus
  answerBy?: Date
}

const fieldOf: Partial<Record<StayProblem['code'], string>> = {
  'too-many-guests': 'numberOfGuests',
  'min-stay': 'checkOutDate',
  'max-stay': 'checkOutDate',
}

/** @throws Refusal 400 for the first rule that is broken. Taken nights are refused where they are claimed, with the nearest free ones. */
export function assertRules(problems: readonly StayProblem[], { bindingOnly }: { bindingOnly: boolean }): void {
  const broken = problems.find(({ code, isBinding }) => code !== 'dates-taken' && (isBinding || !bindingOnly))
  if (broken) refuseField(fieldOf[broken.code] ?? 'checkInDate', broken.message)
}

/** @throws Refusal 400 */
export function assertDates({ checkInDate, checkOutDate }: Pick<NewBooking, 'checkInDate' | 'checkOutDate'>): void {
  if (checkOutDate <= checkInDate) refuseField('checkOutDate', 'Check-out must be after check-in')
}

/** @throws Refusal 409 where the channel's booking is there already */
export async function assertNewReference(
  tx: Tx,
  { id, landlordId }: FoundRental,
  { bookingSource, externalBookingId }: Pick<NewBooking, 'bookingSource' | 'externalBookingId'>,
  exceptId?: string,
): Promise<void> {
  if (!externalBookingId) return
  const [found] = await tx
    .select({ guestName: booking.guestName })
    .from(booking)
    .where(
      and(
        eq(booking.landlordId, landlordId),
        eq(booking.rentalId, id),
        eq(booking.bookingSource, bookingSource),
        eq(booking.externalBookingId, externalBookingId),
        ne(booking.status, 'cancelled'),
        exceptId === undefined ? undefined : ne(booking.id, exceptId),
      ),
    )
  if (found) refuse('conflict', `The booking ${externalBookingId} is entered already, for ${found.guestName}.`)
}

/**
 * Books a stay: claims its nights, prices each of them and tells the others. In the caller's transaction.
 * @throws Refusal 400 where a binding rule is broken, 409 `nights-taken`, 409 for a channel's booking that is there already
 */
export async function recordBooking(
  tx: Tx,
  rental: FoundRental,
  given: NewBooking,
  { who, now, isAccepted = false, id = v7(), status = 'confirmed', answerBy }: Options,
): Promise<FoundBooking> {
  assertDates(given)
  const { landlordId, unitId } = rental
  // So that what is read of the nights around is still true when these are claimed.
  await lockUnits(tx, landlordId, [unitId])
  await assertNewReference(tx, rental, given)
  const { nights } = await loadNights(tx, rental, { from: given.checkInDate, to: given.checkOutDate, now })
  if (!isAccepted) assertRules(nights.problemsOf(given), { bindingOnly: true })
  const claim = { landlordId, unitId, id, from: given.checkInDate, until: given.checkOutDate }
  await claimNights(tx, { ...claim, kind: 'booking', sourceId: rental.id, label: given.guestName }, { now })
  const booked = bookNights(given, nights)
  const terms = termsOf(rental)
  const priced = priceStay({
    nights: booked.map(({ cents }) => cents),
    numberOfGuests: given.numberOfGuests,
    source: given.bookingSource,
    terms,
    charged: given.charged ?? {},
  })
  const stamp = now.toISOString()
  const settled = await settle(tx, {
    landlordId,
    id,
    totalCents: priced.totalCents,
    want: given.isPaid ? 'paid' : 'unpaid',
    isOver: false,
    reason: '',
    timeZone: rental.timeZone,
    now,
  })
  const { isPaid: _, charged = {}, ...fields } = given
  const [row] = await tx
    .insert(booking)
    .values({
      ...fields,
      ...amountsOf(priced),
      ...settled,
      id,
      landlordId,
      rentalId: rental.id,
      propertyId: rental.propertyId,
      unitId,
      depositAmount: rental.depositAmount,
      charged,
      terms,
      lines: priced.lines.map(lineOf),
      cancellation: cancellationOf(rental),
      status,
      answerBy: answerBy?.toISOString() ?? null,
      createdAt: stamp,
      updatedAt: stamp,
    })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await writeNights(tx, row, booked, priced)
  await addHistory(tx, {
    landlordId,
    recordId: id,
    what: status === 'pending' ? 'requested' : 'created',
    who,
    note: `${given.checkInDate} to ${given.checkOutDate}, $${toDollars(priced.totalCents).toFixed(2)}`,
    now,
  })
  const found = { row, rental }
  await emit(tx, status === 'pending' ? BookingRequested : BookingConfirmed, snapshotOf(found))
  await publishMoney(tx, found, now)
  return found
}
