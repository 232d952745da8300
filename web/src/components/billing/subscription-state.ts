import type { Subscription } from '@keyhold/contracts/billing/subscriptions'

/** A paid subscription is active; a trial, or one granted by the administrator, is not paid for. */
export const isPaying = ({ status, provider, interval }: Subscription): boolean =>
  status === 'active' && provider !== null && interval !== null

export type SubscriptionState = 'trial' | 'past-due' | 'ending' | 'active' | 'granted' | 'ended'

/** The state of a landlord's subscription. `granted`: by the administrator, without a payment. */
export function subscriptionStateOf(subscription: Subscription): SubscriptionState {
  const { status, pastDueSince, cancelAtPeriodEnd } = subscription
  if (status === 'trial') return 'trial'
  if (status !== 'active') return 'ended'
  if (!isPaying(subscription)) return 'granted'
  if (pastDueSince !== null) return 'past-due'
  return cancelAtPeriodEnd ? 'ending' : 'active'
}

/** Waits until the server confirms the payment; the address is no proof. */
export function isConfirmed(
  subscription: Subscription,
  awaited: { plan: string | null; interval: string | null },
): boolean {
  if (!isPaying(subscription) || subscription.pastDueSince !== null) return false
  return (
    (awaited.plan ?? subscription.plan) === subscription.plan &&
    (awaited.interval ?? subscription.interval) === subscription.interval
  )
}
