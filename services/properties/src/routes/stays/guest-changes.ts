import type { QuoteLine } from '@keyhold/contracts/properties/stays/quotes'
import {
  cancelStay,
  changeStay,
  guestCancellation,
  guestChange,
} from '@keyhold/contracts/properties/stays/public-stays'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { momentOf } from '@keyhold/kit/lib/time-zones'
import { changeBooking, repriced } from '../../domain/stays/bookings/change-booking.ts'
import { assertBecomes, recordCancellation, refundAnswer, refundNow } from '../../domain/stays/bookings/end-booking.ts'
import { type FoundBooking, lockBooking } from '../../domain/stays/bookings/find-booking.ts'
import { openLinks } from '../../domain/stays/direct/open-link.ts'
import type { NetworkLimit } from '../../domain/stays/direct/visitor-limits.ts'
import { lineOf } from '../../domain/stays/pricing/quote-stay.ts'
import type { StayPayments } from '../../providers/stay-payments/provider.ts'

const byGuest = { by: 'guest' as const }

/** How whoever has the link changes or cancels a stay. */
export function guestChangeRoutes(payments: StayPayments, guesses: NetworkLimit) {
  const { find, view } = openLinks(payments, guesses)

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
        await recordCancellation(tx, found, {
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
  ]
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
