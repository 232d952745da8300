import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { every } from '@keyhold/kit/jobs/schedule'
import type { Tools } from '@keyhold/kit/http/request'
import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { toSubscription } from '../domain/subscriptions.ts'
import { subscriptions } from '../schema.ts'

const batch = 500

/** Tells the other services, once a day, which trials have ended since: the status is read from the clock and right without it, but pages refresh by it. */
export const announceEndedTrials = ({ db, clock }: Tools) =>
  every({
    name: 'announce-ended-trials',
    cron: '0 6 * * *',
    run: async () => {
      for (let announced = batch; announced === batch;)
        announced = await db.adminTransaction('trials of all landlords end by the clock', (tx) =>
          announce(tx, clock.now()),
        )
    },
  })

/** Announces up to `batch` ended trials, each end once. */
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
    .limit(batch)
    .for('update', { skipLocked: true })
  const rows = await tx
    .update(subscriptions)
    .set({ announcedEnd: sql`${trialEndDate}` })
    .where(inArray(landlordId, ended))
    .returning()
  for (const row of rows) await emit(tx, SubscriptionChanged, toSubscription(row, now))
  return rows.length
}
