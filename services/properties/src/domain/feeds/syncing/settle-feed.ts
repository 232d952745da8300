import { FeedConflictFound } from '@keyhold/contracts/properties/stays/feeds'
import { feedChannelNames } from '@keyhold/contracts/properties/stays/feed-values'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { laterOf } from '@keyhold/kit/lib/dates'
import { startOfDay } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, inArray, notInArray } from 'drizzle-orm'
import { feedConflict, feedEntry, type FeedEntryRow, type FeedRow } from '../../../schema/stays/feeds.ts'
import { booking } from '../../../schema/stays/bookings.ts'
import { claimNights, releaseNights } from '../../nights/nights.ts'
import type { FoundRental } from '../../stays/listings/find-rental.ts'
import { conflictHours } from '../limits.ts'
import { bookForChannel, cancelForChannel, moveForChannel, sourceOf } from './channel-bookings.ts'
import { heldEntryOf, loadUnit } from './load-unit.ts'
import { type Action, type HeldEntry, settle, type UnitClaim } from './settle.ts'

interface Feed {
  row: FeedRow
  rental: FoundRental
}

/**
 * Brings bookings, claims and conflicts in line with the entries of a feed, in the transaction of what changed them.
 * @returns the conflicts that are open now
 */
export async function settleFeed(tx: Tx, { row, rental }: Feed, now: Date): Promise<number> {
  const { unit, entries, today } = await loadUnit(tx, row, rental, now)
  const rows = new Map(entries.map((one) => [one.id, one]))
  const open = entries.filter((one) => one.state !== 'cancelled' || one.hold !== 'none')
  const actions = settle(
    open.map((one) => heldEntryOf(one, row.channel)),
    unit,
    { channel: row.channel, today },
  )
  const conflicts = new Map<string, UnitClaim[]>()
  for (const action of actions) {
    const entry = 'entry' in action ? rows.get(action.entry.id) : undefined
    const change = await apply(tx, { row, rental }, action, entry, now)
    if (change === 'conflict' && action.do !== 'release')
      conflicts.set(action.entry.id, 'with' in action ? action.with : [])
    else if (entry && change && change !== 'conflict') rows.set(entry.id, await saveHold(tx, entry, change))
  }
  for (const [id, holders] of conflicts) {
    const entry = rows.get(id)!
    if (entry.hold !== 'conflict') await saveHold(tx, entry, { hold: 'conflict' })
    await openConflict(tx, { row, rental }, entry, holders, now)
  }
  await closeConflicts(tx, row, [...conflicts.keys()], now)
  return conflicts.size
}

type Hold = Partial<Pick<FeedEntryRow, 'hold' | 'bookingId' | 'bookedFrom' | 'bookedTo' | 'claimIds'>>

async function saveHold(tx: Tx, entry: FeedEntryRow, hold: Hold): Promise<FeedEntryRow> {
  await tx
    .update(feedEntry)
    .set(hold)
    .where(and(eq(feedEntry.landlordId, entry.landlordId), eq(feedEntry.id, entry.id)))
  return { ...entry, ...hold }
}

async function apply(
  tx: Tx,
  { row, rental }: Feed,
  action: Action,
  entry: FeedEntryRow | undefined,
  now: Date,
): Promise<Hold | 'conflict' | null> {
  const { landlordId } = row
  const site = feedChannelNames[row.channel]
  switch (action.do) {
    case 'release':
      await releaseNights(tx, { landlordId, ids: action.claimIds })
      return null
    case 'claim': {
      const { from, to } = action.nights
      const label = entry?.summary || site
      const claim = {
        landlordId,
        unitId: rental.unitId,
        kind: 'feed' as const,
        sourceId: row.id,
        label,
        from,
        until: to,
      }
      const { id } = await claimNights(tx, claim, { now })
      return { claimIds: [...(entry?.claimIds ?? []), id].slice(-20) }
    }
    case 'cancel':
      await cancelForChannel(tx, { landlordId, id: action.bookingId }, `Cancelled at ${site}`, now)
      return null
    case 'take':
      await unlink(tx, landlordId, action.bookingId)
      return {
        hold: 'claimed',
        bookingId: action.bookingId,
        bookedFrom: action.booked.from,
        bookedTo: action.booked.to,
      }
    case 'book':
    case 'move':
      return orConflict(tx, async (inner) => {
        const { from, to } = action.entry.nights
        const bookingId = await bookOrMove(inner, { row, rental }, action, entry, now)
        return { hold: 'claimed', bookingId, bookedFrom: from, bookedTo: to }
      })
    case 'note':
      return { hold: action.hold }
    case 'conflict':
      return 'conflict'
  }
}

async function bookOrMove(
  tx: Tx,
  { row, rental }: Feed,
  action: { entry: HeldEntry; bookingId?: string },
  entry: FeedEntryRow | undefined,
  now: Date,
): Promise<string> {
  const { landlordId, channel } = row
  const { nights } = action.entry
  if (action.bookingId !== undefined) {
    await moveForChannel(tx, { landlordId, id: action.bookingId }, nights, now)
    return action.bookingId
  }
  const code = entry?.code && (await isUsed(tx, rental, row, entry.code)) ? null : (entry?.code ?? null)
  const { guestName = null, phoneLastDigits = null } = entry ?? {}
  return bookForChannel(tx, rental, { nights, guestName, code, phoneLastDigits }, { channel, now })
}

/** In a savepoint: nights that are taken by something which the rules did not see are a conflict and not a failed sync. */
async function orConflict(tx: Tx, work: (inner: Tx) => Promise<Hold>): Promise<Hold | 'conflict'> {
  try {
    return await tx.transaction((inner) => work(inner))
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'internal') return 'conflict'
    throw error
  }
}

async function isUsed(tx: Tx, { landlordId, id }: FoundRental, { channel }: FeedRow, code: string): Promise<boolean> {
  const same = and(
    eq(booking.landlordId, landlordId),
    eq(booking.rentalId, id),
    eq(booking.bookingSource, sourceOf(channel)),
    eq(booking.externalBookingId, code),
  )
  return (await tx.$count(booking, same)) > 0
}

/** The entry of another feed that has this booking was a copy. */
const unlink = (tx: Tx, landlordId: string, bookingId: string) =>
  tx
    .update(feedEntry)
    .set({ hold: 'copy', bookingId: null, bookedFrom: null, bookedTo: null })
    .where(and(eq(feedEntry.landlordId, landlordId), eq(feedEntry.bookingId, bookingId)))

async function openConflict(tx: Tx, { row, rental }: Feed, entry: FeedEntryRow, holders: UnitClaim[], now: Date) {
  const foundAt = now.toISOString()
  const arrival = startOfDay(entry.from, rental.timeZone).toISOString()
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000).toISOString()
  // A day, or until the guests arrive; an hour at least.
  const deadline = laterOf(arrival < hours(conflictHours) ? arrival : hours(conflictHours), hours(1))
  const snapshot = holders.map(({ id, kind, label, from, to }) => ({ claimId: id, kind, label, from, to }))
  const [found] = await tx
    .insert(feedConflict)
    .values({
      landlordId: row.landlordId,
      feedId: row.id,
      rentalId: row.rentalId,
      entryId: entry.id,
      from: entry.from,
      to: entry.to,
      holders: snapshot,
      status: 'open',
      foundAt,
      deadline,
    })
    .onConflictDoNothing()
    .returning()
  if (!found) {
    const isIt = and(
      eq(feedConflict.landlordId, row.landlordId),
      eq(feedConflict.entryId, entry.id),
      eq(feedConflict.status, 'open'),
    )
    await tx.update(feedConflict).set({ from: entry.from, to: entry.to, holders: snapshot }).where(isIt)
    return
  }
  await emit(tx, FeedConflictFound, {
    conflictId: found.id,
    landlordId: row.landlordId,
    rentalId: row.rentalId,
    rentalName: rental.listingName,
    feedName: row.name,
    from: entry.from,
    to: entry.to,
    deadline,
  })
}

/** Conflicts that are none any more: the entry was cancelled or moved, or the nights came free. */
async function closeConflicts(tx: Tx, { landlordId, id }: FeedRow, stillOpen: string[], now: Date): Promise<void> {
  await tx
    .update(feedConflict)
    .set({ status: 'gone', resolvedAt: now.toISOString() })
    .where(
      and(
        eq(feedConflict.landlordId, landlordId),
        eq(feedConflict.status, 'open'),
        eq(feedConflict.feedId, id),
        stillOpen.length > 0 ? notInArray(feedConflict.entryId, stillOpen) : undefined,
      ),
    )
}

/** Gives back everything that a feed's blocks hold. */
export async function releaseBlocks(tx: Tx, { landlordId, id }: FeedRow): Promise<void> {
  const mine = and(eq(feedEntry.landlordId, landlordId), eq(feedEntry.feedId, id))
  const rows = await tx.select().from(feedEntry).where(mine)
  await releaseNights(tx, { landlordId, ids: rows.flatMap(({ claimIds }) => claimIds) })
  const ids = rows.filter(({ bookingId }) => bookingId === null).map((one) => one.id)
  if (ids.length > 0)
    await tx
      .update(feedEntry)
      .set({ hold: 'none', claimIds: [] })
      .where(and(mine, inArray(feedEntry.id, ids)))
}
