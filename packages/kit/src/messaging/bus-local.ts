import type { Envelope } from '@keyhold/contracts/event'
import type { Sql } from 'postgres'
import { createSender, type DedicatedConnection, keepDedicatedConnection } from '../database/dedicated-connection.ts'
import { createWakeableSleep, type WakeableSleep } from '../lib/wakeable-sleep.ts'
import { type Log, silentLog } from '../runtime/log.ts'
import { type Bus, notifyWatchers, type Watch } from './bus.ts'
import { consume, type LocalConsumer, page } from './local-bus-consumer.ts'
import { headOf, prepareLocalBus, pruneMessages } from './local-bus-tables.ts'
import { partitionOf } from './partitions.ts'

const channel = 'keyhold_bus'
const hour = 3_600_000

export interface LocalBusOptions {
  url: string
  log?: Log
  /** How late an event can be when a notification is lost. */
  pollMs?: number
  /** How long a standby takes to notice that it may take over. */
  standbyPollMs?: number
}

interface Subscribed {
  name: string
  pause: WakeableSleep
  isReady: boolean
  /** While it has a session. */
  consumer?: LocalConsumer
}

/**
 * The bus without a broker: a table in the schema `bus` of the database at `url`, which all processes share. Creates its tables
 * when they are missing, for which it needs the owner's role (or `prepareLocalBus` beforehand). Survives restarts of PostgreSQL.
 */
export async function localBus({
  url,
  log = silentLog,
  pollMs = 1_000,
  standbyPollMs = 500,
}: LocalBusOptions): Promise<Bus> {
  await prepareLocalBus(url)
  const sender = createSender(url, 'bus publish')
  const consumers = new Map<DedicatedConnection, Subscribed>()
  const wakeConsumers = () => {
    for (const { pause } of consumers.values()) pause.wake()
  }
  const tail = startTail({ url, pollMs, log, onNotify: wakeConsumers })

  return {
    async publish(events) {
      if (events.length === 0) return
      await insertMessages(sender, events)
      // Sooner than the notification's round trip through PostgreSQL.
      tail.wake()
      wakeConsumers()
    },

    async subscribe(name, types, handle) {
      const subscribed: Subscribed = { name, pause: createWakeableSleep(), isReady: false }
      const { pause } = subscribed
      const onReady = () => (subscribed.isReady = true)
      const connection = keepDedicatedConnection({ url, name: `bus ${name}`, log }, async (session) => {
        try {
          const options = { ...session, consumer: name, pause, types, handle, pollMs, standbyPollMs, onReady, log }
          await consume(options, (consumer) => (subscribed.consumer = consumer))
        } finally {
          subscribed.isReady = false
          delete subscribed.consumer
        }
      })
      consumers.set(connection, subscribed)
      return {
        ready: () => subscribed.isReady,
        async stop() {
          await connection.stop()
          consumers.delete(connection)
        },
      }
    },

    watch: (handle) => tail.watch(handle),

    async idle() {
      const [head, positions] = await sender.send((sql) =>
        Promise.all([
          headOf(sql),
          sql<{ consumer: string; partition: number; seq: number }[]>`
            select consumer, partition, seq::float8 as seq from bus.consumer_position`,
        ]),
      )
      const areIdle = [...consumers.values()].every(({ name, consumer }) =>
        consumer?.isIdle(
          head,
          positions.filter((one) => one.consumer === name),
        ),
      )
      return areIdle && tail.hasSeen(head)
    },

    ready: () => tail.connection.active() && [...consumers.values()].every(({ isReady }) => isReady),

    async close() {
      await Promise.all([tail.connection.stop(), ...[...consumers.keys()].map((connection) => connection.stop())])
      await sender.end()
    },
  }
}

/**
 * Publishers take turns until their commit: sequence numbers are given out before a transaction becomes visible, so without the lock
 * number 8 could be seen while 7 is uncommitted, and a consumer that went on to 8 would never see 7. One statement, since
 * postgres.js 3.4.9 can crash the process when a connection breaks inside `sql.begin`.
 */
const insertMessages = (sender: ReturnType<typeof createSender>, events: Envelope[]) => {
  const rows = events.map((event) => ({ partition: partitionOf(event), event }))
  return sender.send(
    (sql) => sql`
      with lock as materialized (select pg_advisory_xact_lock(hashtextextended('keyhold bus publish', 0))),
      added as (
        insert into bus.message (partition, event_id, type, envelope)
        select (r->>'partition')::smallint, (r->'event'->>'id')::uuid, r->'event'->>'type', (r->'event')::jsonb
        from lock, json_array_elements(${JSON.stringify(rows)}::text::json) with ordinality as e (r, n) order by n
        on conflict (event_id) do nothing)
      select pg_notify(${channel}, '')`,
  )
}

interface TailOptions {
  url: string
  pollMs: number
  log: Log
  onNotify: () => void
}

/** The one connection that listens for new messages: it wakes the consumers, calls the watchers, and prunes. */
function startTail({ url, pollMs, log, onNotify }: TailOptions) {
  const watchers = new Set<Watch>()
  const pause = createWakeableSleep()
  /** Number of the last message that the watchers have seen; undefined while there are none. */
  let seen: number | undefined
  const wake = () => {
    pause.wake()
    onNotify()
  }
  const connection = keepDedicatedConnection(
    { url, name: 'bus tail', channel, onNotify: wake, log },
    async ({ sql, gone }) => {
      gone.addEventListener('abort', pause.wake)
      wake()
      // The first pruning is an hour away, so that consumers that start slowly have noted that they exist.
      for (let pruneAt = performance.now() + hour; !gone.aborted;) {
        seen = watchers.size === 0 ? undefined : await notifyOfNew(sql, seen)
        if (performance.now() > pruneAt) {
          await pruneMessages(sql)
          pruneAt = performance.now() + hour
        }
        if (!gone.aborted) await pause.sleep(pollMs)
      }
    },
  )

  async function notifyOfNew(sql: Sql, from: number | undefined): Promise<number> {
    if (from === undefined) return headOf(sql)
    for (let at = from; ;) {
      const rows = await sql<{ seq: number; envelope: Envelope }[]>`
        select seq::float8 as seq, envelope from bus.message
        where message.seq > ${at} order by message.seq limit ${page}`
      for (const row of rows) notifyWatchers(watchers, row.envelope, log)
      at = rows.at(-1)?.seq ?? at
      if (rows.length < page) return at
    }
  }

  return {
    connection,
    wake: pause.wake,
    hasSeen: (head: number) => watchers.size === 0 || (seen ?? -1) >= head,
    async watch(handle: Watch) {
      // Wrapped: the same function may watch twice.
      const watcher: Watch = (event) => handle(event)
      watchers.add(watcher)
      pause.wake()
      return {
        ready: () => connection.active() && seen !== undefined,
        stop: async () => void watchers.delete(watcher),
      }
    },
  }
}
