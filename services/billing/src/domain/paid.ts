import { refuse } from '@keyhold/kit/problem'
import type { Ref } from '../providers/provider.ts'
import { ask, type Desk, refresh, type Told } from './answers.ts'
import type { SubscriptionRow } from './subscriptions.ts'

const live = ({ providerStatus }: SubscriptionRow) => providerStatus === 'active' || providerStatus === 'past_due'

/** The paid subscription that runs at the provider; null when none does. @throws Refusal 503 when it runs at Stripe, and cards are simulated here */
export function runningOf({ provider }: Pick<Desk, 'provider'>, row: SubscriptionRow): Ref | null {
  if (!live(row) || !row.stripeSubscriptionId) return null
  if (row.provider === provider.name) return { landlordId: row.landlordId, subscriptionId: row.stripeSubscriptionId }
  // Paid in test mode before Stripe was set up: no money ever moved.
  if (row.provider === 'test') return null
  return refuse('unavailable', 'Your subscription is paid through Stripe, which is not connected right now. Please try again later.')
}

/** One that Stripe gave up on, but has not ended: paid late, it would run beside the next one. */
export const leftoverOf = ({ provider }: Pick<Desk, 'provider'>, row: SubscriptionRow): Ref | null =>
  row.providerStatus === 'ended' && row.status === 'expired' && row.provider === provider.name && row.stripeSubscriptionId
    ? { landlordId: row.landlordId, subscriptionId: row.stripeSubscriptionId }
    : null

/** @throws Refusal always */
export const refuseUnsubscribed = (): never => refuse('not-subscribed', 'You have no paid subscription. Please choose a plan first.')

/** As `runningOf`. @throws Refusal 409 when none runs */
export const mustRun = (desk: Pick<Desk, 'provider'>, row: SubscriptionRow): Ref => runningOf(desk, row) ?? refuseUnsubscribed()

/** How the paid subscription stands right now, as the provider says. @throws Refusal 409 when it has ended, which is then noted */
export async function standingOf(desk: Desk, row: SubscriptionRow): Promise<Told & { ref: Ref }> {
  const ref = mustRun(desk, row)
  const { ticket, answer: state } = await ask(desk, ref.landlordId, () => desk.provider.look(ref))
  if (!state) return refuseUnsubscribed()
  if (state.status === 'active' || state.status === 'past_due') return { landlordId: ref.landlordId, ticket, state, ref }
  await refresh(desk, ref)
  return refuseUnsubscribed()
}

/** Changes something at the provider, and what it says then. */
export async function act(desk: Desk, ref: Ref, change: () => ReturnType<Desk['provider']['change']>): Promise<Told> {
  const { ticket, answer: state } = await ask(desk, ref.landlordId, change)
  return { landlordId: ref.landlordId, ticket, state }
}
