import { createSubscription, type PaymentIntent } from '@keyhold/contracts/billing/subscriptions'
import { payTestCard } from '@keyhold/contracts/billing/test-cards'
import { userName } from '@keyhold/contracts/identity/accounts'
import type { Database } from '@keyhold/kit/database/database'
import { fullName } from '@keyhold/kit/lib/names'
import { notFound, Refusal, refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull } from 'drizzle-orm'
import { applyAlone, applyAndRespond, applyState, syncSubscription } from '../domain/apply-state.ts'
import {
  abandonCheckout,
  type Checkout,
  closeCheckout,
  coveredByCredit,
  openCheckout,
  refuseSubscribed,
  toPaymentIntent,
} from '../domain/checkout.ts'
import type { BillingContext } from '../domain/context.ts'
import { findOrStart } from '../domain/find-or-start.ts'
import { type ProviderAnswer, queryProvider } from '../domain/query-provider.ts'
import { lapseUnknown, runningOf, uncollectedOf } from '../domain/running-subscription.ts'
import { type SubscriptionRow, toSubscription } from '../domain/subscriptions.ts'
import { isLive, type Order } from '../providers/provider.ts'
import type { SimulatedProvider } from '../providers/simulated/simulated.ts'
import { tryCard } from '../providers/simulated/test-cards.ts'
import { checkouts } from '../schema.ts'

export const subscribeRoutes = (context: BillingContext, simulated: SimulatedProvider | null): Route[] => [
  serve(createSubscription, async ({ actor, body: { payWithCredit, ...choice }, db, call, clock }) => {
    if (actor.role === 'super_admin')
      refuse('already-subscribed', 'A super admin account has no limits and needs no subscription.')
    const { landlordId } = actor
    const { provider } = context
    const row = await expectNoneRunning(context, await findOrStart({ db: context.db, call, clock }, actor, landlordId))
    const uncollected = uncollectedOf(context, row)
    if (uncollected) await provider.cancelNow(uncollected)
    const user = await call(userName, serviceActor('billing', landlordId), { params: { id: landlordId } })
    const landlord = { id: landlordId, email: user.email, name: fullName(user) }
    // A customer id of the other provider means nothing to this one.
    const isItsCustomer = row.stripeCustomerId?.startsWith('cus_test_') === (provider.name === 'test')
    const customerId = isItsCustomer ? row.stripeCustomerId : null

    for (;;) {
      const checkout = await openCheckout(context, landlordId, choice)
      const order = { ...choice, checkoutId: checkout.id, customerId, landlord }
      const intent = await payCheckout(context, { requestDb: db, checkout, order, payWithCredit })
      if (intent) return intent
    }
  }),

  serve(payTestCard, async ({ actor, body, db, clock }) => {
    if (!simulated) return notFound('Page')
    const card = tryCard(body, clock.now())
    if ('declined' in card) return refuse('card-declined', card.declined)
    const { landlordId } = actor
    const paid = await simulated.pay(landlordId, body.clientSecret, card.card)
    if (!paid) return refuseClosedPayment()
    const { ticket, answer: state } = await queryProvider(context, landlordId, () => simulated.findSubscription(paid))
    if (!state) return refuseClosedPayment()
    return applyAndRespond(context, db, { landlordId, ticket, state }, (row) => toSubscription(row, clock.now()))
  }),
]

const refuseClosedPayment = (): never => refuse('nothing-to-pay', 'This payment is no longer open. Please start again.')

/** The row without a live subscription: it may have ended unnoticed, or be unknown to the provider. @throws Refusal 409 when one is live */
async function expectNoneRunning(context: BillingContext, row: SubscriptionRow): Promise<SubscriptionRow> {
  const running = runningOf(context, row)
  if (!running) return row
  const synced = await syncSubscription(context, running)
  if (synced && isLive(synced.state)) refuseSubscribed()
  return synced?.row ?? lapseUnknown(context, running)
}

interface Payment {
  requestDb: Database
  checkout: Checkout
  order: Order
  payWithCredit: boolean
}

/** How the checkout is paid; null when it can no longer be, which closes it. @throws Refusal 409 when it is paid */
async function payCheckout(
  context: BillingContext,
  { requestDb, checkout, order, payWithCredit }: Payment,
): Promise<PaymentIntent | null> {
  const { landlordId, subscriptionId } = checkout
  const covered = subscriptionId || payWithCredit ? null : await coveredByCredit(context, order)
  if (covered) return covered
  const { ticket, answer: state } = await queryProvider(context, landlordId, () =>
    subscriptionId
      ? context.provider.findSubscription({ landlordId, subscriptionId })
      : context.provider.createSubscription(order),
  )
  if (state && subscriptionId && isLive(state)) {
    await applyAlone(context, { landlordId, ticket, state })
    return refuseSubscribed()
  }
  if (!state || !(isLive(state) || state.status === 'incomplete')) {
    await closeCheckout(context, landlordId, checkout.id)
    return null
  }
  return storeIntent(context, requestDb, checkout, { landlordId, ticket, state }).catch(async (error: unknown) => {
    // Its invoice can be paid on the provider's own page as well.
    if (error instanceof Refusal && error.code === 'conflict')
      await abandonCheckout(context, { ...checkout, subscriptionId: state.subscriptionId })
    throw error
  })
}

/** Stores the answer and the subscription id of the checkout. @throws Refusal 409 when the checkout was closed in the meantime */
function storeIntent(
  context: BillingContext,
  requestDb: Database,
  { id, landlordId }: Checkout,
  answer: ProviderAnswer,
): Promise<PaymentIntent> {
  const { state } = answer
  return requestDb.transaction(serviceActor('billing', landlordId), async (tx) => {
    await applyState(tx, answer, context)
    const isOpen = isLive(state) ? undefined : isNull(checkouts.closedAt)
    const [stored] = await tx
      .update(checkouts)
      .set({ subscriptionId: state.subscriptionId })
      .where(and(eq(checkouts.landlordId, landlordId), eq(checkouts.id, id), isOpen))
      .returning()
    if (!stored) refuse('conflict', 'Another plan was chosen in the meantime. Please try again.')
    return toPaymentIntent(context, state)
  })
}
