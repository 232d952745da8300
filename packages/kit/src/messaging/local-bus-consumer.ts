import type { Envelope } from '@keyhold/contracts/event'
import type { Session } from '../database/dedicated-connection.ts'
import type { WakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'
import type { Handle } from './bus.ts'
import { createLanes, type Delivered } from './lanes.ts'
import { divideAmongReplicas } from './local-bus-partitions.ts'
import { trackProgress } from './local-bus-progress.ts'

/** Messages read at a time. */
export const page = 500
/** Held messages in memory; the others wait in the table. */
const mostWaiting = 20_000

interface Message extends Delivered {
  seq: number
}

interface ConsumeOptions extends Session {
  consumer: string
  types: string[]
  handle: Handle
  pause: WakeableSleep
  pollMs: number
  standbyPollMs: number
  onReady: () => void
  log: Log
}

export interface LocalConsumer {
  /** Whether everything up to `head` is handled; in partitions of other replicas as far as they have stored it. */
  isIdle(head: number, positions: readonly { partition: number; seq: number }[]): boolean
}

/** Delivers to one consumer on one session, until the session is lost. */
export async function consume(options: ConsumeOptions, expose: (consumer: LocalConsumer) => void): Promise<void> {
  const { sql, gone, consumer, pause, pollMs, standbyPollMs, onReady } = options
  gone.addEventListener('abort', pause.wake)
  // A position lost in a crash delivers an event twice, which consumers have to handle anyway: not worth a disk flush each.
  await sql`set synchronous_commit = off`
  const progress = trackProgress(sql, consumer)
  const reader = createReader(options, progress)
  const share = divideAmongReplicas(sql, consumer)
  const isIdle = () => reader.waiting() === 0
  expose({
    isIdle: (head, positions) =>
      progress.readTo() >= head &&
      isIdle() &&
      positions.every(({ partition, seq }) => progress.owns(partition) || seq >= head),
  })

  async function balance(): Promise<void> {
    const size = await share.size()
    const surplus = progress.partitions().slice(size)
    for (const partition of surplus) await reader.clear(partition)
    if (surplus.length > 0) await progress.store({ isIdle: isIdle(), now: true })
    for (const partition of surplus) progress.forget(partition)
    await share.release(surplus)
    const owned = progress.partitions()
    const gained = owned.length < size ? await share.gain(owned, size - owned.length) : []
    if (gained.length === 0) return
    await reader.clear()
    progress.restartWith(gained)
  }

  try {
    await share.join()
    for (let balancedAt = -Infinity; !gone.aborted;) {
      if (performance.now() - balancedAt > standbyPollMs) {
        balancedAt = performance.now()
        await balance()
        onReady()
      }
      const more = progress.partitions().length > 0 && !reader.isFull() && (await reader.read())
      await progress.store({ isIdle: isIdle() })
      if (!more && !gone.aborted) await pause.sleep(Math.min(pollMs, standbyPollMs))
    }
  } finally {
    await reader.stop()
    await progress.store({ isIdle: isIdle(), now: true }).catch(() => {})
  }
}

/** Reads messages into memory, where they wait in lanes for the handler. */
function createReader({ sql, types, handle, pause, log }: ConsumeOptions, progress: ReturnType<typeof trackProgress>) {
  let waiting = 0
  let isFull = false
  const lanes = createLanes<Message>({
    handle,
    log,
    onHandled(messages) {
      waiting -= messages.length
      for (const { partition, seq } of messages) progress.handled(partition, seq)
      if (waiting === 0 || (isFull && waiting < mostWaiting / 2)) pause.wake()
    },
  })

  return {
    waiting: () => waiting,
    isFull: () => (isFull = waiting >= mostWaiting),
    /** Forgets what waits, of one partition or of all. */
    clear: async (partition?: number) => void (waiting -= (await lanes.clear(partition)).length),
    stop: () => lanes.stop(),
    /** @returns whether there is more to read */
    async read(): Promise<boolean> {
      const from = progress.readTo()
      // One snapshot: everything up to the head is among the rows, or is not for this consumer.
      const found = await sql<{ head: number; seq: number | null; partition: number; envelope: Envelope }[]>`
        select h.head, m.seq::float8 as seq, m.partition, m.envelope
        from (select coalesce(max(seq), 0)::float8 as head from bus.message) h
        left join lateral (
          select seq, partition, envelope from bus.message
          where message.seq > ${from} and type in ${sql(types)} and partition in ${sql(progress.partitions())}
          order by message.seq limit ${page}) m on true
        order by m.seq`
      const rows = found.flatMap(({ seq, partition, envelope: event }) =>
        seq === null ? [] : [{ seq, partition, event }],
      )
      for (const row of rows) {
        if (!progress.add(row.partition, row.seq)) continue
        waiting += 1
        lanes.push(row)
      }
      const more = rows.length === page
      progress.advance(more ? (rows.at(-1)?.seq ?? 0) : (found[0]?.head ?? 0))
      return more
    },
  }
}
