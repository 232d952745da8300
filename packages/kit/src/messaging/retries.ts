import type { Envelope } from '@keyhold/contracts/event'
import { sql } from 'drizzle-orm'
import { type Actor, serviceActor } from '../runtime/actor.ts'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Clock } from '../runtime/clock.ts'
import { DatabaseDown, type Database, type Tx } from '../database/database.ts'
import type { EventHandler } from './inbox.ts'
import { type Log, withoutStatement } from '../runtime/log.ts'
import { requestContext } from '../runtime/request-context.ts'

/** A service reacting to an event acts for the event's landlord. */
export function actorFor(service: string, event: Envelope): Actor {
  return serviceActor(service, event.landlordid ?? null)
}

/** Parks an event whose handler has just failed for the first time. */
export async function queueForRetry(
  tx: Tx,
  consumer: string,
  event: Envelope,
  { error, clock, delaysMs }: { error: unknown; clock: Clock; delaysMs: number[] },
): Promise<void> {
  const now = clock.now()
  const delay = delaysMs[0]
  const next = new Date(now.getTime() + (delay ?? 0))
  await tx.execute(sql`
    insert into parked (consumer, subject, event_id, event, attempts, next_at, error, parked_at, dead_at)
    values (${consumer}, ${event.subject}, ${event.id}::uuid, ${JSON.stringify(event)}::text::jsonb, 1, ${iso(next)}::timestamptz, ${sentence(error)}, ${iso(now)}::timestamptz,
      ${delay === undefined ? iso(now) : null}::timestamptz)
    on conflict (consumer, event_id) do nothing`)
}

/** Parks an event behind an earlier one of its subject; its turn comes when that one is done or dead. */
export async function queueBehind(tx: Tx, consumer: string, event: Envelope, clock: Clock): Promise<void> {
  const now = iso(clock.now())
  await tx.execute(sql`
    insert into parked (consumer, subject, event_id, event, next_at, parked_at)
    values (${consumer}, ${event.subject}, ${event.id}::uuid, ${JSON.stringify(event)}::text::jsonb, ${now}::timestamptz, ${now}::timestamptz)
    on conflict (consumer, event_id) do nothing`)
}

interface QueuedEvent extends Record<string, unknown> {
  id: number
  consumer: string
  event: Envelope
  attempts: number
}

interface Retrying {
  service: string
  db: Database
  handlers: Map<string, EventHandler>
  clock: Clock
  log: Log
  delaysMs: number[]
  pollMs: number
}

/** Runs parked events again when they are due, in order per subject. Replicas share the work by row locks. */
export function startRetries({ service, db, handlers, clock, log, delaysMs, pollMs }: Retrying): {
  wake: () => void
  run: () => Promise<void>
  stop: () => Promise<void>
} {
  const alarm = createWakeableSleep()
  const stopping = new AbortController()
  let pass = Promise.resolve()

  /** One event at most; false when none is due. */
  async function retryNext(): Promise<boolean> {
    const found = await db.transaction(serviceActor(service, null), (tx) => firstDue(tx, [...handlers.keys()], clock))
    if (!found) return false
    await requestContext.run({ requestId: found.event.requestid ?? found.event.id, clock }, () => retry(found))
    return true
  }

  async function retry({ id, consumer, event, attempts }: QueuedEvent): Promise<void> {
    const actor = actorFor(service, event)
    const line = {
      eventId: event.id,
      type: event.type,
      subject: event.subject,
      handler: consumer,
      requestId: event.requestid,
    }
    try {
      const done = await db.transaction(actor, async (tx) => {
        // Another replica may have been faster, or be at it.
        if (!(await firstDue(tx, [consumer], clock, id))) return false
        const [taken] = await tx.execute(
          sql`insert into inbox (consumer, event_id) values (${consumer}, ${event.id}::uuid) on conflict do nothing returning 1 as taken`,
        )
        if (taken) await handlers.get(consumer)?.handle({ event, data: event.data, tx, log, clock })
        await tx.execute(sql`delete from parked where id = ${id}`)
        return true
      })
      if (done) log.info({ ...line, outcome: 'retried', attempts: attempts + 1 }, 'event')
    } catch (error) {
      if (error instanceof DatabaseDown) throw error
      const now = clock.now()
      const delay = delaysMs[attempts]
      const dead = delay === undefined
      await db.transaction(actor, (tx) =>
        tx.execute(sql`
          update parked set attempts = ${attempts + 1}, error = ${sentence(error)}, next_at = ${iso(new Date(now.getTime() + (delay ?? 0)))}::timestamptz, dead_at = ${dead ? iso(now) : null}::timestamptz
          where id = ${id} and attempts = ${attempts} and dead_at is null`),
      )
      log.error({ ...line, outcome: dead ? 'dead' : 'failed', attempts: attempts + 1, error }, 'event')
    }
  }

  async function retryAll(): Promise<void> {
    while (!stopping.signal.aborted && (await retryNext()));
  }

  /** Passes follow each other, so that a call by hand and the loop don't compete. */
  function run(): Promise<void> {
    pass = pass.catch(() => {}).then(retryAll)
    return pass
  }

  const life = (async () => {
    let prune = 0
    for (let failures = 0; !stopping.signal.aborted;) {
      try {
        await run()
        if (performance.now() > prune) {
          // Longer than any bus keeps an event that it could deliver again.
          await db.adminTransaction('forget events handled long ago', (tx) =>
            tx.execute(sql`delete from inbox where done_at < now() - interval '30 days'`),
          )
          prune = performance.now() + 3_600_000
        }
        failures = 0
      } catch (error) {
        log.warn({ service, error }, 'could not retry parked events')
        failures++
      }
      if (!stopping.signal.aborted) await alarm.sleep(failures ? backoff(failures, 100, 5_000) : pollMs)
    }
  })()
  return {
    wake: alarm.wake,
    run,
    async stop() {
      stopping.abort()
      alarm.wake()
      await life
      await pass.catch(() => {})
    },
  }
}

/** Locks the first due event of a subject: alive, its time has come, none before it. With `id`, that one if it still qualifies. */
async function firstDue(tx: Tx, consumers: string[], clock: Clock, id?: number): Promise<QueuedEvent | undefined> {
  if (consumers.length === 0) return undefined
  const [row] = await tx.execute<QueuedEvent>(sql`
    select id, consumer, event, attempts from parked p
    where dead_at is null and next_at <= ${iso(clock.now())}::timestamptz and consumer in ${consumers} ${id === undefined ? sql`` : sql`and id = ${id}`}
      and not exists (select from parked q where q.subject = p.subject and q.dead_at is null and q.id < p.id and q.event_id <> p.event_id
          and (q.consumer = p.consumer or q.event ->> 'type' <> p.event ->> 'type'))
    order by id limit 1 for update skip locked`)
  return row
}

export interface DeadLetter {
  id: number
  /** Name of the handler that could not digest it. */
  handler: string
  event: Envelope
  attempts: number
  error: string | null
  /** ISO instant of the last failure. */
  deadAt: string
}

/** The events that were given up, newest first, 200 at most. */
export async function listDeadLetters(db: Database): Promise<DeadLetter[]> {
  const rows = await db.adminTransaction('dead letters for an operator', (tx) =>
    tx.execute<Omit<DeadLetter, 'deadAt'> & { dead_at: string }>(
      sql`select id, consumer as handler, event, attempts, error, dead_at from parked where dead_at is not null order by dead_at desc, id desc limit 200`,
    ),
  )
  return rows.map(({ dead_at, ...letter }) => ({ ...letter, deadAt: dead_at }))
}

/** Gives a dead letter all its attempts anew, from the next pass on. False when there is none of that id. */
export async function replayDeadLetter(db: Database, id: number): Promise<boolean> {
  const rows = await db.adminTransaction('replay of a dead letter', (tx) =>
    tx.execute(
      sql`update parked set dead_at = null, attempts = 0, next_at = dead_at where id = ${id} and dead_at is not null returning id`,
    ),
  )
  return rows.length > 0
}

const iso = (date: Date) => date.toISOString()

/** What an operator sees. A failed statement is told by its cause: its own message would show what people wrote, passwords' hashes among it. */
function sentence(error: unknown): string {
  const causes: string[] = []
  for (
    let one = withoutStatement(error);
    one !== undefined && one !== null && causes.length < 5;
    one = one instanceof Error ? one.cause : undefined
  )
    causes.push(one instanceof Error ? one.message : JSON.stringify(one))
  return causes.join(' ← ').replaceAll('\u0000', '').slice(0, 2_000)
}
