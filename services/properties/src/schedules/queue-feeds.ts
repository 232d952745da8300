import { FeedHealthChanged, staleAfterIntervals } from '@keyhold/contracts/properties/stays/feeds'
import type { Tools } from '@keyhold/kit/http/request'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { every, type Schedule } from '@keyhold/kit/jobs/schedule'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { feedJob } from '../domain/feeds/sync-job.ts'
import { feed } from '../schema/stays/feeds.ts'
import { rental } from '../schema/stays/listings.ts'

const atATime = 500

/** Between 0.95 and 1.05, by the random end of its id, so that the feeds of one site are not asked for in the same second. */
const spread = (id: string) => 0.95 + Number.parseInt(id.slice(-4), 16) / 0x1_0000 / 10

/** Queues the feeds that are due, and says which have become stale. */
export const queueFeeds = ({ db, clock }: Pick<Tools, 'db' | 'clock'>): Schedule =>
  every({
    name: 'queue-feeds',
    cron: '* * * * *',
    async run() {
      const now = clock.now()
      for (let more = true; more;)
        more = await db.adminTransaction('feeds of all landlords that are due', async (tx) => {
          const due = await tx
            .select({ id: feed.id, landlordId: feed.landlordId, intervalMinutes: feed.intervalMinutes })
            .from(feed)
            .where(lte(feed.nextSyncAt, now.toISOString()))
            .orderBy(asc(feed.nextSyncAt))
            .limit(atATime)
            .for('update', { skipLocked: true })
          for (const { id, landlordId, intervalMinutes } of due) {
            const wait = intervalMinutes * 60_000 * spread(id)
            await enqueue(tx, feedJob, { feedId: id }, { key: id, landlordId, runAt: now })
            await tx
              .update(feed)
              .set({ nextSyncAt: new Date(now.getTime() + wait).toISOString() })
              .where(and(eq(feed.landlordId, landlordId), eq(feed.id, id)))
          }
          return due.length === atATime
        })
      for (let more = true; more;)
        more = await db.adminTransaction('feeds of all landlords that are stale', async (tx) => {
          const lastSuccess = sql`coalesce(${feed.lastSuccessAt}, ${feed.createdAt})`
          const stale = await tx
            .select({ feed, rentalName: rental.listingName })
            .from(feed)
            .innerJoin(rental, and(eq(rental.landlordId, feed.landlordId), eq(rental.id, feed.rentalId)))
            .where(
              and(
                isNull(feed.deletedAt),
                eq(feed.isPaused, false),
                isNull(feed.staleSince),
                sql`${lastSuccess} + ${feed.intervalMinutes} * interval '1 minute' * ${staleAfterIntervals} < ${now.toISOString()}::timestamptz`,
              ),
            )
            .limit(atATime)
          if (stale.length === 0) return false
          const ids = stale.map((one) => one.feed.id)
          await tx.update(feed).set({ staleSince: now.toISOString() }).where(inArray(feed.id, ids))
          for (const { feed: row, rentalName } of stale)
            await emit(tx, FeedHealthChanged, {
              feedId: row.id,
              landlordId: row.landlordId,
              rentalId: row.rentalId,
              rentalName,
              feedName: row.name,
              health: 'stale',
              lastSuccessAt: row.lastSuccessAt,
            })
          return stale.length === atATime
        })
    },
  })
