import type { Envelope } from '@keyhold/contracts/event'
import { sql } from 'drizzle-orm'
import { type Database, DatabaseDown, type Tx } from '../database/database.ts'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import { serviceActor } from '../runtime/actor.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Log, withoutStatement } from '../runtime/log.ts'
import { requestContext } from '../runtime/request-context.ts'
import type { EventHandler } from './handlers.ts'

interface Failure {
  error: unknown
  clock: Clock
  delaysMs: number[]
}

/** Queues an event whose handler has failed for the first time. */
export async function queueForRetry(
  tx: Tx,
  consumer: string,
  event: Envelope,
  { error, clock, delaysMs }: Failure,
): Promise<void> {
  const now = clock.now()
  const delay = delaysMs[0]
  const next = new Date(now.getTime() + (delay ?? 0))
  await tx.execute(sql`
    insert into event_retry (consumer, subject, event_id, event, attempts, next_at, error, queued_at, dead_at)
    values (${consumer}, ${event.subject}, ${event.id}::uuid, ${JSON.stringify(event)}::text::jsonb, 1, ${iso(next)}::timestamptz,
      ${describe(error)}, ${iso(now)}::timestamptz, ${delay === undefined ? iso(now) : null}::timestamptz)
    on conflict (consumer, event_id) do nothing`)
}

/** Queues an event behind an earlier one of its subject. It runs once that one is done or dead. */
export async function queueBehind(tx: Tx, consumer: string, event: Envelope, clock: Clock): Promise<void> {
  const now = iso(clock.now())
  await tx.execute(sql`
    insert into event_retry (consumer, subject, event_id, event, next_at, queued_at)
    values (${consumer}, ${event.subject}, ${event.id}::uuid, ${JSON.stringify(event)}::text::jsonb, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (consumer, event_id) do nothing`)
}

interface QueuedEvent extends Record<string, unknown> {
  id: number
  consumer: string
  event: Envelope
  attempts: number
}

interface RetryOptions {
  service: string
  db: Database
  handlers: Map<string, EventHandler>
  clock: Clock
  log: Log
  delaysMs: number[]
  pollMs: number
}

export interface Retries {
  /** Polls soon. */
  wake: () => void
  /** Runs everything that is due. */
  run: () => Promise<void>
  stop: () => Promise<void>
}

/** Retries queued events when they are due, in order per subject. Replicas share the work by row locks. */
export function startRetries(options: RetryOptions): Retries {
  const { service, db, handlers, clock, log, pollMs } = options
  const pause = createWakeableSleep()
  const stopping = new AbortController()
  let pass = Promise.resolve()

  async function retryAllDue(): Promise<void> {
    while (!stopping.signal.aborted) {
      const next = await db.transaction(serviceActor(service, null), (tx) =>
        lockFirstDue(tx, [...handlers.keys()], clock),
      )
      if (!next) return
      await requestContext.run({ requestId: next.event.requestid ?? next.event.id, clock }, () => retry(next, options))
    }
  }

  /** Passes run one after the other, so that a call by hand does not compete with the loop. */
  function run(): Promise<void> {
    pass = pass.catch(() => {}).then(retryAllDue)
    return pass
  }

  const loop = (async () => {
    let pruneAt = 0
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        await run()
        if (performance.now() > pruneAt) {
          await pruneInbox(db)
          pruneAt = performance.now() + 3_600_000
        }
        failures = 0
      } catch (error) {
        log.warn({ service, error }, 'retries failed')
        failures++
      }
      if (!stopping.signal.aborted) await pause.sleep(failures ? backoff(failures, 100, 5_000) : pollMs)
    }
  })()
  return {
    wake: pause.wake,
    run,
    async stop() {
      stopping.abort()
      pause.wake()
      await loop
      await pass.catch(() => {})
    },
  }
}

async function retry(queued: QueuedEvent, options: RetryOptions): Promise<void> {
  const { service, db, handlers, clock, log } = options
  const { id, consumer, event, attempts } = queued
  const actor = serviceActor(service, event.landlordid ?? null)
  const line = {
    eventId: event.id,
    type: event.type,
    subject: event.subject,
    handler: consumer,
    requestId: event.requestid,
  }
  try {
    const done = await db.transaction(actor, async (tx) => {
      // Another replica may have done it, or be doing it.
      if (!(await lockFirstDue(tx, [consumer], clock, id))) return false
      const [claimed] = await tx.execute(sql`
        insert into inbox (consumer, event_id) values (${consumer}, ${event.id}::uuid) on conflict do nothing returning 1 as claimed`)
      if (claimed) await handlers.get(consumer)?.handle([event], { tx, log, clock })
      await tx.execute(sql`delete from event_retry where id = ${id}`)
      return true
    })
    if (done) log.info({ ...line, outcome: 'retried', attempts: attempts + 1 }, 'event')
  } catch (error) {
    if (error instanceof DatabaseDown) throw error
    const isDead = await noteFailure(queued, error, options)
    log.error({ ...line, outcome: isDead ? 'dead' : 'failed', attempts: attempts + 1, error }, 'event')
  }
}

/** Schedules the next attempt, or moves the event to the dead-letter queue (true) after the last one. */
async function noteFailure(
  { id, event, attempts }: QueuedEvent,
  error: unknown,
  { service, db, clock, delaysMs }: RetryOptions,
): Promise<boolean> {
  const now = clock.now()
  const delay = delaysMs[attempts]
  const isDead = delay === undefined
  await db.transaction(serviceActor(service, event.landlordid ?? null), (tx) =>
    tx.execute(sql`
      update event_retry set attempts = ${attempts + 1}, error = ${describe(error)},
        next_at = ${iso(new Date(now.getTime() + (delay ?? 0)))}::timestamptz, dead_at = ${isDead ? iso(now) : null}::timestamptz
      where id = ${id} and attempts = ${attempts} and dead_at is null`),
  )
  return isDead
}

/** Locks the first due event of its subject: not dead, due, and with none before it. With `id`, that one if it still qualifies. */
async function lockFirstDue(tx: Tx, consumers: string[], clock: Clock, id?: number): Promise<QueuedEvent | undefined> {
  if (consumers.length === 0) return undefined
  const [row] = await tx.execute<QueuedEvent>(sql`
    select id, consumer, event, attempts from event_retry p
    where dead_at is null and next_at <= ${iso(clock.now())}::timestamptz and consumer in ${consumers} ${id === undefined ? sql`` : sql`and id = ${id}`}
      and not exists (select from event_retry q
        where q.subject = p.subject and q.dead_at is null and q.id < p.id and q.event_id <> p.event_id
        and (q.consumer = p.consumer or q.event ->> 'type' <> p.event ->> 'type'))
    order by id limit 1 for update skip locked`)
  return row
}

/** Inbox rows are kept for longer than any bus can deliver an event again. */
const pruneInbox = (db: Database) =>
  db.adminTransaction('prune the inbox', (tx) =>
    tx.execute(sql`delete from inbox where done_at < now() - interval '30 days'`),
  )

const iso = (date: Date) => date.toISOString()

/** The error as operators see it. A failed statement is described by its cause only: its own message contains what people entered. */
function describe(error: unknown): string {
  const causes: string[] = []
  for (
    let one = withoutStatement(error);
    one !== undefined && one !== null && causes.length < 5;
    one = one instanceof Error ? one.cause : undefined
  )
    causes.push(one instanceof Error ? one.message : JSON.stringify(one))
  return causes.join(' ← ').replaceAll('\u0000', '').slice(0, 2_000)
}
