import type { Envelope, EventContract } from '@keyhold/contracts/event'
import { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import type { Bus } from './bus.ts'
import type { Clock } from '../runtime/clock.ts'
import { DatabaseDown, type Database, type Tx } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'
import { actorFor, queueForRetry, queueBehind, startRetries } from './retries.ts'
import { requestContext } from '../runtime/request-context.ts'

export { listDeadLetters, replayDeadLetter, type DeadLetter } from './retries.ts'

/** What a handler is given. Its effect belongs into `tx`, where it commits together with the note that the event is done. */
export interface EventContext<D> {
  event: Envelope<D>
  data: D
  tx: Tx
  log: Log
  clock: Clock
}

/** A reaction to a fact, as data. */
export interface EventHandler {
  contract: EventContract
  /** Names the reaction in the inbox; unique within the service, and never changed. */
  name: string
  handle(given: EventContext<unknown>): Promise<void>
}

/**
 * Reacts to a fact. The data is parsed by the contract first (fields it does not know are dropped). The handler works in the transaction
 * of the event's landlord; it may run again after a failure or a collision, so it does database work only.
 * Give a `name` to the second reaction to the same fact.
 */
export function on<D extends z.ZodObject>(
  contract: EventContract<D>,
  handler: (given: EventContext<z.output<D>>) => Promise<void>,
  { name = contract.type }: { name?: string } = {},
): EventHandler {
  return {
    contract,
    name,
    handle: (given) => {
      const data = contract.data.parse(given.data)
      return handler({ ...given, event: { ...given.event, data }, data })
    },
  }
}

export interface Consumer {
  ready(): boolean
  /** Runs what is parked and due by the clock, and resolves when nothing more is; for tests and tools. */
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
  /** Waits after the first, second … failure. After one more failure the event is a dead letter. */
  delaysMs?: number[]
  /** How often it looks whether a parked event is due. */
  pollMs?: number
}

/** What parking and row level security rely on. */
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
 * Connects a service's handlers to the bus. Each event works once per handler, however often it is delivered, in order per subject.
 * A handler that fails parks the event, and later ones of the same subject behind it, whatever their type, while other subjects go on
 * (and other reactions to the same kind of fact, which did not fail).
 */
export async function startConsumer({
  service,
  db,
  bus,
  handlers,
  log,
  clock,
  delaysMs = defaultDelays,
  pollMs = 1_000,
}: ConsumerOptions): Promise<Consumer> {
  const byName = new Map(handlers.map((handler) => [handler.name, handler]))
  if (byName.size < handlers.length)
    throw new Error(`Two event handlers of ${service} have the same name: give one a name of its own`)
  const retries = startRetries({ service, db, handlers: byName, log, clock, delaysMs, pollMs })

  async function deliver(handler: EventHandler, event: Envelope): Promise<void> {
    const began = performance.now()
    const line = {
      eventId: event.id,
      type: event.type,
      subject: event.subject,
      handler: handler.name,
      requestId: event.requestid,
    }
    try {
      const outcome = await db.transaction(actorFor(service, event), async (tx) => {
        const claim = await claimEvent(tx, handler.name, event)
        if (claim === 'parked') await queueBehind(tx, handler.name, event, clock)
        if (claim === 'taken') await handler.handle({ event, data: event.data, tx, log, clock })
        return claim
      })
      if (outcome === 'parked') retries.wake()
      log.info({ ...line, outcome, ms: Math.round(performance.now() - began) }, 'event')
    } catch (error) {
      // Nobody's fault but the database's: the bus hands the same event over again until it is back.
      if (error instanceof DatabaseDown) throw error
      await db.transaction(actorFor(service, event), (tx) =>
        queueForRetry(tx, handler.name, event, { error, clock, delaysMs }),
      )
      retries.wake()
      log.error({ ...line, outcome: 'failed', error, ms: Math.round(performance.now() - began) }, 'event')
    }
  }

  const types = [...new Set(handlers.map(({ contract }) => contract.type))]
  const subscription = await bus.subscribe(service, types, async (event) => {
    // Not ours, and not even fit for parking: it must not hold up the rest.
    if (!envelopeShape.safeParse(event).success)
      return log.error({ type: event.type, eventId: event.id }, 'not an event of Keyhold, dropped')
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

/** `taken`: noted as done in this transaction. `done`: it was before. `parked`: itself, or an earlier one of its subject. */
async function claimEvent(tx: Tx, consumer: string, event: Envelope): Promise<'taken' | 'done' | 'parked'> {
  const [row] = await tx.execute<{ parked: boolean; taken: boolean }>(sql`
    with waiting as (
      select exists (select from parked where dead_at is null and subject = ${event.subject} and event_id <> ${event.id}::uuid
          and (consumer = ${consumer} or event ->> 'type' <> ${event.type}))
          or exists (select from parked where consumer = ${consumer} and event_id = ${event.id}::uuid) as parked),
    taken as (
      insert into inbox (consumer, event_id) select ${consumer}, ${event.id}::uuid from waiting where not parked
      on conflict do nothing returning 1)
    select parked, exists (select from taken) as taken from waiting`)
  if (row?.taken) return 'taken'
  return row?.parked ? 'parked' : 'done'
}
