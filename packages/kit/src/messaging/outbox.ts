import type { Envelope, EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import { v7 } from 'uuid'
import { scopeOf } from '../runtime/actor.ts'
import { backoff, createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Bus } from './bus.ts'
import { systemClock, type Clock } from '../runtime/clock.ts'
import { scopeOfTx, type Tx } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'
import { requestContext } from '../runtime/request-context.ts'
import { createSender, keepDedicatedConnection, type Session } from '../database/dedicated-connection.ts'

const maxBytes = 512 * 1024
/** Events published at a time, and at most so many of one landlord. */
const batch = 500
const batchPerLandlord = 64
/** After a turn in which a landlord had so many, the relay pauses for this share of the time that the turn took. */
const pauseFactor = 0.5
const longestPauseMs = 10
const hour = 3_600_000

/**
 * Publishes an event if and only if `tx` commits. Change the record first, then emit: the events of a record are then in the order
 * of its changes. The landlord is `data.landlordId`, or else the actor's; the time comes from the request's clock.
 * @throws ZodError when the data does not fit the contract, Error when it exceeds 512 KB
 */
export async function emit<D extends z.ZodObject>(
  tx: Tx,
  contract: EventContract<D>,
  data: z.input<D>,
  { clock }: { clock?: Clock } = {},
): Promise<Envelope<z.output<D>>> {
  const { envelope, text } = toEnvelope(tx, contract, data, clock)
  await tx.execute(sql`
    with row as (insert into outbox (envelope) values (${text}::text::jsonb))
    select pg_notify('keyhold_outbox_' || current_schema(), '')`)
  return envelope
}

/** Emits many events of one type in their order; for bulk work, a few hundred at a time. @throws like `emit` */
export async function emitAll<D extends z.ZodObject>(
  tx: Tx,
  contract: EventContract<D>,
  list: readonly z.input<D>[],
  { clock }: { clock?: Clock } = {},
): Promise<void> {
  if (list.length === 0) return
  const text = `[${list.map((data) => toEnvelope(tx, contract, data, clock).text).join(',')}]`
  await tx.execute(sql`
    with rows as (insert into outbox (envelope) select e from jsonb_array_elements(${text}::text::jsonb) with ordinality as l (e, n) order by n)
    select pg_notify('keyhold_outbox_' || current_schema(), '')`)
}

function toEnvelope<D extends z.ZodObject>(
  tx: Tx,
  contract: EventContract<D>,
  data: z.input<D>,
  clock: Clock | undefined,
): { envelope: Envelope<z.output<D>>; text: string } {
  const parsed = contract.data.parse(data)
  const fields: Record<string, unknown> = parsed
  const { actor, requestId } = scopeOfTx(tx)
  const landlordId = typeof fields.landlordId === 'string' ? fields.landlordId : actor ? scopeOf(actor).landlordId : ''
  const now = (clock ?? requestContext.getStore()?.clock ?? systemClock).now()
  const envelope: Envelope<z.output<D>> = {
    specversion: '1.0',
    id: v7(),
    source: `/${contract.type.slice(0, contract.type.indexOf('.'))}`, // the first part of a type is its service
    type: contract.type,
    time: now.toISOString(),
    subject: String(fields[contract.subject]),
    datacontenttype: 'application/json',
    dataversion: contract.version,
    ...(landlordId ? { landlordid: landlordId } : {}),
    ...(typeof fields.tenantId === 'string' ? { tenantid: fields.tenantId } : {}),
    ...(requestId === undefined ? {} : { requestid: requestId }),
    data: parsed,
  }
  const text = JSON.stringify(envelope)
  // A broker refuses large messages, and an event that can't be published would block all later ones.
  if (Buffer.byteLength(text) > maxBytes)
    throw new Error(
      `An event of ${Buffer.byteLength(text)} bytes (${contract.type}): send an id or a file's key instead`,
    )
  return { envelope, text }
}

export interface Relay {
  /** Connected: publishing, or on standby. */
  ready(): boolean
  /** Number of events not published yet. Rejects while the database is down. */
  lag(): Promise<number>
  stop(): Promise<void>
}

/**
 * Publishes the outbox of `service`, each landlord's events in order and the landlords in turns. One process is active at a time, the others are on standby. An event is marked as
 * published after the bus has stored it; a crash in between publishes it again with the same id. While the bus or the database
 * is down, events wait in the outbox.
 */
export function startRelay({
  url,
  service,
  bus,
  log,
  pollMs = 1_000,
  standbyPollMs = 500,
}: {
  url: string
  service: string
  bus: Bus
  log: Log
  pollMs?: number
  standbyPollMs?: number
}): Relay {
  const pause = createWakeableSleep()
  const reader = createSender(url, `${service} outbox lag`)
  const session = {
    url,
    name: `${service} relay`,
    lock: `keyhold outbox ${service}`,
    channel: `keyhold_outbox_${service}`,
    onNotify: pause.wake,
    standbyPollMs,
    log,
  }
  const connection = keepDedicatedConnection(session, (held) => relay({ ...held, service, bus, pause, pollMs, log }))
  return {
    ready: connection.connected,
    async lag() {
      const [row] = await reader.send(
        (db) =>
          db<
            { waiting: number }[]
          >`select count(*)::int as waiting from ${db(service)}.outbox where published_at is null`,
      )
      return row?.waiting ?? 0
    },
    async stop() {
      await connection.stop()
      await reader.end()
    },
  }
}

type Relaying = Session & {
  service: string
  bus: Bus
  pause: ReturnType<typeof createWakeableSleep>
  pollMs: number
  log: Log
}

async function relay({ sql: db, gone, service, bus, pause, pollMs, log }: Relaying): Promise<void> {
  gone.addEventListener('abort', pause.wake)
  const outbox = db`${db(service)}.outbox`
  // A mark lost in a crash publishes an event twice, which consumers have to handle anyway: not worth a disk flush each.
  await db`set synchronous_commit = off`
  let prune = 0
  let next = await readWaiting(db, service)
  for (let failures = 0; !gone.aborted;) {
    const began = performance.now()
    const rows = next
    if (rows.length === 0) {
      if (performance.now() > prune) {
        await db`delete from ${outbox} where published_at < now() - interval '7 days'`
        prune = performance.now() + hour
      }
      if (!gone.aborted) await pause.sleep(pollMs)
      next = await readWaiting(db, service)
      continue
    }
    try {
      await bus.publish(rows.map(({ envelope }) => envelope))
      failures = 0
    } catch (error) {
      if (gone.aborted) return
      if (failures++ % 20 === 0)
        log.warn({ service, waiting: rows.length, error }, 'could not publish, events wait in the outbox')
      await pause.sleep(backoff(failures, 100, 5_000))
      next = await readWaiting(db, service)
      continue
    }
    if (gone.aborted) return
    const marked = db`update ${outbox} set published_at = now() where seq in ${db(rows.map(({ seq }) => seq))}`
    // Who has a backlog leaves others a part of the machine. A new event ends the pause, and is among those read after it.
    if (hasBacklog(rows)) {
      await marked
      await pause.sleep(Math.min(pauseFactor * (performance.now() - began), longestPauseMs))
    }
    // Sent together: one round trip less for the next events.
    ;[, next] = await Promise.all([marked, readWaiting(db, service)])
  }
}

/** Whether a landlord has taken up the whole of a turn. */
function hasBacklog(rows: readonly { envelope: Envelope }[]): boolean {
  const counts = new Map<string | undefined, number>()
  for (const { envelope } of rows) counts.set(envelope.landlordid, (counts.get(envelope.landlordid) ?? 0) + 1)
  return Math.max(...counts.values()) >= batchPerLandlord
}

/** The oldest waiting events of each landlord. By mark, not by position: a number can become visible after higher ones. */
const readWaiting = (db: Sql, service: string) => {
  const outbox = db`${db(service)}.outbox`
  // The recursion reads the index once for each landlord with waiting events.
  return db<{ seq: string; envelope: Envelope }[]>`
    with recursive landlords as (
      (select landlord from ${outbox} where published_at is null order by landlord limit 1)
      union all
      select (select o.landlord from ${outbox} o where o.published_at is null and o.landlord > l.landlord order by o.landlord limit 1)
      from landlords l where l.landlord is not null)
    select w.seq, w.envelope from landlords l
    cross join lateral (
      select o.seq, o.envelope, row_number() over (order by o.seq) as nth from ${outbox} o
      where o.published_at is null and o.landlord = l.landlord order by o.seq limit ${batchPerLandlord}) w
    where l.landlord is not null order by w.nth, w.seq limit ${batch}`
}
