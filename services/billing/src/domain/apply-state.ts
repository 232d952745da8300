import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { and, eq, isNull, or } from 'drizzle-orm'
import { isLive, type ProviderState, type SubscriptionRef } from '../providers/provider.ts'
import { checkouts } from '../schema.ts'
import type { BillingContext } from './context.ts'
import { invoicesOf, upsertInvoices } from './invoices.ts'
import { type ProviderAnswer, queryProvider } from './query-provider.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow } from './subscriptions.ts'
import { transitionOf } from './transitions.ts'

/** Stores what the provider answered. `isStale`: the answer to a later query was stored before it. */
export async function applyState(
  tx: Tx,
  { landlordId, ticket, state }: ProviderAnswer,
  { provider, clock, log }: Pick<BillingContext, 'provider' | 'clock' | 'log'>,
): Promise<{ row: SubscriptionRow; isStale: boolean }> {
  const row = await lockSubscription(tx, landlordId)
  await upsertInvoices(tx, { landlordId, ticket, answered: invoicesOf(state) })
  if (ticket < row.answered) return { row, isStale: true }
  const now = clock.now().toISOString()
  const transition = transitionOf(row, state, { provider: provider.name, now })
  if ('fault' in transition) {
    const { subscriptionId, priceId } = state
    log.error({ landlordId, stored: row.stripeSubscriptionId, subscriptionId, priceId }, transition.fault)
    return { row, isStale: false }
  }
  if (state.status !== 'incomplete') await closeCheckouts(tx, landlordId, state, now)
  return { row: await changeSubscription(tx, row, { ...transition.change, answered: ticket }, clock), isStale: false }
}

/** A live subscription closes an open checkout also where its id is not stored yet: the webhook may come first. */
async function closeCheckouts(tx: Tx, landlordId: string, state: ProviderState, now: string): Promise<void> {
  const isIts = or(
    eq(checkouts.subscriptionId, state.subscriptionId),
    isLive(state) ? isNull(checkouts.subscriptionId) : undefined,
  )
  await tx
    .update(checkouts)
    .set({ closedAt: now })
    .where(and(eq(checkouts.landlordId, landlordId), isIts, isNull(checkouts.closedAt)))
}

/** Stores a subscription as the provider answers it now, in a transaction of its own. Null when the provider does not know it. */
export async function syncSubscription(
  context: BillingContext,
  { landlordId, subscriptionId }: SubscriptionRef,
): Promise<{ row: SubscriptionRow; state: ProviderState } | null> {
  const { ticket, answer: state } = await queryProvider(context, landlordId, () =>
    context.provider.findSubscription({ landlordId, subscriptionId }),
  )
  if (!state) return null
  const { row } = await applyAlone(context, { landlordId, ticket, state })
  return { row, state }
}

/** Stores the answer in a transaction of its own. */
export const applyAlone = (context: BillingContext, answer: ProviderAnswer) =>
  context.db.transaction(serviceActor('billing', answer.landlordId), (tx) => applyState(tx, answer, context))

/** Stores the answer and makes the response to a request, in the request's transaction. */
export async function applyAndRespond<T>(
  context: BillingContext,
  requestDb: Database,
  answer: ProviderAnswer,
  respond: (row: SubscriptionRow) => T,
): Promise<T> {
  let isStale = false
  const response = await requestDb.transaction(serviceActor('billing', answer.landlordId), async (tx) => {
    const applied = await applyState(tx, answer, context)
    isStale = applied.isStale
    return respond(applied.row)
  })
  // The later query may have been answered before our change was made, so only a new one tells.
  if (isStale)
    await syncSubscription(context, { landlordId: answer.landlordId, subscriptionId: answer.state.subscriptionId })
  return response
}
