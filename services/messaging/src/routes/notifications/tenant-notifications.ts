import {
  cancelTenantNotification,
  createTenantNotification,
  getTenantNotification,
  listTenantNotifications,
  markTenantNotificationRead,
  stopTenantNotification,
  tenantNotificationSummary,
  updateTenantNotification,
} from '@keyhold/contracts/messaging/notifications'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, isNull } from 'drizzle-orm'
import { announce, recordTally } from '../../domain/notifications/tally.ts'
import { storeRuns } from '../../domain/notifications/plan.ts'
import { findNotification, lockNotification, notificationFields, wireOf } from '../../domain/notifications/records.ts'
import { knowLandlord } from '../../projections/directory.ts'
import { notification, notificationRun } from '../../schema/notifications.ts'
import { plannedFrom } from '../../domain/notifications/form.ts'

type Row = Parameters<typeof wireOf>[0]

const list = serve(listTenantNotifications, async ({ actor, query: { limit, cursor, show }, db }) => {
  const behind = readCursor(cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const isShown =
      show === 'all'
        ? sql``
        : show === 'unread'
          ? sql`and n.status = 'sent' and not n.is_read`
          : sql`and n.status = ${show}`
    return [
      sql<Row[]>`${notificationFields(sql)} where n.landlord_id = ${actor.landlordId} ${isShown}
        ${behind ? sql`and (n.created_at, n.id) < (select created_at, id from notification where id = ${behind})` : sql``}
        order by n.created_at desc, n.id desc limit ${whole(sql, limit + 1)}`,
      sql<
        { total: number }[]
      >`select count(*)::int as total from notification n where n.landlord_id = ${actor.landlordId} ${isShown}`,
    ] as const
  })
  return pageOf(rows.map(wireOf), limit, counted?.total ?? 0)
})

const summary = serve(tenantNotificationSummary, async ({ actor, db }) => {
  const [counts] = await db.read(
    actor,
    (sql) => sql<{ all: number; sent: number; pending: number; failed: number; unread: number }[]>`
      select count(*)::int as all, count(*) filter (where status = 'sent')::int as sent, count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where status = 'failed')::int as failed, count(*) filter (where status = 'sent' and not is_read)::int as unread
      from notification where landlord_id = ${actor.landlordId}`,
  )
  return counts!
})

const create = serve(createTenantNotification, async ({ actor, body, db, clock, ...tools }) => {
  await knowLandlord(actor.landlordId, { db, clock, ...tools })
  const id = await db.transaction(actor, async (tx) => {
    const now = clock.now()
    const { values, plan } = await plannedFrom(tx, actor.landlordId, body, now)
    const [row] = await tx
      .insert(notification)
      .values({ ...values, createdAt: now.toISOString() })
      .returning()
    await storeRuns(tx, row!, plan)
    await announce(tx, row!, now)
    return row!.id
  })
  return findNotification(db, actor, id)
})

const update = serve(updateTenantNotification, async ({ actor, params, body, db, clock, ...tools }) => {
  await knowLandlord(actor.landlordId, { db, clock, ...tools })
  await db.transaction(actor, async (tx) => {
    const now = clock.now()
    const { values, plan } = await plannedFrom(tx, actor.landlordId, body, now)
    await unsent(tx, params.id)
    await tx.delete(notificationRun).where(eq(notificationRun.notificationId, params.id))
    const [row] = await tx
      .update(notification)
      .set({ ...values, updatedAt: now.toISOString() })
      .where(eq(notification.id, params.id))
      .returning()
    await storeRuns(tx, row!, plan)
    await announce(tx, row!, now)
  })
  return findNotification(db, actor, params.id)
})

const cancel = serve(cancelTenantNotification, ({ actor, params, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const row = await unsent(tx, params.id)
    await tx.delete(notification).where(eq(notification.id, row.id))
    await announce(tx, row, clock.now())
  }),
)

/** A notification of which nothing has been sent. @throws Refusal 404, 409 */
async function unsent(tx: Parameters<typeof lockNotification>[0], id: string) {
  const row = await lockNotification(tx, id)
  if (row.status !== 'pending' || row.isSending || row.sentAt !== null)
    refuse('conflict', 'This notification has been sent already, or is being sent right now.')
  return row
}

const stop = serve(stopTenantNotification, async ({ actor, params, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const row = await lockNotification(tx, params.id)
    if (!row.isRecurring) refuse('conflict', 'This notification does not recur.')
    await tx
      .delete(notificationRun)
      .where(and(eq(notificationRun.notificationId, row.id), isNull(notificationRun.startedAt)))
    await tx.update(notification).set({ nextSendDate: null }).where(eq(notification.id, row.id))
    if (row.status === 'pending' && !row.isSending)
      await tx
        .update(notification)
        .set({ status: 'failed', reason: 'It was stopped before it was sent.' })
        .where(eq(notification.id, row.id))
    await announce(tx, row, clock.now())
  })
  return findNotification(db, actor, params.id)
})

const markRead = serve(markTenantNotificationRead, async ({ actor, params, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const row = await lockNotification(tx, params.id)
    if (row.status !== 'sent') refuse('conflict', 'Only a sent notification can be marked as read.')
    if (row.isRead) return
    await tx.update(notification).set({ isRead: true }).where(eq(notification.id, row.id))
    await announce(tx, row, clock.now())
  })
  return findNotification(db, actor, params.id)
})

const get = serve(getTenantNotification, async ({ actor, params, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const row = await lockNotification(tx, params.id)
    if (row.sentAt !== null && !row.isFinal && !row.isSending) await recordTally(tx, row, clock.now())
  })
  return findNotification(db, actor, params.id)
})

export const tenantNotificationRoutes = [list, summary, create, update, cancel, stop, markRead, get]
