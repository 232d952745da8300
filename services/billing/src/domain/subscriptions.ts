import { startingSubscription, type Subscription, statusAt, SubscriptionChanged } from '@keyhold/contracts/billing'
import type { Role } from '@keyhold/contracts/roles'
import type { Clock } from '@keyhold/kit/clock'
import type { Tx } from '@keyhold/kit/db'
import { emit } from '@keyhold/kit/outbox'
import { subscriptions } from '../schema.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

/** The subscription as it reads at `now`. */
export const toSubscription = (
  { landlordId, plan, status, maxProperties, trialStartDate, trialEndDate }: SubscriptionRow,
  now: Date,
): Subscription => ({
  landlordId,
  plan,
  status: statusAt({ status, trialEndDate }, now),
  maxProperties,
  trialStartDate,
  trialEndDate,
})

/** Starts a landlord's subscription at the instant `from` and tells so, unless it has one: whoever comes first decides, the rest changes nothing. */
export async function startSubscription(
  tx: Tx,
  { landlordId, role, from }: { landlordId: string; role: Exclude<Role, 'tenant'>; from: string },
  clock: Clock,
): Promise<void> {
  const at = clock.now().toISOString()
  const [row] = await tx
    .insert(subscriptions)
    .values({ landlordId, ...startingSubscription(role, from), createdAt: at, updatedAt: at })
    .onConflictDoNothing({ target: subscriptions.landlordId })
    .returning()
  // The clock is handed on: a question (GET) that starts a trial has no request clock of its own.
  if (row) await emit(tx, SubscriptionChanged, toSubscription(row, clock.now()), { clock })
}
