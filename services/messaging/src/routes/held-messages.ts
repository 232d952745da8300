import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import {
  dropHeldMessage,
  type HeldMessage,
  listChannelSwitches,
  listHeldMessages,
  releaseHeldMessage,
  switchChannel,
  waitingMessages,
} from '@keyhold/contracts/messaging/deliveries'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNotNull } from 'drizzle-orm'
import { messaging } from '../domain/acting.ts'
import { failDelivery } from '../domain/deliveries.ts'
import { releaseHeld } from '../domain/held.ts'
import { heldPreviewLength } from '../limits.ts'
import { channelSwitch, delivery } from '../schema/deliveries.ts'

/** Stores in identity's log what the administrator did. */
const logged = (
  tx: Tx,
  adminId: string,
  action: string,
  details: Record<string, unknown>,
  at: Date,
  landlordId: string | null = null,
) => emit(tx, AdminActed, { adminId, landlordId, action, targetUserId: landlordId, details, at: at.toISOString() })

/** What the administrator sees of the messages that wait, and the switches that stop all of them. */
export const heldMessageRoutes = [
  serve(listHeldMessages, async ({ query: { limit, cursor }, db }) => {
    const behind = readCursor(cursor)
    const [rows, [counted]] = await db.read(
      messaging,
      (sql) =>
        [
          sql<z.output<typeof HeldMessage>[]>`
            select d.id, d.owner_id as landlord_id, r.email as landlord_email, d.channel, d."to", left(coalesce(d.body, ''), ${whole(sql, heldPreviewLength)}) as preview,
              d.held, d.created_at
            from delivery d left join recipient r on r.user_id = d.owner_id where d.held is not null
            ${behind ? sql`and (d.created_at, d.id) < (select created_at, id from delivery where id = ${behind})` : sql``}
            order by d.created_at desc, d.id desc limit ${whole(sql, limit + 1)}`,
          sql<{ total: number }[]>`select count(*)::int as total from delivery where held is not null`,
        ] as const,
    )
    return pageOf(rows, limit, counted?.total ?? 0)
  }),

  serve(releaseHeldMessage, ({ actor, params, db, clock }) =>
    db.transaction(messaging, async (tx) => {
      const now = clock.now()
      const released = await releaseHeld(tx, eq(delivery.id, params.id), { now, letOut: true })
      if (released === 0) notFound('Message')
      await logged(tx, actor.userId, 'message_released', { deliveryId: params.id }, now)
      return { released: true as const }
    }),
  ),

  serve(dropHeldMessage, ({ actor, params, db, clock }) =>
    db.transaction(messaging, async (tx) => {
      const now = clock.now()
      const [row] = await tx
        .select()
        .from(delivery)
        .where(and(eq(delivery.id, params.id), isNotNull(delivery.held)))
        .for('update')
      if (!row) return notFound('Message')
      await failDelivery(tx, row, 'The platform did not send this message.', now)
      await logged(tx, actor.userId, 'message_dropped', { deliveryId: row.id }, now, row.ownerId)
    }),
  ),

  serve(listChannelSwitches, ({ db }) =>
    db.transaction(messaging, async (tx) => {
      const rows = await tx.select().from(channelSwitch)
      return (['email', 'sms'] as const).map((channel) => {
        const row = rows.find((one) => one.channel === channel)
        return { channel, isOff: row?.isOff ?? false, changedAt: row?.changedAt ?? null }
      })
    }),
  ),

  serve(switchChannel, ({ actor, body: { channel, isOff }, db, clock }) =>
    db.transaction(messaging, async (tx) => {
      const now = clock.now()
      const change = { isOff, changedBy: actor.userId, changedAt: now.toISOString() }
      await tx
        .insert(channelSwitch)
        .values({ channel, ...change })
        .onConflictDoUpdate({ target: channelSwitch.channel, set: change })
      if (!isOff) await releaseHeld(tx, and(eq(delivery.channel, channel), eq(delivery.held, 'switched-off')), { now })
      await logged(tx, actor.userId, isOff ? 'sending_stopped' : 'sending_resumed', { channel }, now)
      return { channel, isOff, changedAt: change.changedAt }
    }),
  ),

  serve(waitingMessages, async ({ actor, db }) => {
    const rows = await db.read(
      messaging,
      (sql) =>
        sql<
          { held: string; waiting: number }[]
        >`select held, count(*)::int as waiting from delivery where owner_id = ${actor.landlordId} and held is not null group by held`,
    )
    const of = (held: string) => rows.find((row) => row.held === held)?.waiting ?? 0
    return { proof: of('proof'), limit: of('limit'), switchedOff: of('switched-off') }
  }),
]
