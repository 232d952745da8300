import { resetSubscription, startingSubscription, statusAt } from '@keyhold/contracts/billing/subscriptions'
import { refuse } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { toDollars } from '@keyhold/kit/lib/money'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull } from 'drizzle-orm'
import type { BillingContext } from '../domain/context.ts'
import { findOrStart } from '../domain/find-or-start.ts'
import { invoicesOf, upsertInvoices } from '../domain/invoices.ts'
import { type ProviderAnswer, queryProvider } from '../domain/query-provider.ts'
import { refuseChanged, runningOf, uncollectedOf } from '../domain/running-subscription.ts'
import { changeSubscription, lockSubscription, type SubscriptionRow, toSubscription } from '../domain/subscriptions.ts'
import { isLive, type SubscriptionRef } from '../providers/provider.ts'
import { checkouts } from '../schema.ts'

export const resetRoutes = (context: BillingContext): Route[] => [
  serve(resetSubscription, async ({ actor, db, call, clock }) => {
    const { landlordId } = actor
    const row = await findOrStart({ db: context.db, call, clock }, actor, landlordId)
    const cancelled = await cancelEverything(context, row)
    return db.transaction(serviceActor('billing', landlordId), async (tx) => {
      const locked = await lockSubscription(tx, landlordId)
      if (locked.stripeSubscriptionId !== row.stripeSubscriptionId && runningOf(context, locked)) refuseChanged()
      for (const { ticket, state } of cancelled)
        await upsertInvoices(tx, { landlordId, ticket, answered: invoicesOf(state) })
      await tx
        .update(checkouts)
        .set({ closedAt: clock.now().toISOString() })
        .where(and(eq(checkouts.landlordId, landlordId), isNull(checkouts.closedAt)))
      // Where nothing was ever bought, what an administrator set stays.
      const initial = locked.stripeSubscriptionId === null ? {} : initialFields(locked, actor, clock.now())
      const last = cancelled.at(-1)?.state
      const credit = last ? { credit: toDollars(last.credit) } : {}
      const next = await changeSubscription(tx, locked, { ...initial, ...unpaidFields(locked), ...credit }, clock)
      return toSubscription(next, clock.now())
    })
  }),
]

/** Cancels at the provider whatever is live or can still be paid. Returns the states after that. */
async function cancelEverything(context: BillingContext, row: SubscriptionRow): Promise<ProviderAnswer[]> {
  const { landlordId } = row
  const running = runningOf(context, row) ?? uncollectedOf(context, row)
  const open = await context.db.read(
    serviceActor('billing', landlordId),
    (sql) => sql<{ subscriptionId: string }[]>`
      select subscription_id from checkouts
      where landlord_id = ${landlordId} and closed_at is null and subscription_id is not null and provider = ${context.provider.name}`,
  )
  const refs: SubscriptionRef[] = [
    ...(running ? [running] : []),
    ...open.map(({ subscriptionId }) => ({ landlordId, subscriptionId })),
  ]
  const cancelled: ProviderAnswer[] = []
  for (const ref of refs) {
    await context.provider.cancelNow(ref)
    const { ticket, answer: state } = await queryProvider(context, landlordId, () =>
      context.provider.findSubscription(ref),
    )
    if (state && isLive(state))
      refuse(
        'unavailable',
        'Our card payment provider did not cancel your subscription. Please try again in a moment.',
        { retryAfter: 5 },
      )
    if (state) cancelled.push({ landlordId, ticket, state })
  }
  return cancelled
}

/** What the account started with: the trial, expired if its end has passed. Access that was taken away before does not come back. */
function initialFields(row: SubscriptionRow, { role, landlordId }: LandlordActor, now: Date): Partial<SubscriptionRow> {
  const { plan, status, maxProperties } = startingSubscription(role, row.trialStartDate ?? row.createdAt)
  if (role === 'super_admin') return { plan, status, maxProperties }
  const current = statusAt(row, now)
  const isOver =
    current === 'expired' || current === 'cancelled' || row.trialEndDate === null || new Date(row.trialEndDate) <= now
  return {
    landlordId,
    plan,
    status: isOver ? 'expired' : 'trial',
    maxProperties: row.initialMaxProperties ?? maxProperties,
  }
}

/** Clears what a paid subscription set, except the customer and the customer's credit. The new ticket makes every answer stale that is still on its way. */
const unpaidFields = ({ asked }: SubscriptionRow): Partial<SubscriptionRow> => ({
  subscriptionStartDate: null,
  subscriptionEndDate: null,
  interval: null,
  cancelAtPeriodEnd: false,
  pastDueSince: null,
  provider: null,
  stripeSubscriptionId: null,
  stripePriceId: null,
  providerStatus: null,
  providerPlan: null,
  asked: asked + 1,
  answered: asked + 1,
})
