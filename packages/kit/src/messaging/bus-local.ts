import type { Envelope } from '@keyhold/contracts/event'
import postgres, { type Sql } from 'postgres'
import { createWakeableSleep, type WakeableSleep } from '../lib/wakeable-sleep.ts'
import { insist, tellAll, type Bus, type Subscription } from './bus.ts'
import { silentLog, type Log } from '../runtime/log.ts'
import {
  createSender,
  keepDedicatedConnection,
  type Session,
  type DedicatedConnection,
} from '../database/dedicated-connection.ts'

const channel = 'keyhold_bus'
const batch = 200
const hour = 3_600_000

/**
 * The light carrier: a table in the schema `bus` that every process of the installation reaches at `url`. Makes its tables when they
 * are missing, as an owner may; a narrower role needs `prepareLocalBus` first. Once started it rides out restarts of Postgres.
 * `pollMs` is how late an event may come when a notification is lost, `turnMs` how long a standby takes to notice that its turn has come.
 */
export async function localBus({
  url,
  log = silentLog,
  pollMs = 1_000,
  turnMs = 500,
}: {
  url: string
  log?: Log
  pollMs?: number
  turnMs?: number
}): Promise<Bus> {
  await prepareLocalBus(url)
  const writer = createSender(url, 'bus publish')
  const consumers = new Map<DedicatedConnection, Progress>()
  const watchers = new Set<(event: Envelope) => void>()
  const tailAlarm = createWakeableSleep()
  /** Up to where the watchers have seen; undefined as long as nobody watches. */
  let seen: number | undefined

  const wakeAll = () => {
    tailAlarm.wake()
    for (const { alarm } of consumers.values()) alarm.wake()
  }

  /** One connection listens for all: it wakes the consumers, feeds the watchers and prunes. */
  const tail = keepDedicatedConnection(
    { url, name: 'bus tail', channel, onNotify: wakeAll, log },
    async ({ sql, gone }) => {
      gone.addEventListener('abort', tailAlarm.wake)
      wakeAll()
      // The first pruning waits an hour, so that consumers that start slowly have said that they still exist.
      for (let prune = performance.now() + hour; !gone.aborted;) {
        if (watchers.size === 0) seen = undefined
        else seen = await follow(sql, seen)
        if (performance.now() > prune) {
          await pruneMessages(sql)
          prune = performance.now() + hour
        }
        if (!gone.aborted) await tailAlarm.sleep(pollMs)
      }
    },
  )

  async function follow(sql: Sql, from: number | undefined): Promise<number> {
    if (from === undefined) return headOf(sql)
    for (let at = from; ;) {
      const rows = await sql<
        Message[]
      >`select seq::float8 as seq, envelope from bus.message where seq > ${at} order by seq limit ${batch}`
      for (const row of rows) tellAll(watchers, row.envelope, log)
      at = rows.at(-1)?.seq ?? at
      if (rows.length < batch) return at
    }
  }

  return {
    async publish(events) {
      if (events.length === 0) return
      // One publisher at a time until its commit: sequence numbers are handed out before a transaction becomes visible, so without
      // the lock number 8 could be seen while 7 is still uncommitted, and a consumer that moved on to 8 would never see 7.
      // One statement, since postgres.js 3.4.9 may crash the process when a connection breaks inside `sql.begin`.
      await writer.send(
        (sql) => sql`
        with turn as materialized (select pg_advisory_xact_lock(hashtextextended('keyhold bus publish', 0))),
        added as (
          insert into bus.message (event_id, type, envelope)
          select (e->>'id')::uuid, e->>'type', e::jsonb from turn, json_array_elements(${JSON.stringify(events)}::text::json) with ordinality as r (e, n) order by n
          on conflict (event_id) do nothing)
        select pg_notify(${channel}, '')`,
      )
      wakeAll() // sooner than the notification's way through Postgres
    },

    async subscribe(consumer, types, handle) {
      const progress: Progress = { consumer, alarm: createWakeableSleep() }
      const keeper = keepDedicatedConnection(
        { url, name: `bus ${consumer}`, lock: `bus consumer ${consumer}`, turnMs, log },
        (session) => consume({ ...session, ...progress, types, handle, pollMs, log }),
      )
      consumers.set(keeper, progress)
      return subscription(keeper.connected, async () => {
        await keeper.stop()
        consumers.delete(keeper)
      })
    },

    async watch(handle) {
      const watcher = (event: Envelope) => handle(event)
      watchers.add(watcher)
      tailAlarm.wake()
      return subscription(
        () => tail.active() && seen !== undefined,
        async () => void watchers.delete(watcher),
      )
    },

    async idle() {
      const [head, positions] = await writer.send((sql) =>
        Promise.all([
          headOf(sql),
          sql<{ consumer: string; seq: number }[]>`select consumer, seq::float8 as seq from bus.position`,
        ]),
      )
      const reached = new Map(positions.map(({ consumer, seq }) => [consumer, seq]))
      return (
        [...consumers.values()].every(({ consumer }) => (reached.get(consumer) ?? 0) >= head) &&
        (watchers.size === 0 || (seen ?? -1) >= head)
      )
    },

    ready: () => tail.active() && [...consumers.keys()].every((keeper) => keeper.connected()),

    async close() {
      await Promise.all([tail.stop(), ...[...consumers.keys()].map((keeper) => keeper.stop())])
      await writer.end()
    },
  }
}

interface Message {
  seq: number
  envelope: Envelope
}

interface Progress {
  consumer: string
  alarm: WakeableSleep
}

const subscription = (ready: () => boolean, stop: () => Promise<void>): Subscription => ({ ready, stop })

type Consuming = Session &
  Progress & {
    types: string[]
    handle: (event: Envelope) => Promise<void>
    pollMs: number
    log: Log
  }

/** Delivers to one consumer while this session holds its lock. */
async function consume({ sql, gone, consumer, types, handle, alarm, pollMs, log }: Consuming): Promise<void> {
  gone.addEventListener('abort', alarm.wake)
  // A position lost in a crash means that an event comes twice, which consumers must bear anyway: not worth a disk flush each.
  await sql`set synchronous_commit = off`
  const [row] = await sql<{ seq: number }[]>`
    insert into bus.position (consumer) values (${consumer}) on conflict (consumer) do update set seen_at = now() returning seq::float8 as seq`
  let passed = row?.seq ?? 0
  let seenAt = performance.now()
  while (!gone.aborted) {
    // In this order on one connection: what is at or below the head was visible before the rows were read.
    const [head, rows] = await Promise.all([
      headOf(sql),
      sql<
        Message[]
      >`select seq::float8 as seq, envelope from bus.message where seq > ${passed} and type in ${sql(types)} order by seq limit ${batch}`,
    ])
    for (const { seq, envelope } of rows) {
      if (!(await insist(handle, envelope, { gone, log })) || gone.aborted) return
      passed = seq
      await advance(seq)
    }
    if (rows.length === batch) continue
    // Other types' events are passed as well, so that they can be pruned.
    if (head > passed || performance.now() - seenAt > hour) {
      passed = Math.max(passed, head)
      seenAt = performance.now()
      await advance(passed)
    }
    if (rows.length === 0 && !gone.aborted) await alarm.sleep(pollMs)
  }

  async function advance(seq: number): Promise<void> {
    await sql`update bus.position set seq = greatest(seq, ${seq}), seen_at = now() where consumer = ${consumer}`
  }
}

async function headOf(sql: Sql): Promise<number> {
  const [row] = await sql<{ head: number }[]>`select coalesce(max(seq), 0)::float8 as head from bus.message`
  return row?.head ?? 0
}

/** Removes messages older than 7 days that every consumer has passed. A consumer not seen for 30 days is retired and holds nothing back. */
export async function pruneMessages(sql: Sql): Promise<void> {
  await sql`
    delete from bus.message where published_at < now() - interval '7 days'
    and seq <= coalesce((select min(seq) from bus.position where seen_at > now() - interval '30 days'), 0)`
}

const tables = `
create schema if not exists bus;
create table if not exists bus.message (
  seq bigint generated always as identity primary key,
  event_id uuid not null unique,
  type text not null,
  envelope jsonb not null,
  published_at timestamptz not null default now()
);
create index if not exists message_published_at on bus.message (published_at);
create table if not exists bus.position (
  consumer text primary key,
  seq bigint not null default 0,
  seen_at timestamptz not null default now()
);`

/** Makes the carrier's tables, idempotently, as their owner; `role` (if given, and existing) may use them and nothing more. */
export async function prepareLocalBus(ownerUrl: string, role?: string): Promise<void> {
  const sql = postgres(ownerUrl, { max: 1, fetch_types: false, onnotice: () => {} })
  try {
    const [row] = await sql`select to_regclass('bus.position') is not null as made`
    if (row?.made && role === undefined) return
    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended('keyhold bus tables', 0))`
      await tx.unsafe(tables)
      if (role === undefined) return
      await tx`grant usage on schema bus to ${tx(role)}`
      await tx`grant select, insert, update, delete on all tables in schema bus to ${tx(role)}`
    })
  } finally {
    await sql.end({ timeout: 5 })
  }
}
