import type { Envelope } from '@keyhold/contracts/event'
import { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import { type Database, DatabaseDown, type Tx } from '../database/database.ts'
import { statementsOf } from '../database/transaction.ts'
import { serviceActor } from '../runtime/actor.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../runtime/log.ts'
import type { EventBatch } from '../runtime/metrics.ts'
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
  /** Called after each transaction, for metrics. */
  onBatch?: ((batch: EventBatch) => void) | undefined
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
  const { service, db, bus, handlers, log, clock, delaysMs = defaultDelays, pollMs = 1_000, onBatch } = options
  const byName = new Map(handlers.map((handler) => [handler.name, handler]))
  if (byName.size < handlers.length)
    throw new Error(`Two event handlers of ${service} have the same name: give one a name of its own`)
  const retries = startRetries({ service, db, handlers: byName, log, clock, delaysMs, pollMs })

  /**
   * Handles events of one landlord with one handler in one transaction: all of them, or none when it throws. A second handler in the transaction could
   * deadlock with another batch, even if each locks its records in order: the first one's locks would still be held.
   */
  async function handleTogether(handler: EventHandler, events: readonly Envelope[]): Promise<void> {
    const began = performance.now()
    const landlordId = events[0]?.landlordid ?? null
    let statements = 0
    const outcomes = await db.transaction(serviceActor(service, landlordId), async (tx) => {
      const claims = await claim(tx, handler, events)
      for (const [n, event] of events.entries())
        if (claims[n] === 'queued') await queueBehind(tx, handler.name, event, clock)
      const claimed = events.filter((_, n) => claims[n] === 'claimed')
      if (claimed.length > 0) await handler.handle(claimed, { tx, log, clock })
      statements = statementsOf(tx)
      return claims
    })
    if (outcomes.includes('queued')) retries.wake()
    const took = performance.now() - began
    onBatch?.({ service, handler: handler.name, events: events.length, statements, ms: took })
    const ms = Math.round(took)
    const batch = events.length
    for (const [n, event] of events.entries())
      log.info({ ...lineOf(handler, event), outcome: outcomes[n], ms, batch }, 'event')
  }

  async function handleAlone(handler: EventHandler, event: Envelope): Promise<void> {
    try {
      await handleTogether(handler, [event])
    } catch (error) {
      // The bus delivers the event again until the database is back.
      if (error instanceof DatabaseDown) throw error
      const actor = serviceActor(service, event.landlordid ?? null)
      await db.transaction(actor, (tx) => queueForRetry(tx, handler.name, event, { error, clock, delaysMs }))
      retries.wake()
      log.error({ ...lineOf(handler, event), outcome: 'failed', error }, 'event')
    }
  }

  async function handleAll(handler: EventHandler, events: readonly Envelope[]): Promise<void> {
    if (events.length > 1) {
      try {
        return await handleTogether(handler, events)
      } catch (error) {
        if (error instanceof DatabaseDown) throw error
        log.warn({ service, batch: events.length, error }, 'a batch failed, its events are handled one by one')
      }
    }
    for (const event of events) await handleAlone(handler, event)
  }

  const types = [...new Set(handlers.map(({ contract }) => contract.type))]
  const subscription = await bus.subscribe(service, types, async (batch) => {
    // Without these fields it could not even be queued, and it must not hold up the others.
    const isWhole = (event: Envelope) => envelopeShape.safeParse(event).success
    for (const { type, id: eventId } of batch.filter((event) => !isWhole(event)))
      log.error({ type, eventId }, 'malformed event dropped')
    const once = new Map(batch.filter(isWhole).map((event) => [event.id, event]))
    for (const part of splitByOrder([...once.values()]))
      for (const handler of handlers) {
        const events = part.filter(({ type }) => type === handler.contract.type)
        const [first] = events
        if (first)
          await requestContext.run({ requestId: first.requestid ?? first.id, clock }, () => handleAll(handler, events))
      }
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

const lineOf = (handler: EventHandler, event: Envelope) => ({
  eventId: event.id,
  type: event.type,
  subject: event.subject,
  handler: handler.name,
  requestId: event.requestid,
})

/**
 * Cuts a list of events into parts that can be handled type by type: where an earlier event about the same record has another type, a new part
 * begins.
 */
export function splitByOrder(events: readonly Envelope[]): Envelope[][] {
  const parts: Envelope[][] = []
  let types = new Map<string, string>()
  for (const event of events) {
    const type = types.get(event.subject)
    const part = parts.at(-1)
    if (part && (type === undefined || type === event.type)) part.push(event)
    else {
      parts.push([event])
      types = new Map()
    }
    types.set(event.subject, event.type)
  }
  return parts
}

type Claim = 'claimed' | 'done' | 'queued'

/**
 * Claims events for a handler. `claimed`: the inbox row is written in this transaction. `done`: it was there. `queued`: the event, or an
 * earlier one of its subject, waits for a retry.
 */
async function claim(tx: Tx, handler: EventHandler, events: readonly Envelope[]): Promise<Claim[]> {
  const given = events.map(({ id, subject, type }) => ({ consumer: handler.name, id, subject, type }))
  const rows = await tx.execute<{ queued: boolean; claimed: boolean }>(sql`
    with given as (
      select n, e ->> 'consumer' as consumer, (e ->> 'id')::uuid as event_id, e ->> 'subject' as subject, e ->> 'type' as type
      from json_array_elements(${JSON.stringify(given)}::text::json) with ordinality as l (e, n)),
    waiting as (
      select n, exists (select from event_retry r
          where r.dead_at is null and r.subject = given.subject and r.event_id <> given.event_id
          and (r.consumer = given.consumer or r.event ->> 'type' <> given.type))
        or exists (select from event_retry r where r.consumer = given.consumer and r.event_id = given.event_id) as queued
      from given),
    claimed as (
      insert into inbox (consumer, event_id)
      select consumer, event_id from given join waiting using (n) where not queued order by consumer, event_id
      on conflict do nothing returning consumer, event_id)
    select queued, exists (select from claimed c where c.consumer = given.consumer and c.event_id = given.event_id) as claimed
    from given join waiting using (n) order by n`)
  return rows.map(({ queued, claimed }) => {
    if (claimed) return 'claimed'
    return queued ? 'queued' : 'done'
  })
}
