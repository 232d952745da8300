import {
  acceptEmptyFeed,
  createFeed,
  deleteFeed,
  feedsSummary,
  getFeed,
  listFeeds,
  maxFeedsPerRental,
  syncFeed,
  tryFeed,
  updateFeed,
} from '@keyhold/contracts/properties/stays/feeds'
import { type Tx, violated } from '@keyhold/kit/database/database'
import { pageOf, readCursor } from '@keyhold/kit/http/paging'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm'
import { askAgainMs } from '../../domain/feeds/limits.ts'
import { readFeedById, readFeeds } from '../../domain/feeds/read-feeds.ts'
import { readFeed } from '../../domain/feeds/reading/read-feed.ts'
import { feedJob } from '../../domain/feeds/sync-job.ts'
import { cancelForChannel } from '../../domain/feeds/syncing/channel-bookings.ts'
import { releaseBlocks } from '../../domain/feeds/syncing/settle-feed.ts'
import { applyReading } from '../../domain/feeds/syncing/sync-feed.ts'
import { tryCalendar } from '../../domain/feeds/try-calendar.ts'
import type { NetworkLimit } from '../../domain/stays/direct/visitor-limits.ts'
import { lockUnit } from '../../domain/nights/claim-rows.ts'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import type { CalendarClient } from '../../providers/feeds/fetch-calendar.ts'
import { feed, feedConflict, feedEntry, type FeedRow } from '../../schema/stays/feeds.ts'

interface Named {
  landlordId: string
  id: string
}

const isIt = ({ landlordId, id }: Named) => and(eq(feed.landlordId, landlordId), eq(feed.id, id))

/** @throws Refusal 404 */
async function lockFeed(tx: Tx, named: Named): Promise<FeedRow> {
  const [row] = await tx
    .select()
    .from(feed)
    .where(and(isIt(named), isNull(feed.deletedAt)))
    .for('update')
  return row ?? notFound('Calendar')
}

const list = serve(listFeeds, async ({ actor, query: { limit, cursor, rentalId }, db, clock }) => {
  const wanted = { limit, rentalId, after: readCursor(cursor) }
  const { feeds, total } = await readFeeds(db, actor, wanted, clock.now())
  return pageOf(feeds, limit, total)
})

const get = serve(getFeed, async ({ actor, params, db, clock }) => readFeedById(db, actor, params.id, clock.now()))

const summary = serve(feedsSummary, async ({ actor, db, clock }) => {
  const { feeds } = await readFeeds(db, actor, { limit: 500 }, clock.now())
  const count = (health: string) => feeds.filter((one) => one.health === health).length
  return {
    feeds: feeds.length,
    stale: count('stale'),
    failing: count('failing'),
    empty: count('empty'),
    openConflicts: feeds.reduce((sum, { openConflicts }) => sum + openConflicts, 0),
  }
})

const taken = (error: unknown): never => {
  if (violated(error)?.constraint === 'feed_url') refuse('conflict', 'This calendar is read for this rental already.')
  throw error
}

export const feedRoutes = (calendars: CalendarClient, trials: NetworkLimit) => {
  const assertUrl = (url: string) => {
    const problem = calendars.problemWith(url)
    if (problem) refuseField('url', problem.replace(/\.$/, ''))
  }

  const attempt = serve(tryFeed, async ({ actor, body, db, clock }) => {
    assertUrl(body.url)
    trials.check(actor.landlordId, clock.now())
    trials.record(actor.landlordId, clock.now())
    return tryCalendar({ actor, ...body }, { db, clock, calendars })
  })

  const create = serve(createFeed, async ({ actor, body, db, clock }) => {
    assertUrl(body.url)
    const { landlordId } = actor
    const now = clock.now().toISOString()
    const id = await db
      .transaction(actor, async (tx) => {
        const { unitId } = await findRental(tx, { landlordId, id: body.rentalId })
        await lockUnit(tx, landlordId, unitId)
        const mine = and(eq(feed.landlordId, landlordId), eq(feed.rentalId, body.rentalId), isNull(feed.deletedAt))
        if ((await tx.$count(feed, mine)) >= maxFeedsPerRental)
          refuse('conflict', `A rental has at most ${maxFeedsPerRental} calendars.`)
        const [row] = await tx
          .insert(feed)
          .values({ ...body, landlordId, nextSyncAt: now, askedAt: now, createdAt: now, updatedAt: now })
          .returning()
        if (!row) throw new Error('insert returned no row')
        await enqueue(tx, feedJob, { feedId: row.id }, { key: row.id })
        return row.id
      })
      .catch(taken)
    return readFeedById(db, actor, id, clock.now())
  })

  const update = serve(updateFeed, async ({ actor, params, body, db, clock }) => {
    if (body.url !== undefined) assertUrl(body.url)
    const now = clock.now().toISOString()
    await db
      .transaction(actor, async (tx) => {
        const before = await lockFeed(tx, { landlordId: actor.landlordId, id: params.id })
        const isOther = (body.url ?? before.url) !== before.url
        const isReadAnew =
          isOther ||
          (body.channel ?? before.channel) !== before.channel ||
          (body.endIsLastNight ?? before.endIsLastNight) !== before.endIsLastNight ||
          (before.isPaused && body.isPaused === false)
        const isPaused = body.isPaused ?? before.isPaused
        await tx
          .update(feed)
          .set({
            ...body,
            ...(isOther ? { etag: null, lastModified: null } : {}),
            ...(isReadAnew ? { askedAt: now, staleSince: null } : {}),
            nextSyncAt: isPaused ? null : isReadAnew ? now : before.nextSyncAt,
            updatedAt: now,
          })
          .where(isIt(before))
        if (isReadAnew && !isPaused) await enqueue(tx, feedJob, { feedId: before.id }, { key: before.id })
      })
      .catch(taken)
    return readFeedById(db, actor, params.id, clock.now())
  })

  return [list, get, summary, attempt, create, update, remove, sync, acceptEmpty]
}

const remove = serve(deleteFeed, async ({ actor, params, query, db, clock }) => {
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const row = await lockFeed(tx, { landlordId: actor.landlordId, id: params.id })
    const { landlordId, id, rentalId, name } = row
    const { timeZone } = await findRental(tx, { landlordId, id: rentalId }, { removedToo: true })
    const mine = and(eq(feedEntry.landlordId, landlordId), eq(feedEntry.feedId, id))
    if (query.bookings === 'cancel') {
      const coming = await tx
        .select()
        .from(feedEntry)
        .where(
          and(
            mine,
            isNotNull(feedEntry.bookingId),
            gt(feedEntry.to, dateAt(now, timeZone)),
            ne(feedEntry.hold, 'set-aside'),
          ),
        )
        .orderBy(feedEntry.bookingId)
      for (const { bookingId } of coming)
        if (bookingId)
          await cancelForChannel(tx, { landlordId, id: bookingId }, `The calendar “${name}” was removed`, now)
    }
    await releaseBlocks(tx, row)
    const stamp = now.toISOString()
    await tx.update(feed).set({ deletedAt: stamp, nextSyncAt: null, updatedAt: stamp }).where(isIt(row))
    await tx
      .update(feedConflict)
      .set({ status: 'gone', resolvedAt: stamp })
      .where(and(eq(feedConflict.landlordId, landlordId), eq(feedConflict.feedId, id), eq(feedConflict.status, 'open')))
  })
})

const sync = serve(syncFeed, async ({ actor, params, db, clock }) => {
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const row = await lockFeed(tx, { landlordId: actor.landlordId, id: params.id })
    if (row.isPaused) refuse('conflict', 'This calendar is paused. Resume it first.')
    const last = [row.askedAt, row.lastTryAt]
      .filter((at) => at !== null)
      .toSorted()
      .at(-1)
    const waited = last === undefined ? Infinity : now.getTime() - new Date(last).getTime()
    if (waited < askAgainMs)
      refuse('too-many-requests', 'This calendar was fetched less than a minute ago.', {
        retryAfter: (askAgainMs - waited) / 1000,
      })
    await tx.update(feed).set({ askedAt: now.toISOString() }).where(isIt(row))
    await enqueue(tx, feedJob, { feedId: row.id }, { key: row.id })
  })
  return readFeedById(db, actor, params.id, now)
})

/** The empty calendar is applied at once. */
const acceptEmpty = serve(acceptEmptyFeed, async ({ actor, params, db, clock }) => {
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const row = await lockFeed(tx, { landlordId: actor.landlordId, id: params.id })
    if (!row.isEmpty) refuse('conflict', 'This calendar is not empty.')
    const rental = await findRental(tx, { landlordId: row.landlordId, id: row.rentalId }, { removedToo: true })
    const nothing = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'
    const reading = readFeed(nothing, { zone: rental.timeZone, now, channel: row.channel })
    if (!reading.ok) throw new Error(reading.sentence)
    await applyReading(tx, { row, rental }, reading, { now, acceptsEmpty: true })
  })
  return readFeedById(db, actor, params.id, now)
})
