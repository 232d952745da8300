import type { Envelope } from '@keyhold/contracts/event'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'

export interface Subscription {
  /** Attached to the carrier: events flow as they are published (or to the replica whose turn it is). */
  ready: () => boolean
  /** Resolves when no handler runs any more. */
  stop: () => Promise<void>
}

/** Carries facts between services. Two carriers keep the same promises: `bus-local` (Postgres) and `bus-nats` (JetStream). */
export interface Bus {
  /** Resolves when every event is durable. Publishing an id again is harmless. Rejects while the carrier is away. Order is kept per subject. */
  publish(events: Envelope[]): Promise<void>
  /**
   * Durable consumer: each event of `types` once or more, one at a time over all replicas that use the name, in publish order, also
   * those published while it was away. A rejecting handler is called again with the same event (with backoff, in place) before any later one.
   * Resolves at once; attaches in the background, again and again.
   */
  subscribe(consumer: string, types: string[], handle: (event: Envelope) => Promise<void>): Promise<Subscription>
  /** Live, not durable: everything published from now on, to every watcher of every process (SSE, caches). "Now" is when it gets `ready`. */
  watch(handle: (event: Envelope) => void): Promise<Subscription>
  /** Whether this bus's consumers have handled, and its watchers seen, everything published so far; for tests and tools. */
  idle(): Promise<boolean>
  /** Connected, and every subscription attached. */
  ready(): boolean
  close(): Promise<void>
}

/** Calls the handler with one event until it succeeds. False when `gone` came first: the event counts as not handled. */
export async function insist(
  handle: (event: Envelope) => Promise<void>,
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
          'event not taken, will be handed over again',
        )
      }
      if (!gone.aborted) await pause.sleep(backoff(failures, 50, 5_000))
    }
    return false
  } finally {
    gone.removeEventListener('abort', pause.wake)
  }
}

/** Hands an event to every watcher; one that throws does not disturb the others. */
export function tellAll(watchers: Iterable<(event: Envelope) => void>, event: Envelope, log: Log): void {
  for (const watcher of watchers) {
    try {
      watcher(event)
    } catch (error) {
      log.error({ eventId: event.id, type: event.type, error }, 'a watcher threw')
    }
  }
}
