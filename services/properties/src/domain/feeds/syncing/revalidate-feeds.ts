import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { feed } from '../../../schema/stays/feeds.ts'
import { freshForMs, revalidateTimeoutMs } from '../limits.ts'
import { syncFeed, type SyncTools } from './sync-feed.ts'

/** Fetches the calendars of a rental again that were not read within the last minute. One that does not answer soon holds nobody up. */
export async function revalidateFeeds(
  { landlordId, rentalId }: { landlordId: string; rentalId: string },
  tools: SyncTools,
  timeoutMs = revalidateTimeoutMs,
): Promise<void> {
  const since = new Date(tools.clock.now().getTime() - freshForMs).toISOString()
  const due = await tools.db.transaction(serviceActor('properties', landlordId), (tx) =>
    tx
      .select({ id: feed.id })
      .from(feed)
      .where(
        and(
          eq(feed.landlordId, landlordId),
          eq(feed.rentalId, rentalId),
          isNull(feed.deletedAt),
          eq(feed.isPaused, false),
          or(isNull(feed.lastSuccessAt), lt(feed.lastSuccessAt, since)),
        ),
      ),
  )
  const signal = AbortSignal.timeout(timeoutMs)
  await Promise.allSettled(due.map(({ id }) => syncFeed({ landlordId, id }, tools, { signal })))
}
