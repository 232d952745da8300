import { gunzipSync, gzipSync } from 'node:zlib'
import { FeedHealthChanged, FeedSynced } from '@keyhold/contracts/properties/stays/feeds'
import { CalendarChanged } from '@keyhold/contracts/properties/stays/stay-events'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { CalendarClient, Fetched } from '../../../providers/feeds/fetch-calendar.ts'
import { feed, type FeedRow, feedSync, feedText } from '../../../schema/stays/feeds.ts'
import { findRental, type FoundRental } from '../../stays/listings/find-rental.ts'
import { problemOf, readFeed, type FeedReading } from '../reading/read-feed.ts'
import { foldStored } from './fold-stored.ts'
import { settleFeed } from './settle-feed.ts'

interface Named {
  landlordId: string
  id: string
}

export interface SyncTools extends Pick<Tools, 'db' | 'clock'> {
  calendars: CalendarClient
}

/** Fetches a feed and brings everything in line with what it says. Asks the network: never inside a transaction. `finish` is called in its transaction. */
export async function syncFeed(
  { landlordId, id }: Named,
  { db, clock, calendars }: SyncTools,
  { signal, finish = async () => {} }: { signal?: AbortSignal; finish?: (tx: Tx) => Promise<void> } = {},
): Promise<void> {
  const actor = serviceActor('properties', landlordId)
  const before = await db.transaction(actor, async (tx) => {
    const row = await findFeed(tx, { landlordId, id })
    if (!row || row.isPaused) return undefined
    return { row, text: await latestText(tx, row) }
  })
  if (!before) return db.transaction(actor, finish)
  const { row, text: known } = before
  // Without the text there is nothing that "unchanged" could refer to.
  const validators = known === null ? { etag: null, lastModified: null } : row
  const fetched = await calendars.fetch(row.url, validators, signal)
  await db.transaction(actor, async (tx) => {
    const [locked] = await tx.select().from(feed).where(isIt(row)).for('update')
    // Removed, paused or given another address meanwhile: what was read is not its calendar.
    const isSame = locked && locked.deletedAt === null && !locked.isPaused && locked.url === row.url
    if (isSame) await record(tx, locked, fetched, known, clock.now())
    await finish(tx)
  })
}

const isIt = ({ landlordId, id }: Named) => and(eq(feed.landlordId, landlordId), eq(feed.id, id))

export async function findFeed(tx: Tx, named: Named): Promise<FeedRow | undefined> {
  const [row] = await tx
    .select()
    .from(feed)
    .where(and(isIt(named), isNull(feed.deletedAt)))
  return row
}

async function latestText(tx: Tx, { landlordId, textId }: FeedRow): Promise<string | null> {
  if (textId === null) return null
  const [row] = await tx
    .select()
    .from(feedText)
    .where(and(eq(feedText.landlordId, landlordId), eq(feedText.id, textId)))
  return row ? gunzipSync(row.gzip).toString('utf8') : null
}

async function record(tx: Tx, row: FeedRow, fetched: Fetched, known: string | null, now: Date): Promise<void> {
  const rental = await findRental(tx, { landlordId: row.landlordId, id: row.rentalId }, { removedToo: true })
  const text = fetched.outcome === 'text' ? fetched.text : known
  const options = { zone: rental.timeZone, now, channel: row.channel, endIsLastNight: row.endIsLastNight }
  const reading = fetched.outcome === 'failed' || text === null ? null : readFeed(text, options)
  if (!reading?.ok) {
    const error = fetched.outcome === 'failed' ? fetched.error : (reading ?? problemOf('empty')).sentence
    await recordFailure(tx, row, { error, status: fetched.outcome === 'failed' ? fetched.status : 200 }, now)
    // What others did meanwhile still counts.
    await settleFeed(tx, { row, rental }, now)
    return
  }
  const earlier = known === null ? null : readFeed(known, options)
  const isNew = earlier === null || JSON.stringify(earlier) !== JSON.stringify(reading)
  const textId = isNew ? await storeText(tx, row, text ?? '', now) : row.textId
  const validators =
    fetched.outcome === 'text'
      ? { etag: fetched.etag, lastModified: fetched.lastModified }
      : { etag: row.etag, lastModified: row.lastModified }
  await applyReading(tx, { row: { ...row, ...validators, textId }, rental }, reading, {
    now,
    bytes: fetched.outcome === 'text' ? fetched.bytes : null,
  })
}

interface Applied {
  now: Date
  bytes?: number | null
  acceptsEmpty?: boolean
}

/** Takes a good calendar over, with its log. */
export async function applyReading(
  tx: Tx,
  { row, rental }: { row: FeedRow; rental: FoundRental },
  reading: Extract<FeedReading, { ok: true }>,
  { now, bytes = null, acceptsEmpty = false }: Applied,
): Promise<void> {
  const at = now.toISOString()
  const today = dateAt(now, rental.timeZone)
  const { changes, isEmpty } = await foldStored(tx, row, reading, { today, at, acceptsEmpty })
  await settleFeed(tx, { row, rental }, now)
  const gapMinutes = Math.round((now.getTime() - new Date(row.lastSuccessAt ?? row.createdAt).getTime()) / 60_000)
  await log(tx, row, {
    outcome: isEmpty ? 'empty' : changes.length > 0 ? 'changed' : 'unchanged',
    textId: row.textId,
    isEmptyAccepted: acceptsEmpty,
    error: null,
    status: 200,
    bytes,
    entries: reading.entries.length,
    unreadable: reading.unreadable,
    gapMinutes: row.lastSuccessAt ? gapMinutes : 0,
    changes: changes.slice(0, 200),
    at,
  })
  const after: Partial<FeedRow> = {
    etag: row.etag,
    lastModified: row.lastModified,
    textId: row.textId,
    isEmpty,
    lastTryAt: at,
    lastSuccessAt: at,
    lastChangeAt: changes.length > 0 ? at : row.lastChangeAt,
    lastError: null,
    goodFetches: row.goodFetches + 1,
    failedFetches: 0,
    staleSince: null,
  }
  await tx.update(feed).set(after).where(isIt(row))
  const about = { feedId: row.id, landlordId: row.landlordId, rentalId: row.rentalId }
  await emit(tx, FeedSynced, { ...about, changes: changes.length })
  if (isEmpty !== row.isEmpty || row.staleSince !== null)
    await emit(tx, FeedHealthChanged, {
      ...about,
      rentalName: rental.listingName,
      feedName: row.name,
      health: isEmpty ? 'empty' : 'ok',
      lastSuccessAt: at,
    })
  if (changes.length === 0) return
  const days = changes.flatMap(({ from, to, before }) => [from, to, before?.from ?? from, before?.to ?? to]).toSorted()
  await emit(tx, CalendarChanged, {
    rentalId: row.rentalId,
    landlordId: row.landlordId,
    unitId: rental.unitId,
    from: days[0]!,
    to: days.at(-1)!,
  })
}

async function recordFailure(
  tx: Tx,
  row: FeedRow,
  { error, status }: { error: string; status: number | null },
  now: Date,
) {
  const at = now.toISOString()
  const empty = {
    textId: null,
    isEmptyAccepted: false,
    bytes: null,
    entries: null,
    unreadable: 0,
    gapMinutes: 0,
    changes: [],
  }
  await log(tx, row, { ...empty, outcome: 'failed', error, status, at })
  await tx
    .update(feed)
    .set({ lastTryAt: at, lastError: error, goodFetches: 0, failedFetches: row.failedFetches + 1 })
    .where(isIt(row))
  await emit(tx, FeedSynced, { feedId: row.id, landlordId: row.landlordId, rentalId: row.rentalId, changes: 0 })
}

async function storeText(tx: Tx, { landlordId, id }: FeedRow, text: string, now: Date): Promise<string> {
  const gzip = gzipSync(Buffer.from(text))
  const [row] = await tx
    .insert(feedText)
    .values({ landlordId, feedId: id, gzip, createdAt: now.toISOString() })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row.id
}

type Line = Omit<typeof feedSync.$inferSelect, 'id' | 'landlordId' | 'feedId' | 'lastAt' | 'fetches'>

/** A line of the log; fetches in a row that say the same share one. */
async function log(tx: Tx, { landlordId, id }: FeedRow, line: Line): Promise<void> {
  const mine = and(eq(feedSync.landlordId, landlordId), eq(feedSync.feedId, id))
  const [last] = await tx.select().from(feedSync).where(mine).orderBy(desc(feedSync.at), desc(feedSync.id)).limit(1)
  const isRepeated =
    last &&
    last.outcome === line.outcome &&
    last.outcome !== 'changed' &&
    last.textId === line.textId &&
    last.error === line.error
  if (isRepeated)
    await tx
      .update(feedSync)
      .set({ lastAt: line.at, fetches: last.fetches + 1, gapMinutes: Math.max(last.gapMinutes, line.gapMinutes) })
      .where(and(mine, eq(feedSync.id, last.id)))
  else await tx.insert(feedSync).values({ ...line, landlordId, feedId: id, lastAt: line.at })
}
