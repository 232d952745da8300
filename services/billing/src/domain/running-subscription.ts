import { serviceActor } from '@keyhold/kit/runtime/actor'
import { refuse } from '@keyhold/kit/http/problem'
import type { ProviderState, SubscriptionRef } from '../providers/provider.ts'
import { syncSubscription } from './apply-state.ts'
import type { BillingContext } from './context.ts'
import { type ProviderAnswer, queryProvider } from './query-provider.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow } from './subscriptions.ts'
import { isLiveRow } from './transitions.ts'

/** The live subscription at the provider; null when there is none. @throws Refusal 503 when it is at Stripe, and Stripe is not configured */
export function runningOf(
  { provider }: Pick<BillingContext, 'provider'>,
  row: SubscriptionRow,
): SubscriptionRef | null {
  if (!isLiveRow(row) || !row.stripeSubscriptionId) return null
  if (row.provider === provider.name) return { landlordId: row.landlordId, subscriptionId: row.stripeSubscriptionId }
  // Paid in test mode before Stripe was configured: no money ever moved.
  if (row.provider === 'test') return null
  return refuse(
    'unavailable',
    'Your subscription is paid through Stripe, which is not connected right now. Please try again later.',
  )
}

/** A subscription that Stripe stopped collecting for without ending it. Paid late, it would run beside the next one. */
export const uncollectedOf = (
  { provider }: Pick<BillingContext, 'provider'>,
  row: SubscriptionRow,
): SubscriptionRef | null =>
  row.providerStatus === 'ended' && row.provider === provider.name && row.stripeSubscriptionId
    ? { landlordId: row.landlordId, subscriptionId: row.stripeSubscriptionId }
    : null

/** The fields of a subscription that nobody renews any more. */
export const lapsedFields = {
  status: 'cancelled',
  providerStatus: 'ended',
  cancelAtPeriodEnd: false,
  pastDueSince: null,
} satisfies Partial<SubscriptionRow>

/**
 * Ends a subscription that the provider does not know (another account, or deleted there): it can neither be charged nor renewed.
 * With `paidBefore`, only one whose paid period ended by then.
 */
export function lapseUnknown(
  { db, clock, provider }: Pick<BillingContext, 'db' | 'clock' | 'provider'>,
  { landlordId, subscriptionId }: SubscriptionRef,
  { paidBefore }: { paidBefore?: Date } = {},
): Promise<SubscriptionRow> {
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const row = await lockSubscription(tx, landlordId)
    const isSame = isLiveRow(row) && row.provider === provider.name && row.stripeSubscriptionId === subscriptionId
    const isDue =
      paidBefore === undefined || (row.subscriptionEndDate !== null && new Date(row.subscriptionEndDate) <= paidBefore)
    return isSame && isDue ? changeSubscription(tx, row, lapsedFields, clock) : row
  })
}

/** Cancels the live subscription at the provider and stores that. */
export async function cancelRunning(context: BillingContext, ref: SubscriptionRef): Promise<void> {
  await context.provider.cancelNow(ref)
  if (!(await syncSubscription(context, ref))) await lapseUnknown(context, ref)
}

/** @throws Refusal always */
export const refuseChanged = (): never =>
  refuse('conflict', 'The subscription has just changed. Please review it and try again.')

/** @throws Refusal always */
const refuseUnsubscribed = (): never =>
  refuse('not-subscribed', 'You have no paid subscription. Please choose a plan first.')

/** As `runningOf`. @throws Refusal 409 when there is none */
export const requireRunning = (context: Pick<BillingContext, 'provider'>, row: SubscriptionRow): SubscriptionRef =>
  runningOf(context, row) ?? refuseUnsubscribed()

/** The live subscription as the provider answers it now. @throws Refusal 409 when it has ended, which is then stored */
export async function queryRunning(
  context: BillingContext,
  row: SubscriptionRow,
): Promise<ProviderAnswer & { ref: SubscriptionRef }> {
  const ref = requireRunning(context, row)
  const { ticket, answer: state } = await queryProvider(context, ref.landlordId, () =>
    context.provider.findSubscription(ref),
  )
  if (!state) return refuseUnsubscribed()
  if (state.status === 'active' || state.status === 'past_due')
    return { landlordId: ref.landlordId, ticket, state, ref }
  await syncSubscription(context, ref)
  return refuseUnsubscribed()
}

/** Changes something at the provider. Returns the state after it. */
export async function changeAtProvider(
  context: BillingContext,
  { landlordId }: SubscriptionRef,
  change: () => Promise<ProviderState>,
): Promise<ProviderAnswer> {
  const { ticket, answer: state } = await queryProvider(context, landlordId, change)
  return { landlordId, ticket, state }
}
