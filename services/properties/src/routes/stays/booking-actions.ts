import {
  acceptBooking,
  cancelBooking as cancelRoute,
  cancellationPreview,
  checkInBooking,
  checkOutBooking,
  declineBooking,
  markNoShow,
} from '@keyhold/contracts/properties/stays/bookings'
import {
  BookingCheckedIn,
  BookingCheckedOut,
  BookingConfirmed,
  BookingNoShow,
} from '@keyhold/contracts/properties/stays/stay-events'
import type { BookingStatus } from '@keyhold/contracts/properties/stays/stay-values'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { addDays, laterOf } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'
import { dateAt, momentOf } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { settle } from '../../domain/stays/bookings/booking-payments.ts'
import {
  assertBecomes,
  cancelBooking,
  refundAnswer,
  refundNow,
  releaseRest,
} from '../../domain/stays/bookings/end-booking.ts'
import { type FoundBooking, lockBooking } from '../../domain/stays/bookings/find-booking.ts'
import { publishMoney, snapshotOf } from '../../domain/stays/bookings/publish-booking.ts'
import { readBooking } from '../../domain/stays/bookings/read-bookings.ts'
import { saveBooking } from '../../domain/stays/bookings/write-booking.ts'
import type { BookingRow } from '../../schema/stays/bookings.ts'

const who = ({ userId }: { userId: string }) => ({ by: 'landlord' as const, userId })

const events = {
  confirmed: BookingConfirmed,
  checked_in: BookingCheckedIn,
  checked_out: BookingCheckedOut,
  no_show: BookingNoShow,
}

interface Step {
  to: keyof typeof events & BookingStatus
  edit: Partial<BookingRow>
  now: Date
}

/** Moves a locked booking on and tells the others. */
async function move(tx: Tx, actor: LandlordActor, found: FoundBooking, { to, edit, now }: Step): Promise<void> {
  const row = await saveBooking(tx, found.row, { edit: { ...edit, status: to }, what: to, who: who(actor), now })
  const moved = { ...found, row }
  await emit(tx, events[to], snapshotOf(moved))
  await publishMoney(tx, moved, now)
}

const preview = serve(cancellationPreview, async ({ actor, params, query, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    assertBecomes(found.row, 'cancelled')
    return refundAnswer(found.row, refundNow(found, query.by, clock.now()))
  }),
)

const cancelIt = serve(cancelRoute, async ({ actor, params, body, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    const cents = (amount: number | null | undefined) => (typeof amount === 'number' ? toCents(amount) : undefined)
    await cancelBooking(tx, found, {
      by: body.by,
      reason: body.reason,
      expectedCents: cents(body.expectedRefund),
      refundCents: cents(body.refundAmount),
      who: who(actor),
      now: clock.now(),
    })
  })
  return readBooking(db, actor, params.id)
})

const checkIn = serve(checkInBooking, async ({ actor, params, db, clock }) => {
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    const { row, rental } = found
    assertBecomes(row, 'checked_in')
    if (dateAt(now, rental.timeZone) < row.checkInDate)
      refuse(
        'illegal-transition',
        'Guests check in on their first day at the earliest. Change the dates if they came before.',
      )
    await move(tx, actor, found, { to: 'checked_in', edit: { checkedInAt: now.toISOString() }, now })
  })
  return readBooking(db, actor, params.id)
})

const checkOut = serve(checkOutBooking, async ({ actor, params, db, clock }) => {
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    const { row, rental } = found
    assertBecomes(row, 'checked_out')
    const rest = await releaseRest(tx, found, firstFree(row, dateAt(now, rental.timeZone)), now)
    await move(tx, actor, found, { to: 'checked_out', edit: { ...rest, checkedOutAt: now.toISOString() }, now })
  })
  return readBooking(db, actor, params.id)
})

/** The first night was theirs in any case. */
const firstFree = ({ checkInDate }: BookingRow, today: string) => laterOf(today, addDays(checkInDate, 1))

const noShow = serve(markNoShow, async ({ actor, params, db, clock }) => {
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    const { row, rental } = found
    assertBecomes(row, 'no_show')
    if (now < momentOf(row.checkInDate, rental.checkInTime, rental.timeZone))
      refuse('illegal-transition', 'Check-in has not begun yet.')
    const rest = await releaseRest(tx, found, firstFree(row, dateAt(now, rental.timeZone)), now)
    await move(tx, actor, found, { to: 'no_show', edit: rest, now })
  })
  return readBooking(db, actor, params.id)
})

const accept = serve(acceptBooking, async ({ actor, params, db, clock }) => {
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    assertBecomes(found.row, 'confirmed')
    const { row, rental } = found
    const settled = await settle(tx, {
      landlordId: row.landlordId,
      id: row.id,
      totalCents: toCents(row.totalAmount),
      want: 'follow',
      isOver: false,
      reason: '',
      timeZone: rental.timeZone,
      now,
    })
    await move(tx, actor, found, { to: 'confirmed', edit: { ...settled, answerBy: null }, now })
  })
  return readBooking(db, actor, params.id)
})

const decline = serve(declineBooking, async ({ actor, params, body, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    if (found.row.status !== 'pending')
      refuse('illegal-transition', 'Only a request that waits for an answer can be declined.')
    await cancelBooking(tx, found, { by: 'landlord', reason: body.reason, who: who(actor), now: clock.now() })
  })
  return readBooking(db, actor, params.id)
})

export const bookingActionRoutes = [preview, cancelIt, checkIn, checkOut, noShow, accept, decline]
