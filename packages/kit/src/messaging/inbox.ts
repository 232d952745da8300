import type { Envelope } from '@keyhold/contracts/event'
import { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import { type Database, DatabaseDown, type Tx } from '../database/database.ts'
import { serviceActor } from '../runtime/actor.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import { requestContext } from '../runtime/request-context.ts'
import type { Bus } from './bus.ts'
import type { EventHandler } from './handlers.ts'
import { queueBehind, queueForRetry, startRetries } from './retries.ts'

export interface Consumer {
  ready(): boolean
  /** Runs every retry that is due by the clock; for tests and tools. */
  retry(): Promise<void>
  /** Resolves when no handler runs any more. */
  stop(): Promise<void>
}

export interface ConsumerOptions {
  service: string
  db: Database
  bus: Bus
  handlers: EventHandler[]
  log: Log
  clock: Clock
  /** Delays before the first, second … retry. After one more failure the event goes to the dead-letter queue. */
  delaysMs?: number[]
  /** How often the retry queue is polled. */
  pollMs?: number
}

/** The fields that the inbox and row level security rely on. */
const envelopeShape = z.object({
  id: z.guid(),
  type: z.string(),
  subject: z.string(),
  landlordid: z.guid().optional(),
  requestid: z.string().optional(),
})

const second = 1_000
const defaultDelays = [1, 5, 30, 120, 600, 3600, 3600, 3600, 3600].map((delay) => delay * second)

/**
 * Connects a service's handlers to the bus. Each handler processes an event once, however often it is delivered, in order per
 * subject. When a handler fails, the event goes to the retry queue and later events of the same subject queue behind it, whatever
 * their type. Other subjects, and other handlers of the same type, continue.
 */
export async function startConsumer(options: ConsumerOptions): Promise<Consumer> {
  const { service, db, bus, handlers, log, clock, delaysMs = defaultDelays, pollMs = 1_000 } = options
  const byName = new Map(handlers.map((handler) => [handler.name, handler]))
  if (byName.size < handlers.length)
    throw new Error(`Two event handlers of ${service} have the same name: give one a name of its own`)
  const retries = startRetries({ service, db, handlers: byName, log, clock, delaysMs, pollMs })

  async function deliver(handler: EventHandler, event: Envelope): Promise<void> {
    const began = performance.now()
    const elapsed = () => Math.round(performance.now() - began)
    const actor = serviceActor(service, event.landlordid ?? null)
    const line = {
      eventId: event.id,
      type: event.type,
      subject: event.subject,
      handler: handler.name,
      requestId: event.requestid,
    }
    try {
      const outcome = await db.transaction(actor, async (tx) => {
        const claim = await claimEvent(tx, handler.name, event)
        if (claim === 'queued') await queueBehind(tx, handler.name, event, clock)
        if (claim === 'claimed') await handler.handle({ event, data: event.data, tx, log, clock })
        return claim
      })
      if (outcome === 'queued') retries.wake()
      log.info({ ...line, outcome, ms: elapsed() }, 'event')
    } catch (error) {
      // The bus delivers the event again until the database is back.
      if (error instanceof DatabaseDown) throw error
      await db.transaction(actor, (tx) => queueForRetry(tx, handler.name, event, { error, clock, delaysMs }))
      retries.wake()
      log.error({ ...line, outcome: 'failed', error, ms: elapsed() }, 'event')
    }
  }

  const types = [...new Set(handlers.map(({ contract }) => contract.type))]
  const subscription = await bus.subscribe(service, types, async (event) => {
    // Without these fields it could not even be queued, and it must not hold up the others.
    if (!envelopeShape.safeParse(event).success)
      return log.error({ type: event.type, eventId: event.id }, 'malformed event dropped')
    await requestContext.run({ requestId: event.requestid ?? event.id, clock }, async () => {
      for (const handler of handlers) if (handler.contract.type === event.type) await deliver(handler, event)
    })
  })
  return {
    ready: () => subscription.ready(),
    retry: retries.run,
    async stop() {
      await subscription.stop()
      await retries.stop()
    },
  }
}

/** `claimed`: the inbox row is written in this transaction. `done`: it was there. `queued`: it, or an earlier event of its subject, waits for a retry. */
async function claimEvent(tx: Tx, consumer: string, event: Envelope): Promise<'claimed' | 'done' | 'queued'> {
  const [row] = await tx.execute<{ queued: boolean; claimed: boolean }>(sql`
    with waiting as (
      select exists (select from event_retry
          where dead_at is null and subject = ${event.subject} and event_id <> ${event.id}::uuid
          and (consumer = ${consumer} or event ->> 'type' <> ${event.type}))
        or exists (select from event_retry where consumer = ${consumer} and event_id = ${event.id}::uuid) as queued),
    claimed as (
      insert into inbox (consumer, event_id) select ${consumer}, ${event.id}::uuid from waiting where not queued
      on conflict do nothing returning 1)
    select queued, exists (select from claimed) as claimed from waiting`)
  if (row?.claimed) return 'claimed'
  return row?.queued ? 'queued' : 'done'
}
