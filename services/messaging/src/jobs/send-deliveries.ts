import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { and, eq } from 'drizzle-orm'
import { deliveryJob } from '../domain/deliveries.ts'
import { sendDelivery } from '../domain/sending.ts'
import type { Channels } from '../providers/channels.ts'
import { delivery } from '../schema/deliveries.ts'

/** Doubled each time: half an hour in all. */
const delaysMs = [1, 2, 4, 8, 16].map((minutes) => minutes * 60_000)

/** Sends messages that events ask for, and those whose sender died. */
export const sendDeliveries = (channels: Channels): JobHandler =>
  onJob(
    deliveryJob,
    async ({ data: { deliveryId, once }, isLast, actor, finish, ...tools }) => {
      const [row] = await tools.db.transaction(actor, (tx) =>
        tx
          .select()
          .from(delivery)
          .where(and(eq(delivery.id, deliveryId), eq(delivery.status, 'pending'))),
      )
      if (!row) return
      const { status, reason } = await sendDelivery({ row, actor, finish, mayRetry: !once && !isLast }, channels, tools)
      if (status === 'pending') throw new Error(reason ?? 'The message could not be sent.')
    },
    { delaysMs, concurrency: 10 },
  )
