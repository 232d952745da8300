import { startWorker, type Worker } from '@keyhold/kit/jobs/worker'
import type { Tools } from '@keyhold/kit/http/request'
import type { Channels } from '../providers/channels.ts'
import { messaging } from './acting.ts'
import { claimDue } from './deliveries.ts'
import { sendDelivery } from './sending.ts'

const batch = 10

/** Sends queued messages: soon after they were queued, and whatever is due every `everyMs`. */
export const startDispatcher = (channels: Channels, tools: Tools, everyMs = 2000): Worker =>
  startWorker(
    async () => {
      const due = await tools.db.transaction(messaging, (tx) => claimDue(tx, tools.clock.now(), batch))
      await Promise.all(due.map((row) => sendDelivery(row, channels, tools)))
      return due.length === batch
    },
    { everyMs, failed: (error) => tools.log.warn({ error }, 'queued messages could not be sent, will try again') },
  )
