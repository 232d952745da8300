import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { toSubscription } from '../domain/subscriptions.ts'
import { endedTrialBatchSize } from '../limits.ts'
import { subscriptions } from '../schema.ts'

/** Announces ended trials once a day. The status is derived from the clock and correct without it, but open pages refresh by the event. */
export const announceEndedTrials = ({ db, clock }: Tools) =>
  every({
    name: 'announce-ended-trials',
    cron: '0 6 * * *',
    run: async () => {
      for (let announced = endedTrialBatchSize; announced === endedTrialBatchSize;)
        announced = await db.adminTransaction('ended trials of all landlords', (tx) => announce(tx, clock.now()))
    },
  })

/** Announces up to `endedTrialBatchSize` ended trials, each end once. Returns how many. */
async function announce(tx: Tx, now: Date): Promise<number> {
  const { landlordId, status, trialEndDate, announcedEnd } = subscriptions
  const ended = tx
    .select({ landlordId })
    .from(subscriptions)
    .where(
      and(
        eq(status, 'trial'),
        lte(trialEndDate, now.toISOString()),
        sql`${announcedEnd} is distinct from ${trialEndDate}`,
      ),
    )
    .orderBy(trialEndDate)
    .limit(endedTrialBatchSize)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(subscriptions)
    .set({ announcedEnd: sql`${trialEndDate}` })
    .where(inArray(landlordId, ended))
    .returning()
  for (const row of rows) await emit(tx, SubscriptionChanged, toSubscription(row, now))
  return rows.length
}
