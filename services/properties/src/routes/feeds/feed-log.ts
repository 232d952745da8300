import {
  type FeedEntry,
  type FeedSync,
  listFeedEntries,
  listFeedSyncs,
} from '@keyhold/contracts/properties/stays/feeds'
import type { Database } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'

/** @throws Refusal 404 */
async function assertThere(db: Database, actor: LandlordActor, id: string): Promise<void> {
  const rows = await db.read(
    actor,
    (sql) =>
      sql<object[]>`select from feed where landlord_id = ${actor.landlordId} and id = ${id} and deleted_at is null`,
  )
  if (rows.length === 0) notFound('Calendar')
}

const entries = serve(listFeedEntries, async ({ actor, params, query: { limit, cursor, state }, db }) => {
  await assertThere(db, actor, params.id)
  const after = readCursor(cursor)
  const { landlordId } = actor
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const matching = sql`n.landlord_id = ${landlordId} and n.feed_id = ${params.id} ${state ? sql`and n.state = ${state}` : sql``}`
    return [
      sql<FeedEntry[]>`
        select n.id, n.from_date as "from", n.to_date as "to", coalesce(n.chosen_kind, n.kind) as kind, n.state, n.hold, n.summary, n.guest_name, n.code,
          n.booking_id, c.id as conflict_id, n.first_seen_at, case when n.state = 'active' then coalesce(f.last_success_at, n.last_seen_at) else n.last_seen_at end as last_seen_at
        from feed_entry n join feed f on f.landlord_id = n.landlord_id and f.id = n.feed_id
        left join feed_conflict c on c.landlord_id = n.landlord_id and c.entry_id = n.id and c.status = 'open'
        where ${matching} ${after ? sql`and (n.from_date, n.id) < (select a.from_date, a.id from feed_entry a where a.landlord_id = ${landlordId} and a.id = ${after})` : sql``}
        order by n.from_date desc, n.id desc limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from feed_entry n where ${matching}`,
    ]
  })
  return pageOf(rows, limit, counted?.total ?? 0)
})

const syncs = serve(listFeedSyncs, async ({ actor, params, query: { limit, cursor }, db }) => {
  await assertThere(db, actor, params.id)
  const after = readCursor(cursor)
  const { landlordId } = actor
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const matching = sql`s.landlord_id = ${landlordId} and s.feed_id = ${params.id}`
    return [
      sql<FeedSync[]>`
        select s.* from feed_sync s
        where ${matching} ${after ? sql`and (s.at, s.id) < (select a.at, a.id from feed_sync a where a.landlord_id = ${landlordId} and a.id = ${after})` : sql``}
        order by s.at desc, s.id desc limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from feed_sync s where ${matching}`,
    ]
  })
  return pageOf(rows, limit, counted?.total ?? 0)
})

export const feedLogRoutes = [entries, syncs]
