import { refuse } from '@keyhold/kit/http/problem'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Ref } from '../providers/provider.ts'
import { ask, type Desk, refresh, type Told } from './apply-answer.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow } from './subscriptions.ts'

const live = ({ providerStatus }: SubscriptionRow) => providerStatus === 'active' || providerStatus === 'past_due'

/** The paid subscription that runs at the provider; null when none does. @throws Refusal 503 when it runs at Stripe, and cards are simulated here */
export function runningOf({ provider }: Pick<Desk, 'provider'>, row: SubscriptionRow): Ref | null {
  if (!live(row) || !row.stripeSubscriptionId) return null
  if (row.provider === provider.name) return { landlordId: row.landlordId, subscriptionId: row.stripeSubscriptionId }
  // Paid in test mode before Stripe was set up: no money ever moved.
  if (row.provider === 'test') return null
  return refuse(
    'unavailable',
    'Your subscription is paid through Stripe, which is not connected right now. Please try again later.',
  )
}

/** Stripe may have given up on one without ending it: paid late, it would run beside the next one, whatever an administrator set since. */
export const leftoverOf = ({ provider }: Pick<Desk, 'provider'>, row: SubscriptionRow): Ref | null =>
  row.providerStatus === 'ended' && row.provider === provider.name && row.stripeSubscriptionId
    ? { landlordId: row.landlordId, subscriptionId: row.stripeSubscriptionId }
    : null

/** How a row reads whose subscription nobody renews any more. */
export const lapsed = {
  status: 'cancelled',
  providerStatus: 'ended',
  cancelAtPeriodEnd: false,
  pastDueSince: null,
} satisfies Partial<SubscriptionRow>

/** The provider knows nothing of it (another account, a deleted one): nobody can be charged for it, and nothing renews it. */
export function forget(
  { db, clock, provider }: Pick<Desk, 'db' | 'clock' | 'provider'>,
  { landlordId, subscriptionId }: Ref,
  { paidBefore }: { paidBefore?: Date } = {},
): Promise<SubscriptionRow> {
  return db.transaction(serviceActor('billing', landlordId), async (tx) => {
    const row = await lockSubscription(tx, landlordId)
    const isIt = live(row) && row.provider === provider.name && row.stripeSubscriptionId === subscriptionId
    const isLate =
      paidBefore === undefined || (row.subscriptionEndDate !== null && new Date(row.subscriptionEndDate) <= paidBefore)
    return isIt && isLate ? changeSubscription(tx, row, lapsed, clock) : row
  })
}

/** Cancels at the provider what runs there, and notes it. */
export async function endRunning(desk: Desk, ref: Ref): Promise<void> {
  await desk.provider.end(ref)
  if (!(await refresh(desk, ref))) await forget(desk, ref)
}

/** @throws Refusal always */
export const refuseChanged = (): never =>
  refuse('conflict', 'The subscription has just changed. Please look again and repeat.')

/** @throws Refusal always */
export const refuseUnsubscribed = (): never =>
  refuse('not-subscribed', 'You have no paid subscription. Please choose a plan first.')

/** As `runningOf`. @throws Refusal 409 when none runs */
export const mustRun = (desk: Pick<Desk, 'provider'>, row: SubscriptionRow): Ref =>
  runningOf(desk, row) ?? refuseUnsubscribed()

/** How the paid subscription stands right now, as the provider says. @throws Refusal 409 when it has ended, which is then noted */
export async function standingOf(desk: Desk, row: SubscriptionRow): Promise<Told & { ref: Ref }> {
  const ref = mustRun(desk, row)
  const { ticket, answer: state } = await ask(desk, ref.landlordId, () => desk.provider.look(ref))
  if (!state) return refuseUnsubscribed()
  if (state.status === 'active' || state.status === 'past_due')
    return { landlordId: ref.landlordId, ticket, state, ref }
  await refresh(desk, ref)
  return refuseUnsubscribed()
}

/** Changes something at the provider, and what it says then. */
export async function act(desk: Desk, ref: Ref, change: () => ReturnType<Desk['provider']['change']>): Promise<Told> {
  const { ticket, answer: state } = await ask(desk, ref.landlordId, change)
  return { landlordId: ref.landlordId, ticket, state }
}
