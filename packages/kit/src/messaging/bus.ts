import type { Envelope } from '@keyhold/contracts/event'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'

export interface Subscription {
  /** Connected: events arrive as they are published, or this replica is on standby. */
  ready: () => boolean
  /** Resolves when no handler runs any more. */
  stop: () => Promise<void>
}

export type Handle = (event: Envelope) => Promise<void>
export type Watch = (event: Envelope) => void

/** Carries events between services. `bus-local` (PostgreSQL) and `bus-nats` (JetStream) pass the same conformance suite. */
export interface Bus {
  /** Resolves when every event is durable, and rejects while the bus is down. Publishing an id twice is harmless. Order is kept per subject. */
  publish(events: Envelope[]): Promise<void>
  /**
   * A durable consumer. It receives each event of `types` at least once, in publish order, one at a time over all replicas of that
   * name, including events published while it was away. When the handler rejects, the same event is delivered again, with
   * backoff, before any later one. Resolves at once and connects in the background.
   */
  subscribe(consumer: string, types: string[], handle: Handle): Promise<Subscription>
  /** Live and not durable: everything published from when it is `ready`, to every watcher of every process (event streams, caches). */
  watch(handle: Watch): Promise<Subscription>
  /** Whether the consumers of this bus have handled, and its watchers seen, everything published so far; for tests and tools. */
  idle(): Promise<boolean>
  /** Connected, with every subscription ready. */
  ready(): boolean
  close(): Promise<void>
}

/** Calls the handler with one event until it succeeds. False when `gone` aborted first: the event counts as not handled. */
export async function handleUntilDone(
  handle: Handle,
  event: Envelope,
  { gone, log }: { gone: AbortSignal; log: Log },
): Promise<boolean> {
  const pause = createWakeableSleep()
  gone.addEventListener('abort', pause.wake)
  try {
    for (let failures = 0; !gone.aborted; failures++) {
      try {
        await handle(event)
        return true
      } catch (error) {
        log.warn(
          { eventId: event.id, type: event.type, failures: failures + 1, error },
          'event not handled, will retry',
        )
      }
      if (!gone.aborted) await pause.sleep(backoff(failures, 50, 5_000))
    }
    return false
  } finally {
    gone.removeEventListener('abort', pause.wake)
  }
}

/** Calls every watcher with the event. One that throws does not affect the others. */
export function notifyWatchers(watchers: Iterable<Watch>, event: Envelope, log: Log): void {
  for (const watcher of watchers) {
    try {
      watcher(event)
    } catch (error) {
      log.error({ eventId: event.id, type: event.type, error }, 'a watcher threw')
    }
  }
}
