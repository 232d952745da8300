import { type Feed, staleAfterIntervals } from '@keyhold/contracts/properties/stays/feeds'
import type { FeedHealth } from '@keyhold/contracts/properties/stays/feed-values'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { whole } from '@keyhold/kit/http/paging'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { FeedRow } from '../../schema/stays/feeds.ts'

interface Row extends Omit<FeedRow, 'etag' | 'lastModified'> {
  rentalName: string
  longest: number | null
  lastFetchedAt: string | null
  upcomingReservations: number
  upcomingBlocks: number
  openConflicts: number
}

interface Wanted {
  id?: string | undefined
  rentalId?: string | undefined
  after?: string | undefined
  limit: number
}

/** Feeds of a landlord with their figures, by id. */
export async function readFeeds(db: Database, actor: LandlordActor, wanted: Wanted, now: Date) {
  const { id, rentalId, after, limit } = wanted
  const at = now.toISOString()
  const { landlordId } = actor
  const matching = (sql: ReadSql) => sql`f.landlord_id = ${landlordId} and f.deleted_at is null
    ${id ? sql`and f.id = ${id}` : sql``} ${rentalId ? sql`and f.rental_id = ${rentalId}` : sql``}`
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<Row[]>`
      select f.*, r.listing_name as rental_name,
        (select max(s.gap_minutes) from feed_sync s where s.landlord_id = f.landlord_id and s.feed_id = f.id and s.at > ${at}::timestamptz - interval '30 days') as longest,
        (select max(e.last_fetched_at) from calendar_export e where e.landlord_id = f.landlord_id and e.rental_id = f.rental_id and e.channel = f.channel
          and e.revoked_at is null and coalesce(e.feed_id = f.id, true)) as last_fetched_at,
        e.upcoming_reservations, e.upcoming_blocks, e.open_conflicts
      from feed f join rental r on r.landlord_id = f.landlord_id and r.id = f.rental_id
      join property p on p.landlord_id = r.landlord_id and p.id = r.property_id
      cross join lateral (select count(*) filter (where n.booking_id is not null) as upcoming_reservations,
          count(*) filter (where n.hold = 'claimed' and n.booking_id is null) as upcoming_blocks,
          count(*) filter (where n.hold = 'conflict') as open_conflicts
        from feed_entry n where n.landlord_id = f.landlord_id and n.feed_id = f.id and n.state <> 'cancelled'
          and n.to_date > (${at}::timestamptz at time zone p.time_zone)::date) e
      where ${matching(sql)} ${after ? sql`and f.id > ${after}` : sql``} order by f.id limit ${whole(sql, limit + 1)}`,
    sql<{ total: number }[]>`select count(*) as total from feed f where ${matching(sql)}`,
  ])
  return { feeds: rows.map((row) => feedOf(row, now)), total: counted?.total ?? 0 }
}

/** @throws Refusal 404 */
export async function readFeedById(db: Database, actor: LandlordActor, id: string, now: Date): Promise<Feed> {
  const { feeds } = await readFeeds(db, actor, { id, limit: 1 }, now)
  return feeds[0] ?? notFound('Calendar')
}

const minutesSince = (at: string | null, now: Date) =>
  at === null ? null : Math.max(0, Math.round((now.getTime() - new Date(at).getTime()) / 60_000))

function feedOf(row: Row, now: Date): Feed {
  const { url, ...fields } = row
  const staleMs = row.intervalMinutes * staleAfterIntervals * 60_000
  const staleAt = new Date(new Date(row.lastSuccessAt ?? row.createdAt).getTime() + staleMs)
  const health = healthOf(row, staleAt, now)
  const inbound = minutesSince(row.lastSuccessAt, now)
  return {
    ...fields,
    maskedUrl: maskedUrl(url),
    health,
    problem: problemText(row, health),
    isSyncing: row.askedAt !== null && (row.lastTryAt === null || row.lastTryAt < row.askedAt),
    staleAt: row.isPaused ? null : staleAt.toISOString(),
    nextSyncAt: row.isPaused ? null : row.nextSyncAt,
    exposure: {
      inbound,
      outbound: minutesSince(row.lastFetchedAt, now),
      longest: Math.max(row.longest ?? 0, inbound ?? 0),
    },
  }
}

function healthOf(row: Row, staleAt: Date, now: Date): FeedHealth {
  if (row.isPaused) return 'paused'
  if (staleAt < now) return 'stale'
  if (row.isEmpty) return 'empty'
  if (row.failedFetches > 0) return 'failing'
  return row.lastSuccessAt === null ? 'new' : 'ok'
}

function problemText(row: Row, health: FeedHealth): string | null {
  if (health === 'empty')
    return 'The calendar has lost all its entries. Nothing was cancelled; confirm that it really is empty, or check the address.'
  return health === 'failing' || health === 'stale' ? (row.lastError ?? 'It has not been read for too long.') : null
}

/** The secret stands in the path or the query. */
export function maskedUrl(url: string): string {
  const host = URL.parse(url.replace(/^webcals?:/i, 'https:'))?.host ?? ''
  return `${host}/…${url.slice(-4)}`
}
