import {
  startingSubscription,
  type Subscription,
  statusAt,
  SubscriptionChanged,
} from '@keyhold/contracts/billing/subscriptions'
import type { Role } from '@keyhold/contracts/roles'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { eq } from 'drizzle-orm'
import { subscriptions } from '../schema.ts'
import { readSettings } from './settings.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** The subscription as it reads at `now`. */
export const toSubscription = (row: SubscriptionRow, now: Date): Subscription => ({
  landlordId: row.landlordId,
  plan: row.plan,
  status: statusAt(row, now),
  maxProperties: row.maxProperties,
  trialStartDate: row.trialStartDate,
  trialEndDate: row.trialEndDate,
  subscriptionStartDate: row.subscriptionStartDate,
  subscriptionEndDate: row.subscriptionEndDate,
  interval: row.interval,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  pastDueSince: row.pastDueSince,
  provider: row.provider,
  credit: row.credit,
  stripeCustomerId: row.stripeCustomerId,
  stripeSubscriptionId: row.stripeSubscriptionId,
  stripePriceId: row.stripePriceId,
})

/** Starts a landlord's subscription at the instant `from` and announces it. Does nothing when the landlord has one. */
export async function startSubscription(
  tx: Tx,
  { landlordId, role, from }: { landlordId: string; role: Exclude<Role, 'tenant'>; from: string },
  clock: Clock,
): Promise<void> {
  const at = clock.now().toISOString()
  const start = startingSubscription(role, from, await readSettings(tx))
  const [row] = await tx
    .insert(subscriptions)
    .values({ landlordId, ...start, initialMaxProperties: start.maxProperties, createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: subscriptions.landlordId })
    .returning()
  // The clock is passed on because a GET that starts a trial has no request clock of its own.
  if (row) await emit(tx, SubscriptionChanged, toSubscription(row, clock.now()), { clock })
}

/** The landlord's row, locked until the transaction ends. @throws Refusal 404 */
export async function lockSubscription(tx: Tx, landlordId: string): Promise<SubscriptionRow> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.landlordId, landlordId)).for('update')
  return row ?? notFound('Subscription')
}

/** Stores the change and announces it when other services can see a difference. */
export async function changeSubscription(
  tx: Tx,
  row: SubscriptionRow,
  change: Partial<typeof subscriptions.$inferInsert>,
  clock: Clock,
): Promise<SubscriptionRow> {
  const now = clock.now()
  const [next] = await tx
    .update(subscriptions)
    .set({ ...change, updatedAt: now.toISOString() })
    .where(eq(subscriptions.landlordId, row.landlordId))
    .returning()
  const [before, after] = [toSubscription(row, now), toSubscription(next!, now)]
  if (JSON.stringify(before) !== JSON.stringify(after)) await emit(tx, SubscriptionChanged, after, { clock })
  return next!
}
