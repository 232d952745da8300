import type { Envelope } from '@keyhold/contracts/event'
import type { Log } from '../runtime/log.ts'

export interface Subscription {
  /** Connected: events arrive as they are published, or this replica is on standby. */
  ready: () => boolean
  /** Resolves when no handler runs any more. */
  stop: () => Promise<void>
}

/** Handles events of one partition and one landlord, in publish order. When it rejects, all of them are delivered again. */
export type Handle = (events: readonly Envelope[]) => Promise<void>
export type Watch = (event: Envelope) => void

/** Carries events between services. `bus-local` (PostgreSQL) and `bus-nats` (JetStream) pass the same conformance suite. */
export interface Bus {
  /** Resolves when every event is durable, and rejects while the bus is down. Publishing an id twice is harmless. Order is kept per subject. */
  publish(events: Envelope[]): Promise<void>
  /**
   * A durable consumer. It receives each event of `types` at least once, including events published while it was away. The replicas of that name
   * share the partitions. Events of one landlord in one partition arrive in publish order, in batches, one batch at a time over all replicas; other
   * partitions and landlords at the same time. A batch that was rejected is delivered again, with backoff, before any later event of its landlord
   * in that partition. Resolves at once and connects in the background.
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
