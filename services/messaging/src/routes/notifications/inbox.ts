import {
  listNotices,
  listOwnNotifications,
  type Notice,
  NoticeChanged,
  noticeSummary,
  readAllNotices,
  readNotice,
  readOwnNotification,
} from '@keyhold/contracts/messaging/notifications-inbox'
import type { z } from '@keyhold/contracts/zod'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { scopeOf, type UserActor } from '@keyhold/kit/runtime/actor'
import type { Clock } from '@keyhold/kit/runtime/clock'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { notice } from '../../schema/notifications.ts'

type Wire = z.output<typeof Notice>

/** A landlord sees the rows of their tenants too, so every statement says whose notices it means. */
const isOwn = (sql: ReadSql, actor: UserActor) =>
  actor.role === 'tenant'
    ? sql`n.in_portal and n.landlord_id = ${actor.landlordId} and n.tenant_id = ${actor.tenantId}`
    : sql`n.in_portal and n.landlord_id = ${actor.landlordId} and n.tenant_id is null`

const ownRows = (actor: UserActor): SQL | undefined => {
  const { landlordId, tenantId } = scopeOf(actor)
  return and(
    eq(notice.landlordId, landlordId),
    tenantId ? eq(notice.tenantId, tenantId) : isNull(notice.tenantId),
    eq(notice.inPortal, true),
  )
}

/** Somebody who signed up as a tenant and has no landlord yet. */
const isUnlinked = (actor: UserActor) => actor.role === 'tenant' && (!actor.tenantId || !actor.landlordId)

const fields = (sql: ReadSql) =>
  sql`select n.id, n.topic, n.title, n.message, n.path, n.read_at is not null as is_read, n.created_at from notice n`

interface ListQuery {
  limit: number
  cursor?: string | undefined
  unread?: boolean | undefined
}

async function listOf(actor: UserActor, { limit, cursor, unread }: ListQuery, db: Database) {
  if (isUnlinked(actor)) return { items: [], total: 0, next: null }
  const behind = readCursor(cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const isShown = sql`${isOwn(sql, actor)} ${unread ? sql`and n.read_at is null` : sql``}`
    return [
      sql<Wire[]>`${fields(sql)} where ${isShown}
        ${behind ? sql`and (n.created_at, n.id) < (select created_at, id from notice where id = ${behind})` : sql``}
        order by n.created_at desc, n.id desc limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*)::int as total from notice n where ${isShown}`,
    ] as const
  })
  return pageOf(rows, limit, counted?.total ?? 0)
}

async function markRead(actor: UserActor, id: string, { db, clock }: { db: Database; clock: Clock }) {
  if (isUnlinked(actor)) return notFound('Notification')
  const readAt = clock.now().toISOString()
  await db.transaction(actor, async (tx) => {
    const read = await tx
      .update(notice)
      .set({ readAt })
      .where(and(eq(notice.id, id), ownRows(actor), isNull(notice.readAt)))
      .returning()
    await emitAll(tx, NoticeChanged, read.map(changeOf))
  })
  const [row] = await db.read(actor, (sql) => sql<Wire[]>`${fields(sql)} where n.id = ${id} and ${isOwn(sql, actor)}`)
  return row ?? notFound('Notification')
}

const changeOf = ({ id, landlordId, tenantId }: typeof notice.$inferSelect) => ({ noticeId: id, landlordId, tenantId })

export const inboxRoutes = [
  serve(listNotices, ({ actor, query, db }) => listOf(actor, query, db)),
  serve(listOwnNotifications, ({ actor, query, db }) => listOf(actor, query, db)),
  serve(readNotice, ({ actor, params, db, clock }) => markRead(actor, params.id, { db, clock })),
  serve(readOwnNotification, ({ actor, params, db, clock }) => markRead(actor, params.id, { db, clock })),

  serve(noticeSummary, async ({ actor, db }) => {
    if (isUnlinked(actor)) return { unread: 0 }
    const [counted] = await db.read(
      actor,
      (sql) =>
        sql<
          { unread: number }[]
        >`select count(*)::int as unread from notice n where ${isOwn(sql, actor)} and n.read_at is null`,
    )
    return { unread: counted?.unread ?? 0 }
  }),

  serve(readAllNotices, async ({ actor, db, clock }) => {
    if (isUnlinked(actor)) return { read: 0 }
    return db.transaction(actor, async (tx) => {
      const read = await tx
        .update(notice)
        .set({ readAt: clock.now().toISOString() })
        .where(and(ownRows(actor), isNull(notice.readAt)))
        .returning()
      // One is enough to tell open pages to look again.
      await emitAll(tx, NoticeChanged, read.slice(0, 1).map(changeOf))
      return { read: read.length }
    })
  }),
]
