import {
  chooseForConflict,
  type FeedConflict,
  getFeedConflict,
  listFeedConflicts,
} from '@keyhold/contracts/properties/stays/feed-conflicts'
import type { Database, ReadSql, Tx } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { bookForChannel, moveForChannel } from '../../domain/feeds/syncing/channel-bookings.ts'
import { settleFeed } from '../../domain/feeds/syncing/settle-feed.ts'
import { lockUnits } from '../../domain/nights/claim-rows.ts'
import { releaseNights } from '../../domain/nights/nights.ts'
import { recordCancellation } from '../../domain/stays/bookings/end-booking.ts'
import { lockBooking } from '../../domain/stays/bookings/find-booking.ts'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import { type ConflictHolder, feed, feedConflict, type FeedConflictRow, feedEntry } from '../../schema/stays/feeds.ts'

interface Row extends Omit<FeedConflict, 'holders' | 'isOverdue' | 'choices'> {
  holders: ConflictHolder[]
}

const names: Record<string, string> = {
  lease: 'Lease',
  booking: 'Booking',
  hold: 'Unpaid booking',
  block: 'Block',
  feed: 'Other calendar',
}

function conflictOf(row: Row, now: Date): FeedConflict {
  const isOpen = row.status === 'open'
  const mayCancel = row.holders.every(({ kind }) => kind === 'booking' || kind === 'block')
  return {
    ...row,
    holders: row.holders.map(({ claimId, kind, label, from, to }) => ({
      what: label ? `${names[kind] ?? kind}: ${label}` : (names[kind] ?? kind),
      from,
      to,
      bookingId: kind === 'booking' ? claimId : null,
    })),
    isOverdue: isOpen && row.deadline < now.toISOString(),
    choices: isOpen ? (mayCancel && row.holders.length > 0 ? ['keep', 'move', 'cancel'] : ['keep', 'move']) : [],
  }
}

const columns = (sql: ReadSql) => sql`
  c.id, c.rental_id, r.listing_name as rental_name, c.feed_id, f.name as feed_name, f.channel, c.from_date as "from", c.to_date as "to", n.guest_name, n.code,
  c.holders, c.status, c.choice, c.found_at, c.deadline, c.resolved_at
  from feed_conflict c join feed f on f.landlord_id = c.landlord_id and f.id = c.feed_id join rental r on r.landlord_id = c.landlord_id and r.id = c.rental_id
  join feed_entry n on n.landlord_id = c.landlord_id and n.id = c.entry_id`

const list = serve(listFeedConflicts, async ({ actor, query: { limit, cursor, rentalId, status }, db, clock }) => {
  const after = readCursor(cursor)
  const { landlordId } = actor
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const matching = sql`c.landlord_id = ${landlordId} ${rentalId ? sql`and c.rental_id = ${rentalId}` : sql``} ${status ? sql`and c.status = ${status}` : sql``}`
    return [
      sql<Row[]>`
        select ${columns(sql)} where ${matching}
        ${after ? sql`and (c.status <> 'open', c.status, c.deadline, c.id) > (select a.status <> 'open', a.status, a.deadline, a.id from feed_conflict a where a.landlord_id = ${landlordId} and a.id = ${after})` : sql``}
        order by c.status <> 'open', c.status, c.deadline, c.id limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from feed_conflict c where ${matching}`,
    ]
  })
  return pageOf(
    rows.map((row) => conflictOf(row, clock.now())),
    limit,
    counted?.total ?? 0,
  )
})

async function readConflict(db: Database, actor: LandlordActor, id: string, now: Date): Promise<FeedConflict> {
  const [row] = await db.read(
    actor,
    (sql) => sql<Row[]>`select ${columns(sql)} where c.landlord_id = ${actor.landlordId} and c.id = ${id}`,
  )
  return row ? conflictOf(row, now) : notFound('Conflict')
}

const get = serve(getFeedConflict, async ({ actor, params, db, clock }) => {
  const conflict = await readConflict(db, actor, params.id, clock.now())
  const alternatives = await db.read(
    actor,
    (sql) => sql<{ rentalId: string; rentalName: string }[]>`
      select r.id as rental_id, r.listing_name as rental_name from rental r
      where r.landlord_id = ${actor.landlordId} and r.deleted_at is null and r.id <> ${conflict.rentalId} and not exists (
        select from night_claim c where c.landlord_id = r.landlord_id and c.unit_id = r.unit_id
          and c.nights && daterange(${conflict.from}::date, ${conflict.to}::date))
      order by r.listing_name, r.id limit 20`,
  )
  return { ...conflict, alternatives }
})

const choose = serve(chooseForConflict, async ({ actor, params, body, db, clock }) => {
  const now = clock.now()
  const { landlordId } = actor
  await db.transaction(actor, async (tx) => {
    const isIt = and(eq(feedConflict.landlordId, landlordId), eq(feedConflict.id, params.id))
    const [conflict] = await tx.select().from(feedConflict).where(isIt).for('update')
    if (!conflict) notFound('Conflict')
    if (conflict.status !== 'open') refuse('conflict', 'This conflict is resolved already.')
    const [row] = await tx
      .select()
      .from(feed)
      .where(and(eq(feed.landlordId, landlordId), eq(feed.id, conflict.feedId)))
      .for('update')
    if (!row) notFound('Calendar')
    const rental = await findRental(tx, { landlordId, id: conflict.rentalId }, { removedToo: true })
    if (body.choice === 'keep') await setAside(tx, conflict)
    if (body.choice === 'cancel') await cancelHolders(tx, conflict, actor.userId, now)
    if (body.choice === 'move') await moveGuest(tx, conflict, row, body.rentalId ?? '', now)
    await tx
      .update(feedConflict)
      .set({ status: 'resolved', choice: body.choice, resolvedAt: now.toISOString(), resolvedBy: actor.userId })
      .where(isIt)
    await settleFeed(tx, { row, rental }, now)
    const again = and(
      eq(feedConflict.landlordId, landlordId),
      eq(feedConflict.entryId, conflict.entryId),
      eq(feedConflict.status, 'open'),
    )
    if ((await tx.$count(feedConflict, again)) > 0)
      refuse('conflict', 'Somebody else has these nights by now. Please look at the conflict again.')
  })
  return readConflict(db, actor, params.id, now)
})

const entryOf = ({ landlordId, entryId }: FeedConflictRow) =>
  and(eq(feedEntry.landlordId, landlordId), eq(feedEntry.id, entryId))

const setAside = (tx: Tx, conflict: FeedConflictRow) =>
  tx.update(feedEntry).set({ isSetAside: true }).where(entryOf(conflict))

async function cancelHolders(
  tx: Tx,
  { landlordId, holders }: FeedConflictRow,
  userId: string,
  now: Date,
): Promise<void> {
  if (holders.some(({ kind }) => kind !== 'booking' && kind !== 'block'))
    refuse('conflict', 'What has these nights cannot be cancelled here.')
  for (const { kind, claimId } of holders) {
    if (kind === 'block') await releaseNights(tx, { landlordId, ids: [claimId] })
    else {
      const found = await lockBooking(tx, { landlordId, id: claimId })
      if (found.row.status !== 'cancelled')
        await recordCancellation(tx, found, {
          by: 'landlord',
          reason: 'Booked twice',
          who: { by: 'landlord', userId },
          now,
        })
    }
  }
}

/** The guest of the channel stays in another rental; the entry keeps that booking and cancels it if the channel does. */
async function moveGuest(
  tx: Tx,
  conflict: FeedConflictRow,
  row: typeof feed.$inferSelect,
  rentalId: string,
  now: Date,
): Promise<void> {
  const { landlordId } = conflict
  const to = await findRental(tx, { landlordId, id: rentalId })
  if (to.id === conflict.rentalId) refuse('conflict', 'Choose another rental than the one that is taken.')
  const [entry] = await tx.select().from(feedEntry).where(entryOf(conflict))
  if (!entry) notFound('Conflict')
  const from = await findRental(tx, { landlordId, id: conflict.rentalId }, { removedToo: true })
  const nights = { from: entry.from, to: entry.to }
  if (entry.bookingId !== null) await moveForChannel(tx, { landlordId, id: entry.bookingId }, nights, now, to)
  else await lockUnits(tx, landlordId, [from.unitId, to.unitId])
  const bookingId =
    entry.bookingId ?? (await bookForChannel(tx, to, { ...entry, nights }, { channel: row.channel, now }))
  await tx
    .update(feedEntry)
    .set({ bookingId, bookedFrom: entry.from, bookedTo: entry.to, hold: 'claimed' })
    .where(entryOf(conflict))
}

export const conflictRoutes = [list, get, choose]
