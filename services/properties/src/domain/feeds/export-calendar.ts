import { createHash, randomBytes } from 'node:crypto'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { addDays, earlierOf } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, gte, isNull } from 'drizzle-orm'
import { booking } from '../../schema/stays/bookings.ts'
import { calendarExport, type CalendarExportRow, feed, feedEntry } from '../../schema/stays/feeds.ts'
import { readClaims } from '../nights/nights.ts'
import { findRental, type FoundRental } from '../stays/listings/find-rental.ts'
import { exportedTo, type TakenNights } from './exported-nights.ts'
import { exportDays, reflectionMs } from './limits.ts'
import { calendarOf, heldBackFrom, originOf, ownOrigin, waysOf } from './origins.ts'
import { writeFeed } from './write-feed.ts'

export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** The channel is nobody: its address is found by hash among those of all landlords. */
export async function findExport(db: Database, token: string): Promise<CalendarExportRow | undefined> {
  const [row] = await db.adminTransaction('an export is looked up by its token', (tx) =>
    tx
      .select()
      .from(calendarExport)
      .where(and(eq(calendarExport.tokenHash, hashOf(token)), isNull(calendarExport.revokedAt))),
  )
  return row
}

/** What the channel is told now. Notes that it was told. Undefined where the rental was removed. */
export async function exportCalendar(db: Database, row: CalendarExportRow, now: Date): Promise<string | undefined> {
  return db.transaction(serviceActor('properties', row.landlordId), async (tx) => {
    const rental = await findRental(tx, { landlordId: row.landlordId, id: row.rentalId }, { removedToo: true })
    if (rental.deletedAt !== null) return undefined
    const told = exportedTo(row, await takenNights(tx, rental, now))
    const at = now.toISOString()
    const since = new Date(now.getTime() - reflectionMs).toISOString()
    const still = row.served.filter(
      (one) => one.lastAt > since && !told.some(({ nights }) => nights.from === one.from && nights.to === one.to),
    )
    await tx
      .update(calendarExport)
      .set({
        lastFetchedAt: at,
        fetches: row.fetches + 1,
        served: [...told.map(({ nights }) => ({ ...nights, lastAt: at })), ...still],
      })
      .where(and(eq(calendarExport.landlordId, row.landlordId), eq(calendarExport.id, row.id)))
    return writeFeed(rental.listingName, told)
  })
}

/** All taken nights from today on, with where that was decided. */
async function takenNights(tx: Tx, rental: FoundRental, now: Date): Promise<TakenNights[]> {
  const { landlordId, id, unitId } = rental
  const today = dateAt(now, rental.timeZone)
  const end = addDays(today, exportDays)
  const claims = await readClaims(tx, { landlordId, unitIds: [unitId], from: today, to: end, now })
  const entries = await tx
    .select({ entry: feedEntry, channel: feed.channel, url: feed.url })
    .from(feedEntry)
    .innerJoin(feed, and(eq(feed.landlordId, feedEntry.landlordId), eq(feed.id, feedEntry.feedId)))
    .where(and(eq(feedEntry.landlordId, landlordId), eq(feedEntry.rentalId, id), gte(feedEntry.to, today)))
  const feeds = await tx
    .select()
    .from(feed)
    .where(and(eq(feed.landlordId, landlordId), eq(feed.rentalId, id), isNull(feed.deletedAt)))
  const sources = await tx
    .select({ id: booking.id, source: booking.bookingSource })
    .from(booking)
    .where(and(eq(booking.landlordId, landlordId), eq(booking.unitId, unitId), gte(booking.checkOutDate, today)))
  const sourceOf = new Map(sources.map((one) => [one.id, one.source]))
  const entryOf = new Map(
    entries.flatMap((one) =>
      [one.entry.bookingId, ...one.entry.claimIds].flatMap((key) => (key ? [[key, one] as const] : [])),
    ),
  )
  const readFeeds = feeds.map(({ id: feedId, channel, url, lastSuccessAt }) => ({
    channel,
    calendar: calendarOf(channel, url),
    lastSuccessAt,
    origins: new Set(
      entries.filter(({ entry }) => entry.feedId === feedId).map(({ entry }) => originOf(channel, entry.key)),
    ),
  }))
  return claims.map((claim) => {
    const from = entryOf.get(claim.id)
    const entered = sourceOf.get(claim.id)
    const seconds = (new Date(claim.updatedAt).getTime() - new Date(claim.createdAt).getTime()) / 1000
    return {
      id: claim.id,
      nights: { from: claim.from, to: earlierOf(claim.until ?? end, end) },
      isReservation: claim.kind === 'booking',
      changedAt: claim.updatedAt,
      sequence: Math.max(0, Math.floor(seconds)),
      origins: from
        ? waysOf(from.entry.origins, originOf(from.channel, from.entry.key), calendarOf(from.channel, from.url))
        : [ownOrigin(claim.id)],
      heldBackFrom: from ? heldBackFrom(from.entry, readFeeds) : [],
      source: from
        ? { channel: from.channel, feedId: from.entry.feedId, kind: from.entry.chosenKind ?? from.entry.kind }
        : entered && entered !== 'direct'
          ? { channel: entered, feedId: null, kind: 'reservation' }
          : null,
    }
  })
}
