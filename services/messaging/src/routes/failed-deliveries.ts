import {
  deliveryAttention,
  dismissDelivery,
  type FailedDelivery,
  listFailedDeliveries,
  retryDelivery,
} from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import type { ReadSql } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, isNull } from 'drizzle-orm'
import { messaging } from '../domain/acting.ts'
import { fileIsGone } from '../providers/attachments.ts'
import { claimFailed } from '../domain/deliveries.ts'
import { sendDelivery } from '../domain/sending.ts'
import type { Channels } from '../providers/channels.ts'
import { delivery } from '../schema/deliveries.ts'

type Failed = z.output<typeof FailedDelivery>

// The table is shared, since some messages belong to no landlord, so every statement here checks the owner itself.
const failedOf = (sql: ReadSql, ownerId: string | null) =>
  sql`d.owner_id = ${ownerId} and d.status = 'failed' and d.dismissed_at is null`

const failedRows = (sql: ReadSql) => sql`
  select d.id, d.channel, coalesce(d."to", r.email, 'You') as "to", d.subject, coalesce(left(d.body, 160), '') as preview, d.body is not null as can_retry,
    coalesce(d.reason, 'The message could not be sent.') as reason, d.updated_at as failed_at
  from delivery d left join recipient r on r.user_id = d.owner_id`

const list = serve(listFailedDeliveries, async ({ actor: { landlordId }, query: { limit, cursor }, db }) => {
  const behind = readCursor(cursor)
  const [rows, [counted]] = await db.read(
    messaging,
    (sql) =>
      [
        sql<Failed[]>`${failedRows(sql)} where ${failedOf(sql, landlordId)}
          ${behind ? sql`and (d.updated_at, d.id) < (select updated_at, id from delivery where id = ${behind} and owner_id = ${landlordId})` : sql``}
          order by d.updated_at desc, d.id desc limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*) as total from delivery d where ${failedOf(sql, landlordId)}`,
      ] as const,
  )
  return pageOf(rows, limit, counted?.total ?? 0)
})

const attention = serve(deliveryAttention, async ({ actor, query, db }) => {
  const ownerId = scopeOf(actor).landlordId || null
  const [rows, [counted]] = await db.read(
    messaging,
    (sql) =>
      [
        sql<
          Failed[]
        >`${failedRows(sql)} where ${failedOf(sql, ownerId)} order by d.updated_at desc, d.id desc limit ${whole(sql, query.limit)}`,
        sql<{ total: number }[]>`select count(*) as total from delivery d where ${failedOf(sql, ownerId)}`,
      ] as const,
  )
  return { total: counted?.total ?? 0, items: [...rows] }
})

const dismiss = ({ attachments }: Channels) =>
  serve(dismissDelivery, ({ actor: { landlordId }, params, db, clock }) =>
    db.transaction(messaging, async (tx) => {
      const now = clock.now()
      const [dismissed] = await tx
        .update(delivery)
        .set({ dismissedAt: now.toISOString(), body: null })
        .where(
          and(
            eq(delivery.id, params.id),
            eq(delivery.ownerId, landlordId),
            eq(delivery.status, 'failed'),
            isNull(delivery.dismissedAt),
          ),
        )
        .returning({ attachment: delivery.attachment })
      if (!dismissed) return notFound('Message')
      if (dismissed.attachment) await attachments.discard(tx, null, 'attachment', [dismissed.attachment.blobName], now)
    }),
  )

const retry = (channels: Channels) =>
  serve(retryDelivery, async ({ actor: { landlordId }, params: { id }, ...tools }) => {
    const { claimed, existing } = await tools.db.transaction(messaging, async (tx) => {
      const sending = await claimFailed(tx, { id, ownerId: landlordId }, tools.clock.now())
      if (sending) return { claimed: sending }
      const isOwn = and(eq(delivery.id, id), eq(delivery.ownerId, landlordId))
      return { existing: (await tx.select().from(delivery).where(isOwn))[0] }
    })
    if (!claimed && (!existing || existing.dismissedAt !== null)) return notFound('Message')
    if (existing?.status === 'failed')
      refuse(
        'conflict',
        existing.attachment
          ? fileIsGone(existing.attachment.name)
          : 'This message contained a private link, so its text was not stored. Please repeat the action that sent it.',
      )
    const { status, reason } = claimed ? await sendDelivery(claimed, channels, tools) : existing!
    const isHeld = claimed === undefined && existing?.held !== null
    if (status === 'pending' && !isHeld) return refuse('conflict', 'This message is being sent right now.')
    return { id, status: status === 'pending' ? ('held' as const) : status, reason }
  })

export const failedDeliveryRoutes = (channels: Channels) => [list, attention, dismiss(channels), retry(channels)]
