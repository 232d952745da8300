import type { Subscription } from '@keyhold/contracts/billing/subscriptions'

/** A paid subscription runs; one set by the administrator, or the trial, is not paid for. */
export const isPaying = ({ status, provider, interval }: Subscription): boolean =>
  status === 'active' && provider !== null && interval !== null

export type Standing = 'trial' | 'past-due' | 'ending' | 'active' | 'granted' | 'ended'

/** How a landlord stands with what they pay for. `granted`: by the administrator, without a payment. */
export function standingOf(subscription: Subscription): Standing {
  const { status, pastDueSince, cancelAtPeriodEnd } = subscription
  if (status === 'trial') return 'trial'
  if (status !== 'active') return 'ended'
  if (!isPaying(subscription)) return 'granted'
  if (pastDueSince !== null) return 'past-due'
  return cancelAtPeriodEnd ? 'ending' : 'active'
}

/** Whether what was paid for has arrived: nothing but the server's word counts, least of all the address one came back to. */
export function isSettled(
  subscription: Subscription,
  awaited: { plan: string | null; interval: string | null },
): boolean {
  if (!isPaying(subscription) || subscription.pastDueSince !== null) return false
  return (
    (awaited.plan ?? subscription.plan) === subscription.plan &&
    (awaited.interval ?? subscription.interval) === subscription.interval
  )
}
