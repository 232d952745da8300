import { createSubscription } from '@keyhold/contracts/billing/subscriptions'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { userName } from '@keyhold/contracts/identity/accounts'
import { notFound, Refusal, refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull } from 'drizzle-orm'
import { ask, conclude, type Desk, refresh, take } from '../domain/apply-answer.ts'
import { closeCheckout, giveUp, openCheckout, paymentOf, refuseSubscribed } from '../domain/checkout.ts'
import { findOrStart } from '../domain/find-or-start.ts'
import { forget, leftoverOf, runningOf } from '../domain/apply-payment.ts'
import { toSubscription } from '../domain/subscriptions.ts'
import { isLive } from '../providers/provider.ts'
import type { Simulated } from '../providers/simulated.ts'
import { tryCard } from '../providers/test-cards.ts'
import { checkouts } from '../schema.ts'

export const subscribeRoutes = (desk: Desk, simulated: Simulated | null): Route[] => [
  serve(createSubscription, async ({ actor, body: choice, db, call, clock }) => {
    if (actor.role === 'super_admin')
      refuse('already-subscribed', 'A super admin account has no limits and needs no subscription.')
    const { landlordId } = actor
    const { provider } = desk
    let row = await findOrStart({ db: desk.db, call, clock }, actor, landlordId)
    const running = runningOf(desk, row)
    if (running) {
      // It may have ended unheard, or be unknown to the provider: then nothing stands in the way of a new one.
      const known = await refresh(desk, running)
      if (known && isLive(known.state)) refuseSubscribed()
      row = known?.row ?? (await forget(desk, running))
    }
    const leftover = leftoverOf(desk, row)
    if (leftover) await provider.end(leftover)
    const { email, firstName, lastName } = await call(userName, serviceActor('billing', landlordId), {
      params: { id: landlordId },
    })
    const landlord = { id: landlordId, email, name: `${firstName} ${lastName}`.trim() }
    // A customer of the other provider is none here.
    const isOurs = row.stripeCustomerId?.startsWith('cus_test_') === (provider.name === 'test')
    const customerId = isOurs ? row.stripeCustomerId : null

    for (;;) {
      const checkout = await openCheckout(desk, landlordId, choice)
      const known = checkout.subscriptionId
      const { ticket, answer: state } = await ask(desk, landlordId, () =>
        known
          ? provider.look({ landlordId, subscriptionId: known })
          : provider.begin({ ...choice, checkoutId: checkout.id, customerId, landlord }),
      )
      if (state && known && isLive(state)) {
        await desk.db.transaction(serviceActor('billing', landlordId), (tx) =>
          take(tx, { landlordId, ticket, state }, desk),
        )
        return refuseSubscribed()
      }
      // Too late to be paid: a new one takes its place.
      if (!state || !(isLive(state) || state.status === 'incomplete')) {
        await closeCheckout(desk, landlordId, checkout.id)
        continue
      }
      const payment = db.transaction(serviceActor('billing', landlordId), async (tx) => {
        await take(tx, { landlordId, ticket, state }, desk)
        const [mine] = await tx
          .update(checkouts)
          .set({ subscriptionId: state.subscriptionId })
          .where(
            and(
              eq(checkouts.landlordId, landlordId),
              eq(checkouts.id, checkout.id),
              isLive(state) ? undefined : isNull(checkouts.closedAt),
            ),
          )
          .returning()
        // Given up while the provider worked: nobody is told how to pay it.
        if (!mine) refuse('conflict', 'Another plan was chosen in the meantime. Please try again.')
        return paymentOf(desk, state)
      })
      return payment.catch(async (error: unknown) => {
        // Its invoice can be paid on the provider's own page as well.
        if (error instanceof Refusal && error.code === 'conflict')
          await giveUp(desk, { ...checkout, subscriptionId: state.subscriptionId })
        throw error
      })
    }
  }),

  serve(payTestCard, async ({ actor, body, db, clock }) => {
    if (!simulated) return notFound('Page')
    const tried = tryCard(body, clock.now())
    if ('declined' in tried) return refuse('card-declined', tried.declined)
    const { landlordId } = actor
    const paid = await simulated.pay(landlordId, body.clientSecret, tried.card)
    if (!paid) return refuse('nothing-to-pay', 'This payment is not open any more. Please start again.')
    const { ticket, answer: state } = await ask(desk, landlordId, () => simulated.look(paid))
    if (!state) return refuse('nothing-to-pay', 'This payment is not open any more. Please start again.')
    return conclude(desk, db, { landlordId, ticket, state }, (row) => toSubscription(row, clock.now()))
  }),
]
