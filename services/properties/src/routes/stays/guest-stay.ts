import type { QuoteLine } from '@keyhold/contracts/properties/stays/quotes'
import {
  cancelStay,
  changeStay,
  guestCancellation,
  guestChange,
  guestStay,
  payTestStay,
  rateStay,
  releaseHold,
} from '@keyhold/contracts/properties/stays/public-stays'
import { BookingChanged } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { momentOf } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { releaseNights } from '../../domain/nights/nights.ts'
import { addPayment, settle } from '../../domain/stays/bookings/booking-payments.ts'
import { changeBooking, repriced } from '../../domain/stays/bookings/change-booking.ts'
import { assertBecomes, cancelBooking, refundAnswer, refundNow } from '../../domain/stays/bookings/end-booking.ts'
import { type FoundBooking, lockBooking } from '../../domain/stays/bookings/find-booking.ts'
import { publishMoney, snapshotOf } from '../../domain/stays/bookings/publish-booking.ts'
import { saveBooking } from '../../domain/stays/bookings/write-booking.ts'
import { confirmPayment, lockHold, setState } from '../../domain/stays/direct/confirm-payment.ts'
import { hostActor } from '../../domain/stays/direct/find-public.ts'
import { findStayByToken, type LinkedStay } from '../../domain/stays/direct/guest-links.ts'
import { readGuestStay } from '../../domain/stays/direct/guest-view.ts'
import type { NetworkLimit } from '../../domain/stays/direct/visitor-limits.ts'
import { lineOf } from '../../domain/stays/pricing/quote-stay.ts'
import type { StayPayments } from '../../providers/stay-payments/provider.ts'

const byGuest = { by: 'guest' as const }

interface Linked {
  stay: LinkedStay
  actor: ReturnType<typeof hostActor>
}

function stayAccess(payments: StayPayments, guesses: NetworkLimit) {
  const find = async (token: string, ip: string, { db, clock }: Tools): Promise<Linked> => {
    const now = clock.now()
    guesses.check(ip, now)
    const stay = await findStayByToken(db, token).catch((error: unknown) => {
      guesses.record(ip, now)
      throw error
    })
    return { stay, actor: hostActor(stay.landlordId) }
  }
  const view = (stay: LinkedStay, tools: Tools) => readGuestStay(stay, { ...tools, isTest: payments.isTest })
  return { find, view }
}

/** Routes of whoever has the link to a stay. */
export function guestStayRoutes(payments: StayPayments, guesses: NetworkLimit) {
  const access = stayAccess(payments, guesses)
  return [...payingRoutes(payments, access), ...changingRoutes(access)]
}

function payingRoutes(payments: StayPayments, { find, view }: ReturnType<typeof stayAccess>) {
  return [
    serve(guestStay, async ({ params, request, ...tools }) => {
      const { stay } = await find(params.token, request.ip, tools)
      return view(stay, tools)
    }),

    serve(releaseHold, async ({ params, request, ...tools }) => {
      const { stay, actor } = await find(params.token, request.ip, tools)
      await tools.db.transaction(actor, async (tx) => {
        const hold = await lockHold(tx, stay.landlordId, stay.id)
        if (hold?.state !== 'open') return
        await releaseNights(tx, { landlordId: stay.landlordId, ids: [stay.id] })
        await setState(tx, hold, 'released')
      })
      return view(stay, tools)
    }),

    serve(payTestStay, async ({ params, body, request, ...tools }) => {
      const { stay, actor } = await find(params.token, request.ip, tools)
      const before = await view(stay, tools)
      if (before.state === 'lapsed' && before.paidAmount === 0)
        refuse('conflict', 'The time for the payment is over, and nothing was charged. Please choose your dates again.')
      if (before.dueAmount === 0) return before
      const cents = toCents(before.dueAmount)
      const isHold = before.state === 'held'
      const key = isHold ? stay.id : `${stay.id}_${toCents(before.paidAmount)}_${cents}`
      const { providerRef } = await payments.payWithTestCard({ key, cents, card: body })
      const now = tools.clock.now()
      const paid = { landlordId: stay.landlordId, provider: payments.name, providerRef, cents, now }
      await tools.db.transaction(actor, async (tx) => {
        if (isHold) await confirmPayment(tx, { ...paid, holdId: stay.id })
        else await payRest(tx, await lockBooking(tx, stay), paid)
      })
      return view(stay, tools)
    }),
  ]
}

function changingRoutes({ find, view }: ReturnType<typeof stayAccess>) {
  return [
    serve(guestCancellation, async ({ params, request, ...tools }) => {
      const { stay, actor } = await find(params.token, request.ip, tools)
      return tools.db.transaction(actor, async (tx) => {
        const found = await lockBooking(tx, stay)
        assertOwn(found)
        return refundAnswer(found.row, refundNow(found, 'guest', tools.clock.now()))
      })
    }),

    serve(cancelStay, async ({ params, body, request, ...tools }) => {
      const { stay, actor } = await find(params.token, request.ip, tools)
      await tools.db.transaction(actor, async (tx) => {
        const found = await lockBooking(tx, stay)
        assertOwn(found)
        await cancelBooking(tx, found, {
          by: 'guest',
          reason: body.reason,
          expectedCents: toCents(body.expectedRefund),
          who: byGuest,
          now: tools.clock.now(),
        })
      })
      return view(stay, tools)
    }),

    serve(guestChange, async ({ params, query, request, ...tools }) => {
      const { stay, actor } = await find(params.token, request.ip, tools)
      return tools.db.transaction(actor, async (tx) => {
        const now = tools.clock.now()
        const found = await lockBooking(tx, stay)
        assertChangeable(found, now)
        const { plan, priced } = await repriced(tx, found, query, { now, audience: 'guest' })
        const totalBefore = found.row.totalAmount
        return {
          ...plan.stay,
          totalBefore,
          totalAfter: toDollars(priced.totalCents),
          difference: toDollars(priced.totalCents - toCents(totalBefore)),
          lines: priced.lines.map((line): QuoteLine => lineOf(line)),
        }
      })
    }),

    serve(changeStay, async ({ params, body: { expectedTotal, ...edit }, request, ...tools }) => {
      const { stay, actor } = await find(params.token, request.ip, tools)
      await tools.db.transaction(actor, async (tx) => {
        const now = tools.clock.now()
        const found = await lockBooking(tx, stay)
        assertChangeable(found, now)
        const changed = await changeBooking(tx, found, edit, { who: byGuest, now, audience: 'guest' })
        if (toCents(changed.row.totalAmount) !== toCents(expectedTotal))
          refuse(
            'conflict',
            `The price is ${moneyText(toCents(changed.row.totalAmount))} by now. Please check it again.`,
          )
      })
      return view(stay, tools)
    }),

    serve(rateStay, async ({ params, body, request, ...tools }) => {
      const { stay, actor } = await find(params.token, request.ip, tools)
      await tools.db.transaction(actor, async (tx) => {
        const found = await lockBooking(tx, stay)
        if (found.row.status !== 'checked_out')
          refuse('illegal-transition', 'You can rate your stay from check-out on.')
        const now = tools.clock.now()
        const edit = { guestRating: body.rating, guestReview: body.review ?? null }
        const row = await saveBooking(tx, found.row, { edit, what: 'rated', who: byGuest, now })
        await publishChange(tx, { ...found, row })
      })
      return view(stay, tools)
    }),
  ]
}

const publishChange = (tx: Tx, found: FoundBooking) => {
  const { rentalId, checkInDate, checkOutDate } = found.row
  return emit(tx, BookingChanged, { ...snapshotOf(found), before: { rentalId, checkInDate, checkOutDate } })
}

/** A channel's guests cancel there. @throws Refusal 409 */
function assertOwn({ row }: FoundBooking): void {
  if (row.bookingSource !== 'direct') refuse('conflict', 'Please change or cancel this stay where you booked it.')
  if (row.status !== 'cancelled' && row.status !== 'pending' && row.status !== 'confirmed')
    refuse('illegal-transition', 'This stay has begun, so it cannot be cancelled here. Please contact the host.')
  assertBecomes(row, 'cancelled')
}

/** @throws Refusal 409 */
function assertChangeable(found: FoundBooking, now: Date): void {
  const { row, rental } = found
  assertOwn(found)
  if (row.status !== 'confirmed' || now >= momentOf(row.checkInDate, rental.checkInTime, rental.timeZone))
    refuse('illegal-transition', 'This stay cannot be changed here. Please contact the host.')
}

interface Paid {
  landlordId: string
  provider: StayPayments['name']
  providerRef: string
  cents: number
  now: Date
}

/** What a change of a booking cost more. */
async function payRest(tx: Tx, found: FoundBooking, { now, ...paid }: Paid): Promise<void> {
  const { row, rental } = found
  if (!(await addPayment(tx, { ...paid, id: row.id, timeZone: rental.timeZone, now }))) return
  const settled = await settle(tx, {
    landlordId: row.landlordId,
    id: row.id,
    totalCents: toCents(row.totalAmount),
    want: 'follow',
    isOver: false,
    reason: 'Paid twice',
    timeZone: rental.timeZone,
    now,
  })
  const after = { ...found, row: await saveBooking(tx, row, { edit: settled, what: 'paid', who: byGuest, now }) }
  await publishChange(tx, after)
  await publishMoney(tx, after, now)
}
