import {
  explainPrice,
  priceRules,
  quoteStay as quoteContract,
  savePriceRules,
} from '@keyhold/contracts/properties/stays/calendar'
import { CalendarChanged } from '@keyhold/contracts/properties/stays/stay-events'
import { maxCalendarDays } from '@keyhold/contracts/properties/stays/stay-values'
import { serve } from '@keyhold/kit/http/serve'
import { addDays, addMonths } from '@keyhold/kit/lib/dates'
import { toDollars } from '@keyhold/kit/lib/money'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { assertDates } from '../../domain/stays/bookings/record-booking.ts'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import { loadNights } from '../../domain/stays/pricing/load-nights.ts'
import { quoteStay } from '../../domain/stays/pricing/quote-stay.ts'
import { addHistory } from '../../domain/stays/stay-history.ts'
import { rental } from '../../schema/stays/listings.ts'
import { refuseField } from '@keyhold/kit/http/problem'

const get = serve(priceRules, async ({ actor, params, db }) =>
  db.transaction(actor, async (tx) => {
    const found = await findRental(tx, { landlordId: actor.landlordId, id: params.id })
    return { rentalId: found.id, rules: found.priceRules, updatedAt: found.updatedAt }
  }),
)

const save = serve(savePriceRules, async ({ actor, params, body, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const { landlordId } = actor
    const now = clock.now()
    const before = await findRental(tx, { landlordId, id: params.id }, { lock: true })
    const updatedAt = now.toISOString()
    await tx
      .update(rental)
      .set({ priceRules: body, updatedAt })
      .where(and(eq(rental.landlordId, landlordId), eq(rental.id, before.id)))
    await addHistory(tx, {
      landlordId,
      recordId: before.id,
      what: 'prices',
      who: { by: 'landlord', userId: actor.userId },
      before: before.priceRules,
      after: body,
      now,
    })
    const from = dateAt(now, before.timeZone)
    await emit(tx, CalendarChanged, {
      rentalId: before.id,
      landlordId,
      unitId: before.unitId,
      from,
      to: addMonths(from, 24),
    })
    return { rentalId: before.id, rules: body, updatedAt }
  }),
)

const explain = serve(explainPrice, async ({ actor, params, query: { date }, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const found = await findRental(tx, { landlordId: actor.landlordId, id: params.id })
    const { nights } = await loadNights(tx, found, { from: date, to: addDays(date, 1), now: clock.now() })
    const price = nights.priceOf(date)
    const minimum = nights.minimumOf(date)
    return {
      date,
      price: toDollars(price.cents),
      factors: price.factors.map(({ cents, ...factor }) => ({ ...factor, price: toDollars(cents) })),
      minimumStay: minimum.nights,
      minimumStayFrom: minimum.source,
      minimumStayText: minimum.text,
    }
  }),
)

const quote = serve(quoteContract, async ({ actor, params, query, db, clock }) => {
  assertDates(query)
  assertLength(query)
  return db.transaction(actor, async (tx) => {
    const now = clock.now()
    const found = await findRental(tx, { landlordId: actor.landlordId, id: params.id })
    const loaded = await loadNights(tx, found, { from: query.checkInDate, to: query.checkOutDate, now })
    return quoteStay(found, query, { ...loaded, now })
  })
})

/** Before each night is priced: a query names any dates. */
function assertLength({ checkInDate, checkOutDate }: { checkInDate: string; checkOutDate: string }): void {
  if (checkOutDate > addDays(checkInDate, maxCalendarDays * 3))
    refuseField('checkOutDate', `At most ${maxCalendarDays * 3} nights`)
}

export const priceRoutes = [get, save, explain, quote]
