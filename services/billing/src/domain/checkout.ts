import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { PaymentIntent } from '@keyhold/contracts/billing/subscriptions'
import { refuse } from '@keyhold/kit/http/problem'
import { toDollars } from '@keyhold/kit/lib/money'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import {
  type Choice,
  isLive,
  type Order,
  priceOf,
  type ProviderState,
  type SubscriptionRef,
} from '../providers/provider.ts'
import { checkouts } from '../schema.ts'
import { applyAlone, syncSubscription } from './apply-state.ts'
import type { BillingContext } from './context.ts'
import { queryProvider } from './query-provider.ts'
import { runningOf } from './running-subscription.ts'
import { lockSubscription } from './subscriptions.ts'

export type Checkout = typeof checkouts.$inferSelect

/** @throws Refusal always */
export const refuseSubscribed = (): never =>
  refuse('already-subscribed', 'You already have a paid subscription. You can change its plan instead.')

/** The landlord's one open checkout, for this choice. One for another choice is abandoned first, so that never two can be paid. */
export async function openCheckout(context: BillingContext, landlordId: string, choice: Choice): Promise<Checkout> {
  for (;;) {
    const open = await findOrCreateCheckout(context, landlordId, choice)
    if (open.plan === choice.plan && open.interval === choice.interval && open.provider === context.provider.name)
      return open
    await abandonCheckout(context, open)
  }
}

function findOrCreateCheckout(
  { db, provider, clock }: BillingContext,
  landlordId: string,
  choice: Choice,
): Promise<Checkout> {
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    // Locked, so that two requests at once make one; and read again, because the open one may just have been paid.
    if (runningOf({ provider }, await lockSubscription(tx, landlordId))) refuseSubscribed()
    const [open] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.landlordId, landlordId), isNull(checkouts.closedAt)))
    if (open) return open
    const [created] = await tx
      .insert(checkouts)
      .values({ landlordId, provider: provider.name, ...choice, createdAt: clock.now().toISOString() })
      .returning()
    return created!
  })
}

/** Makes sure that the checkout can no longer be paid, then closes it. @throws Refusal 409 when it was paid */
export async function abandonCheckout(
  context: BillingContext,
  { id, landlordId, provider, subscriptionId }: Checkout,
): Promise<void> {
  if (subscriptionId && provider === context.provider.name) {
    const { ticket, answer: state } = await queryProvider(context, landlordId, () =>
      context.provider.cancelUnpaid({ landlordId, subscriptionId }),
    )
    if (state) await applyAlone(context, { landlordId, ticket, state })
    if (state && isLive(state)) refuseSubscribed()
    // Its invoice is stored as open, and is void now.
    if (!state) await syncSubscription(context, { landlordId, subscriptionId })
  }
  await closeCheckout(context, landlordId, id)
}

export const closeCheckout = (context: BillingContext, landlordId: string, id: string) =>
  close(context, landlordId, eq(checkouts.id, id))

/** Closes the checkout of a subscription that can no longer be paid. */
export const closeCheckoutOf = (context: BillingContext, { landlordId, subscriptionId }: SubscriptionRef) =>
  close(context, landlordId, eq(checkouts.subscriptionId, subscriptionId))

async function close({ db, clock }: BillingContext, landlordId: string, condition: SQL): Promise<void> {
  await db.transaction(serviceActor('billing', landlordId), (tx) =>
    tx
      .update(checkouts)
      .set({ closedAt: clock.now().toISOString() })
      .where(and(eq(checkouts.landlordId, landlordId), condition, isNull(checkouts.closedAt))),
  )
}

/** What the page needs to take the payment that a subscription waits for. */
export function toPaymentIntent(
  { provider }: BillingContext,
  { subscriptionId, latestInvoice }: ProviderState,
): PaymentIntent {
  const due = latestInvoice?.status === 'open' ? latestInvoice : null
  return {
    clientSecret: due?.clientSecret ?? null,
    provider: provider.name,
    publishableKey: provider.publishableKey,
    amountDue: due ? toDollars(due.amountDue - due.amountPaid) : 0,
    creditApplied: due ? toDollars(due.creditApplied) : 0,
    subscriptionId,
  }
}

/** Null where credit does not cover the whole price. Otherwise nothing is created before the landlord says so. */
export async function coveredByCredit({ provider }: BillingContext, order: Order): Promise<PaymentIntent | null> {
  const price = priceOf(order)
  if ((await provider.findCredit(order.landlord.id, order.customerId)) < price) return null
  return {
    clientSecret: null,
    provider: provider.name,
    publishableKey: provider.publishableKey,
    amountDue: 0,
    creditApplied: toDollars(price),
    subscriptionId: null,
  }
}
