import type { Tools } from '@keyhold/kit/request'
import type { Channels } from '../providers/channels.ts'
import { messaging } from './acting.ts'
import { takeDue } from './deliveries.ts'
import { send } from './sending.ts'

const batch = 10

export interface Dispatcher {
  /** Look soon: a message was queued, and will be visible once its transaction has committed. */
  nudge(): void
  /** Ends after the messages under way. */
  stop(): Promise<void>
}

/** Sends queued messages: soon after they were queued, and every `everyMs` whatever a crash, a failed commit or another process left. */
export function startDispatcher(channels: Channels, tools: Tools, everyMs = 2000): Dispatcher {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  let soon: NodeJS.Timeout | undefined

  async function sendDue(): Promise<void> {
    for (let more = true; more && !stopping.signal.aborted;) {
      const due = await tools.db.as(messaging, (tx) => takeDue(tx, tools.clock.now(), batch))
      await Promise.all(due.map((row) => send(row, channels, tools)))
      more = due.length === batch
    }
  }

  function look(): void {
    // One at a time; what arrives meanwhile waits for the next look.
    running ??= sendDue()
      .catch((error: unknown) => tools.log.warn({ error }, 'queued messages could not be sent, will try again'))
      .finally(() => (running = undefined))
  }

  const regular = setInterval(look, everyMs)
  return {
    nudge() {
      clearTimeout(soon)
      soon = setTimeout(look, 50)
    },
    async stop() {
      stopping.abort()
      clearInterval(regular)
      clearTimeout(soon)
      await running
    },
  }
}
