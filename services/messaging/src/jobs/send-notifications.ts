import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { runJob } from '../domain/notifications/plan.ts'
import { sendBatch } from '../domain/notifications/send-run.ts'
import { mailsPerSecond, textsPerSecond } from '../limits.ts'
import { knowLandlord } from '../projections/directory.ts'
import type { Channels } from '../providers/channels.ts'

/** Writes the messages of a notification to its recipients, some at a time. */
export const sendNotifications = (channels: Channels): JobHandler =>
  onJob(
    runJob,
    async ({ data: { runId }, landlordId, actor, finish, signal, ...tools }) => {
      if (landlordId) await knowLandlord(landlordId, tools)
      const perSecond = (channel: 'sms' | 'email') =>
        channels.isGuarded(channel) ? (channel === 'sms' ? textsPerSecond : mailsPerSecond) : null
      for (let isOver = false; !isOver;) {
        // What the lease lost or the service stopping cuts short is gone on with where it was.
        signal.throwIfAborted()
        isOver = await tools.db.transaction(actor, async (tx) => {
          const how = { now: tools.clock.now(), publicUrl: channels.publicUrl, perSecond }
          const batch = await sendBatch(tx, runId, how)
          if (batch.isOver) await finish(tx)
          return batch.isOver
        })
      }
    },
    { concurrency: 2 },
  )
