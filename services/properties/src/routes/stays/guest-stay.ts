import { guestStay, payTestStay, rateStay, releaseHold } from '@keyhold/contracts/properties/stays/public-stays'
import { BookingChanged } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { releaseNights } from '../../domain/nights/nights.ts'
import { addPayment, settle } from '../../domain/stays/bookings/booking-payments.ts'
import { type FoundBooking, lockBooking } from '../../domain/stays/bookings/find-booking.ts'
import { publishMoney, snapshotOf } from '../../domain/stays/bookings/publish-booking.ts'
import { saveBooking } from '../../domain/stays/bookings/write-booking.ts'
import { confirmPayment, lockHold, setState } from '../../domain/stays/direct/confirm-payment.ts'
import { openLinks } from '../../domain/stays/direct/open-link.ts'
import type { NetworkLimit } from '../../domain/stays/direct/visitor-limits.ts'
import type { StayPayments } from '../../providers/stay-payments/provider.ts'

const byGuest = { by: 'guest' as const }

/** Routes of whoever has the link to a stay. */
export function guestStayRoutes(payments: StayPayments, guesses: NetworkLimit) {
  const { find, view } = openLinks(payments, guesses)

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
