import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import {
  extendTrial,
  updateLandlordSubscription,
  viewLandlordSubscription,
} from '@keyhold/contracts/billing/admin-subscriptions'
import { type Subscription } from '@keyhold/contracts/billing/subscriptions'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, Refusal, refuse, refuseField } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import type { BillingContext } from '../domain/context.ts'
import { findOrStart } from '../domain/find-or-start.ts'
import { cancelRunning, refuseChanged, runningOf } from '../domain/running-subscription.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow, toSubscription } from '../domain/subscriptions.ts'

const firstTrialEnd = '2000'
const lastTrialEnd = '2199-12-31T23:59:59.999Z'

export const adminRoutes = (context: BillingContext): Route[] => [
  serve(viewLandlordSubscription, async ({ actor, query: { userId }, call, clock }) => {
    const row = await findLandlord(() => findOrStart({ db: context.db, call, clock }, actor, userId))
    return toSubscription(row, clock.now())
  }),

  serve(updateLandlordSubscription, async ({ actor, body, db, call, clock }) => {
    const { userId: landlordId, subscriptionPlan: plan, subscriptionStatus: status, maxProperties } = body
    const row = await findLandlord(() => findOrStart({ db: context.db, call, clock }, actor, landlordId))
    const trialEndDate = body.trialEndDate === undefined ? row.trialEndDate : checkTrialEnd(body.trialEndDate)
    if (status === 'trial' && trialEndDate === null) refuseField('trialEndDate', 'A trial needs an end date')
    // Only taking access away ends the payments.
    const running = status === 'active' ? null : runningOf(context, row)
    if (running && status === 'trial')
      refuse('illegal-transition', 'This landlord pays for a subscription. Cancel it first, then start a trial.')
    if (running) await cancelRunning(context, running)
    return db.transaction(serviceActor('billing', landlordId), async (tx) => {
      const before = await lockSubscription(tx, landlordId)
      if (status !== 'active' && runningOf(context, before)) refuseChanged()
      const after = await changeSubscription(tx, before, { plan, status, maxProperties, trialEndDate }, clock)
      return logChange(tx, actor, { action: 'subscription_updated', before, after }, clock.now())
    })
  }),

  serve(extendTrial, async ({ actor, body: { userId: landlordId, days }, db, call, clock }) => {
    await findLandlord(() => findOrStart({ db: context.db, call, clock }, actor, landlordId))
    return db.transaction(serviceActor('billing', landlordId), async (tx) => {
      const now = clock.now()
      const before = await lockSubscription(tx, landlordId)
      if (before.status === 'active')
        refuse('illegal-transition', 'This landlord has an active subscription: there is no trial to extend.')
      const from = Math.max(now.getTime(), before.trialEndDate === null ? 0 : new Date(before.trialEndDate).getTime())
      const trialEndDate = checkTrialEnd(new Date(from + days * dayMs).toISOString())
      const after = await changeSubscription(tx, before, { status: 'trial', trialEndDate }, clock)
      return logChange(tx, actor, { action: 'trial_extended', before, after, more: { days } }, now)
    })
  }),
]

/** Only landlords have had a trial. @throws Refusal 404 for an administrator */
async function findLandlord(find: () => Promise<SubscriptionRow>): Promise<SubscriptionRow> {
  const row = await find().catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return null
    throw error
  })
  return row?.trialStartDate ? row : notFound('Landlord')
}

function checkTrialEnd(instant: string | null): string | null {
  if (instant !== null && (instant < firstTrialEnd || instant > lastTrialEnd || instant.startsWith('+')))
    return refuseField('trialEndDate', 'Enter a trial end date between 2000 and 2199')
  return instant
}

interface Change {
  action: string
  before: SubscriptionRow
  after: SubscriptionRow
  more?: Record<string, unknown>
}

/** Announces an administrator's change for the activity log. Returns the subscription after it. */
async function logChange(
  tx: Tx,
  { userId: adminId }: LandlordActor,
  { action, before, after, more = {} }: Change,
  now: Date,
): Promise<Subscription> {
  const { landlordId } = after
  const subscription = toSubscription(after, now)
  const logged = ({ plan, status, maxProperties, trialEndDate }: Subscription) => ({
    plan,
    status,
    maxProperties,
    trialEndDate,
  })
  await emit(tx, AdminActed, {
    adminId,
    landlordId,
    action,
    targetUserId: landlordId,
    details: { ...more, before: logged(toSubscription(before, now)), after: logged(subscription) },
    at: now.toISOString(),
  })
  return subscription
}
