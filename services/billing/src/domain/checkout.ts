import type { PaymentIntent } from '@keyhold/contracts/billing/subscriptions'
import { refuse } from '@keyhold/kit/http/problem'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { type Choice, isLive, type ProviderState, type Ref } from '../providers/provider.ts'
import { checkouts } from '../schema.ts'
import { ask, type Desk, refresh, take } from './apply-answer.ts'
import { runningOf } from './apply-payment.ts'
import { lockSubscription } from './subscriptions.ts'

export type Checkout = typeof checkouts.$inferSelect

/** @throws Refusal always */
export const refuseSubscribed = (): never =>
  refuse('already-subscribed', 'You already have a paid subscription. You can change its plan instead.')

/** The one open checkout of the landlord, for this choice. One for another choice is given up first, so that never two can be paid. */
export async function openCheckout(desk: Desk, landlordId: string, choice: Choice): Promise<Checkout> {
  for (;;) {
    const open = await findOrOpen(desk, landlordId, choice)
    if (open.plan === choice.plan && open.interval === choice.interval && open.provider === desk.provider.name)
      return open
    await giveUp(desk, open)
  }
}

async function findOrOpen({ db, provider, clock }: Desk, landlordId: string, choice: Choice): Promise<Checkout> {
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    // Held, so that two at once make one; and read again: what was open may have been paid a moment ago.
    if (runningOf({ provider }, await lockSubscription(tx, landlordId))) refuseSubscribed()
    const [open] = await tx
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.landlordId, landlordId), isNull(checkouts.closedAt)))
    if (open) return open
    const [made] = await tx
      .insert(checkouts)
      .values({ landlordId, provider: provider.name, ...choice, createdAt: clock.now().toISOString() })
      .returning()
    return made!
  })
}

/** Sees to it that the checkout can't be paid any more, then closes it. @throws Refusal 409 when it was paid */
export async function giveUp(desk: Desk, { id, landlordId, provider, subscriptionId }: Checkout): Promise<void> {
  if (subscriptionId && provider === desk.provider.name) {
    const { ticket, answer: state } = await ask(desk, landlordId, () =>
      desk.provider.abandon({ landlordId, subscriptionId }),
    )
    if (state)
      await desk.db.transaction(serviceActor('billing', landlordId), (tx) =>
        take(tx, { landlordId, ticket, state }, desk),
      )
    if (state && isLive(state)) refuseSubscribed()
    // Its invoice was kept as open, and is void now.
    if (!state) await refresh(desk, { landlordId, subscriptionId })
  }
  await closeCheckout(desk, landlordId, id)
}

export const closeCheckout = (desk: Desk, landlordId: string, id: string) =>
  close(desk, landlordId, eq(checkouts.id, id))

/** The checkout of a subscription that nobody will ever pay. */
export const closeCheckoutOf = (desk: Desk, { landlordId, subscriptionId }: Ref) =>
  close(desk, landlordId, eq(checkouts.subscriptionId, subscriptionId))

async function close({ db, clock }: Desk, landlordId: string, which: SQL): Promise<void> {
  await db.transaction(serviceActor('billing', landlordId), (tx) =>
    tx
      .update(checkouts)
      .set({ closedAt: clock.now().toISOString() })
      .where(and(eq(checkouts.landlordId, landlordId), which, isNull(checkouts.closedAt))),
  )
}

/** What the page needs to take the payment that a subscription waits for. */
export function paymentOf({ provider }: Desk, { subscriptionId, latestInvoice }: ProviderState): PaymentIntent {
  const due = latestInvoice?.status === 'open' ? latestInvoice : null
  return {
    clientSecret: due?.clientSecret ?? null,
    provider: provider.name,
    publishableKey: provider.publishableKey,
    amountDue: due ? (due.amountDue - due.amountPaid) / 100 : 0,
    subscriptionId,
  }
}
