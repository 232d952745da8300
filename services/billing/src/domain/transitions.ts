import { toDollars } from '@keyhold/kit/lib/money'
import { isLive, planOf, type Provider, type ProviderState } from '../providers/provider.ts'
import type { SubscriptionRow } from './subscriptions.ts'

/** How the answered subscription relates to the one that we have stored. */
type Relation =
  /** No paid subscription is stored as live. */
  | 'none-live'
  /** It is the live one. */
  | 'live-one'
  /** Another one is live at the same provider. */
  | 'other-live'
  /** One is live at the other provider, which was configured before. */
  | 'live-elsewhere'

type Answered = 'incomplete' | 'live' | 'ended'

export type Effect =
  | 'ignore'
  | 'store-customer'
  /** Grants plan, limit and access. */
  | 'activate'
  /** Follows the provider; an administrator's changes hold unless the plan changed. */
  | 'update'
  | 'end'
  /** Nothing is written: two live subscriptions need a person. */
  | 'report-conflict'

export const transitions: Record<Relation, Record<Answered, Effect>> = {
  'none-live': { incomplete: 'store-customer', live: 'activate', ended: 'store-customer' },
  'live-one': { incomplete: 'store-customer', live: 'update', ended: 'end' },
  'other-live': { incomplete: 'ignore', live: 'report-conflict', ended: 'ignore' },
  'live-elsewhere': { incomplete: 'store-customer', live: 'activate', ended: 'store-customer' },
}

type Stored = Pick<
  SubscriptionRow,
  | 'provider'
  | 'providerStatus'
  | 'providerPlan'
  | 'stripeCustomerId'
  | 'stripeSubscriptionId'
  | 'interval'
  | 'pastDueSince'
>

export type Transition =
  | { change: Partial<SubscriptionRow> }
  | { fault: 'second live subscription' }
  | { fault: 'unknown price' }

/** What the provider's answer changes in the stored subscription. Pure. */
export function transitionOf(
  stored: Stored,
  state: ProviderState,
  { provider, now }: { provider: Provider['name']; now: string },
): Transition {
  const effect = transitions[relationOf(stored, state, provider)][answeredAs(state)]
  const credit = toDollars(state.credit)
  const customer = { stripeCustomerId: state.customerId, credit }
  switch (effect) {
    case 'report-conflict':
      return { fault: 'second live subscription' }
    case 'ignore':
      // Voiding its invoice gives credit back to the customer, who is the same one.
      return { change: state.customerId === stored.stripeCustomerId ? { credit } : {} }
    case 'store-customer':
      return { change: customer }
    case 'end':
      return { change: { ...customer, ...endedFields(state, now) } }
    case 'activate':
    case 'update': {
      const isSame = stored.provider === provider && stored.stripeSubscriptionId === state.subscriptionId
      const plan = state.plan ?? (isSame ? stored.providerPlan : null)
      if (!plan) return { fault: 'unknown price' }
      const isGranted = effect === 'activate' || plan !== stored.providerPlan
      const access = isGranted ? { plan, status: 'active' as const, maxProperties: planOf(plan).maxProperties } : {}
      return { change: { ...customer, ...access, provider, providerPlan: plan, ...liveFields(stored, state, now) } }
    }
  }
}

function relationOf(stored: Stored, state: ProviderState, provider: Provider['name']): Relation {
  if (!isLiveRow(stored)) return 'none-live'
  if (stored.provider !== provider) return 'live-elsewhere'
  return stored.stripeSubscriptionId === state.subscriptionId ? 'live-one' : 'other-live'
}

const answeredAs = (state: ProviderState): Answered =>
  isLive(state) ? 'live' : state.status === 'incomplete' ? 'incomplete' : 'ended'

export const isLiveRow = ({ providerStatus }: Pick<SubscriptionRow, 'providerStatus'>) =>
  providerStatus === 'active' || providerStatus === 'past_due'

function liveFields(stored: Stored, state: ProviderState, now: string) {
  const isPastDue = state.status === 'past_due'
  return {
    stripeSubscriptionId: state.subscriptionId,
    stripePriceId: state.priceId,
    providerStatus: isPastDue ? ('past_due' as const) : ('active' as const),
    subscriptionStartDate: state.startedAt,
    subscriptionEndDate: state.paidUntil,
    interval: state.interval ?? stored.interval,
    cancelAtPeriodEnd: state.cancelAtPeriodEnd,
    pastDueSince: isPastDue ? (stored.pastDueSince ?? state.latestInvoice?.createdAt ?? now) : null,
  }
}

function endedFields(state: ProviderState, now: string) {
  return {
    status: state.status === 'unpaid' ? ('expired' as const) : ('cancelled' as const),
    providerStatus: 'ended' as const,
    subscriptionEndDate: state.paidUntil ?? now,
    cancelAtPeriodEnd: false,
    pastDueSince: null,
  }
}
