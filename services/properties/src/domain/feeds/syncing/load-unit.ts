import type { FeedChannel } from '@keyhold/contracts/properties/stays/feed-values'
import type { Tx } from '@keyhold/kit/database/database'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm'
import { booking, type BookingRow } from '../../../schema/stays/bookings.ts'
import { calendarExport, feed, feedEntry, type FeedEntryRow, type FeedRow } from '../../../schema/stays/feeds.ts'
import { lockUnit } from '../../nights/claim-rows.ts'
import { readClaims } from '../../nights/nights.ts'
import type { FoundRental } from '../../stays/listings/find-rental.ts'
import { reflectionMs } from '../limits.ts'
import { originOf, ownOrigin } from '../origins.ts'
import type { HeldEntry, Unit, UnitBooking } from './settle.ts'

export interface LoadedUnit {
  unit: Unit
  /** Of the feed that is settled. */
  entries: FeedEntryRow[]
  today: string
}

/** Locks a unit, and the bookings that may change, and reads what `settle` needs. */
export async function loadUnit(tx: Tx, row: FeedRow, rental: FoundRental, now: Date): Promise<LoadedUnit> {
  const { landlordId, rentalId } = row
  const today = dateAt(now, rental.timeZone)
  const all = await tx
    .select()
    .from(feedEntry)
    .where(
      and(eq(feedEntry.landlordId, landlordId), eq(feedEntry.rentalId, rentalId), gt(feedEntry.to, addDays(today, -1))),
    )
  const feeds = await tx
    .select()
    .from(feed)
    .where(and(eq(feed.landlordId, landlordId), eq(feed.rentalId, rentalId)))
  const channels = new Map(feeds.map(({ id, channel }) => [id, channel]))
  // Bookings before the unit, as everybody else locks them.
  await lockBookings(
    tx,
    landlordId,
    all.filter(({ feedId }) => feedId === row.id).flatMap(({ bookingId }) => bookingId ?? []),
  )
  await lockUnit(tx, landlordId, rental.unitId)
  const claims = await readClaims(tx, { landlordId, unitIds: [rental.unitId], from: today, to: null, now })
  const ids = new Set([...claims.map(({ id }) => id), ...all.flatMap(({ bookingId }) => bookingId ?? [])])
  const bookings = await readBookings(tx, landlordId, rentalId, [...ids], today)
  const others = all.filter(({ feedId }) => feedId !== row.id)
  const linked = new Map(all.flatMap((one) => (one.bookingId === null ? [] : [[one.bookingId, one] as const])))
  return {
    today,
    entries: all.filter(({ feedId }) => feedId === row.id),
    unit: {
      claims: claims.map(({ id, kind, from, until, label }) => ({ id, kind, from, to: until, label })),
      bookings: new Map(bookings.map((one) => [one.id, unitBooking(one, linked.get(one.id), channels)])),
      yielding: new Set(
        all.filter((one) => (one.chosenKind ?? one.kind) === 'unavailable').flatMap(({ claimIds }) => claimIds),
      ),
      served: await servedTo(tx, row, now),
      ownOrigins: new Set(claims.filter(({ id }) => !linked.has(id)).map(({ id }) => ownOrigin(id))),
      knownOrigins: new Set(others.map(({ feedId, key }) => originOf(channels.get(feedId) ?? 'other', key))),
    },
  }
}

async function lockBookings(tx: Tx, landlordId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .select({ id: booking.id })
    .from(booking)
    .where(and(eq(booking.landlordId, landlordId), inArray(booking.id, ids)))
    .orderBy(booking.id)
    .for('update')
}

/** Those by id, and those that the landlord may have entered before the channel's calendar had them. */
const readBookings = (tx: Tx, landlordId: string, rentalId: string, ids: string[], today: string) =>
  tx
    .select()
    .from(booking)
    .where(
      and(
        eq(booking.landlordId, landlordId),
        or(
          ids.length > 0 ? inArray(booking.id, ids) : undefined,
          and(eq(booking.rentalId, rentalId), gt(booking.checkOutDate, today)),
        ),
      ),
    )

function unitBooking(
  row: BookingRow,
  entry: FeedEntryRow | undefined,
  channels: ReadonlyMap<string, FeedChannel>,
): UnitBooking {
  return {
    id: row.id,
    source: entry ? (channels.get(entry.feedId) ?? row.bookingSource) : row.bookingSource,
    code: row.externalBookingId,
    nights: { from: row.checkInDate, to: row.checkOutDate },
    isCancelled: row.status === 'cancelled' || row.status === 'no_show',
    isLinked: entry !== undefined,
    copiedFrom: entry?.origins ?? [],
  }
}

/** What this channel was told lately, and may still show as its own. */
async function servedTo(tx: Tx, { landlordId, rentalId, channel, id }: FeedRow, now: Date) {
  const rows = await tx
    .select({ served: calendarExport.served, feedId: calendarExport.feedId })
    .from(calendarExport)
    .where(
      and(
        eq(calendarExport.landlordId, landlordId),
        eq(calendarExport.rentalId, rentalId),
        eq(calendarExport.channel, channel),
        or(isNull(calendarExport.feedId), eq(calendarExport.feedId, id)),
      ),
    )
  const since = new Date(now.getTime() - reflectionMs).toISOString()
  return rows.flatMap(({ served }) => served.filter(({ lastAt }) => lastAt > since))
}

export const heldEntryOf = (row: FeedEntryRow, channel: FeedChannel): HeldEntry => ({
  id: row.id,
  nights: { from: row.from, to: row.to },
  kind: row.chosenKind ?? row.kind,
  isCancelled: row.state === 'cancelled',
  isSetAside: row.isSetAside,
  code: row.code,
  origin: originOf(channel, row.key),
  origins: row.origins,
  hold: row.hold,
  bookingId: row.bookingId,
  booked: row.bookedFrom && row.bookedTo ? { from: row.bookedFrom, to: row.bookedTo } : null,
  claimIds: row.claimIds,
})
