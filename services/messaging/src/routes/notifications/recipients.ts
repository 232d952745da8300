import {
  listNotificationRecipients,
  type NotificationRecipient,
  retryNotification,
} from '@keyhold/contracts/messaging/notifications'
import type { z } from '@keyhold/contracts/zod'
import type { ReadSql } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, asc, eq } from 'drizzle-orm'
import { requeueFailed } from '../../domain/deliveries.ts'
import { findNotification, lockNotification } from '../../domain/notifications/records.ts'
import { announce } from '../../domain/notifications/tally.ts'
import { delivery } from '../../schema/deliveries.ts'
import { notice, noticeChannel, notification } from '../../schema/notifications.ts'

type Recipient = z.output<typeof NotificationRecipient>

const retriedAtOnce = 500

const hasProblem = (sql: ReadSql) => sql`exists (
  select 1 from notice_channel c left join delivery d on d.id = c.delivery_id where c.notice_id = n.id and (c.skipped is not null or d.status = 'failed'))`

const recipientRows = (sql: ReadSql) => sql`
  select n.id, n.tenant_id, coalesce(nullif(concat_ws(' ', t.first_name, t.last_name), ''), 'A former tenant') as name, n.read_at, n.created_at,
    (select coalesce(json_agg(json_build_object('channel', c.channel,
        'status', case when c.channel = 'portal' then 'sent' when c.skipped is not null then 'skipped' when d.held is not null then 'held' else coalesce(d.status, 'failed') end,
        'reason', case when d.status = 'sent' then null else coalesce(c.skipped, d.reason) end, 'to', d."to",
        'canRetry', coalesce(d.status = 'failed' and d.body is not null and d.dismissed_at is null, false)) order by c.channel), '[]')
      from notice_channel c left join delivery d on d.id = c.delivery_id where c.notice_id = n.id) as channels
  from notice n left join tenant t on t.tenant_id = n.tenant_id`

export const recipientRoutes = [
  serve(listNotificationRecipients, async ({ actor, params, query: { limit, cursor, show }, db }) => {
    const behind = readCursor(cursor)
    const [exists, rows, [counted]] = await db.read(actor, (sql) => {
      const isShown = sql`n.landlord_id = ${actor.landlordId} and n.notification_id = ${params.id}
        and n.occurrence = (select occurrence from notification where id = ${params.id}) ${show === 'problems' ? sql`and ${hasProblem(sql)}` : sql``}`
      return [
        sql<{ id: string }[]>`select id from notification where id = ${params.id}`,
        sql<
          Recipient[]
        >`${recipientRows(sql)} where ${isShown} ${behind ? sql`and n.id > ${behind}` : sql``} order by n.id limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*)::int as total from notice n where ${isShown}`,
      ] as const
    })
    if (exists.length === 0) notFound('Notification')
    return pageOf(rows, limit, counted?.total ?? 0)
  }),

  serve(retryNotification, async ({ actor, params: { id }, body: { recipientId }, db, clock }) => {
    await db.transaction(actor, async (tx) => {
      const now = clock.now()
      const row = await lockNotification(tx, id)
      const isMeant = and(
        eq(notice.landlordId, actor.landlordId),
        eq(notice.notificationId, id),
        eq(notice.occurrence, row.occurrence),
        recipientId ? eq(notice.id, recipientId) : undefined,
      )
      const failed = await tx
        .select({ deliveryId: delivery.id })
        .from(notice)
        .innerJoin(noticeChannel, eq(noticeChannel.noticeId, notice.id))
        .innerJoin(delivery, eq(delivery.id, noticeChannel.deliveryId))
        .where(and(isMeant, eq(delivery.status, 'failed')))
        .orderBy(asc(delivery.id))
        .limit(retriedAtOnce)
      let again = 0
      for (const { deliveryId } of failed)
        if (await requeueFailed(tx, { id: deliveryId, ownerId: actor.landlordId }, now)) again += 1
      if (again === 0) refuse('conflict', 'Nothing that failed can be sent again.')
      await tx.update(notification).set({ isFinal: false }).where(eq(notification.id, id))
      await announce(tx, row, now)
    })
    return findNotification(db, actor, id)
  }),
]
