import type { Envelope } from '@keyhold/contracts/event'
import type { Sql } from 'postgres'
import type { Session } from '../database/dedicated-connection.ts'
import type { WakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'
import type { Handle } from './bus.ts'
import { createLanes, type Delivered } from './lanes.ts'
import { divideAmongReplicas } from './local-bus-partitions.ts'
import { headOf } from './local-bus-tables.ts'

/** Messages read at a time. */
export const page = 500
/** Messages that wait in memory; the rest wait in the table. */
const mostWaiting = 20_000
/** How often positions are stored while there is work. After a crash, events handled since then are delivered again. */
const storeMs = 200
/** How often the positions of partitions without events are stored, so that old messages can be pruned. */
const idleStoreMs = 1_000

export interface Message extends Delivered {
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

/** A partition that this process consumes. */
interface Owned {
  /** Numbers of the messages that are not handled yet, ascending. */
  pending: Set<number>
  /** Messages up to this number are handled, as stored. */
  stored: number
}

/** Delivers to one consumer on one session, until the session is lost. */
export async function consume(
  { sql, gone, consumer, types, handle, pause, pollMs, standbyPollMs, onReady, log }: ConsumeOptions,
  expose: (state: LocalConsumer) => void,
): Promise<void> {
  gone.addEventListener('abort', pause.wake)
  // A position lost in a crash delivers an event twice, which consumers have to handle anyway: not worth a disk flush each.
  await sql`set synchronous_commit = off`
  const share = divideAmongReplicas(sql, consumer)
  const owned = new Map<number, Owned>()
  let readTo = 0
  let waiting = 0
  const lanes = createLanes<Message>({
    handle,
    log,
    onHandled(messages) {
      waiting -= messages.length
      for (const { partition, seq } of messages) owned.get(partition)?.pending.delete(seq)
      if (waiting === 0 || (isFull && waiting < mostWaiting / 2)) pause.wake()
    },
  })
  let isFull = false
  const handledTo = ({ pending }: Owned) => {
    const [first] = pending
    return first === undefined ? readTo : first - 1
  }
  const forget = async (partition?: number) => void (waiting -= (await lanes.clear(partition)).length)
  expose({
    isIdle: (head, positions) =>
      readTo >= head && waiting === 0 && positions.every(({ partition, seq }) => owned.has(partition) || seq >= head),
  })

  /** Starts over behind what is handled in every partition: some messages are read, and perhaps delivered, again. */
  async function restart(gained: { partition: number; seq: number }[]): Promise<void> {
    if (gained.length === 0) return
    await forget()
    for (const state of owned.values()) {
      state.stored = Math.max(state.stored, handledTo(state))
      state.pending.clear()
    }
    for (const { partition, seq } of gained) owned.set(partition, { pending: new Set(), stored: seq })
    readTo = Math.min(...[...owned.values()].map(({ stored }) => stored))
  }

  async function release(surplus: number[]): Promise<void> {
    if (surplus.length === 0) return
    for (const partition of surplus) await forget(partition)
    await store(true)
    for (const partition of surplus) owned.delete(partition)
    await share.release(surplus)
  }

  async function read(): Promise<boolean> {
    // In this order on one connection: everything up to the head was visible before the rows were read.
    const [head, rows] = await Promise.all([
      headOf(sql),
      sql<{ seq: number; partition: number; envelope: Envelope }[]>`
        select seq::float8 as seq, partition, envelope from bus.message
        where message.seq > ${readTo} and type in ${sql(types)} and partition in ${sql([...owned.keys()])}
        order by message.seq limit ${page}`,
    ])
    for (const { seq, partition, envelope: event } of rows) {
      const state = owned.get(partition)
      if (!state || seq <= state.stored) continue
      state.pending.add(seq)
      waiting += 1
      lanes.push({ seq, partition, event })
    }
    const more = rows.length === page
    // A message that came after the head was read can be among the rows.
    readTo = Math.max(readTo, rows.at(-1)?.seq ?? 0, more ? 0 : head)
    return more
  }

  let storedAt = 0
  let idleStoredAt = 0
  async function store(isLast = false): Promise<void> {
    const now = performance.now()
    const isIdle = waiting === 0 && now - idleStoredAt > idleStoreMs
    if (!isLast && !isIdle && now - storedAt < storeMs) return
    const moved = [...owned].filter(([, state]) => handledTo(state) > state.stored)
    // Between, only those in which events were handled.
    const chosen = isLast || isIdle ? moved : moved.filter(([, { pending }]) => pending.size > 0)
    storedAt = now
    if (isIdle) idleStoredAt = now
    if (chosen.length === 0) return
    const positions = chosen.map(([partition, state]) => ({ partition, seq: handledTo(state) }))
    await storePositions(sql, consumer, positions)
    for (const { partition, seq } of positions) {
      const state = owned.get(partition)
      if (state) state.stored = seq
    }
  }

  try {
    await share.join()
    for (let dividedAt = -Infinity; !gone.aborted;) {
      if (performance.now() - dividedAt > standbyPollMs) {
        dividedAt = performance.now()
        const size = await share.size()
        await release([...owned.keys()].slice(size))
        if (owned.size < size) await restart(await share.gain([...owned.keys()], size - owned.size))
        onReady()
      }
      isFull = waiting >= mostWaiting
      const more = owned.size > 0 && !isFull && (await read())
      await store()
      if (!more && !gone.aborted) await pause.sleep(Math.min(pollMs, standbyPollMs))
    }
  } finally {
    await lanes.stop()
    await store(true).catch(() => {})
  }
}

const storePositions = (sql: Sql, consumer: string, positions: { partition: number; seq: number }[]) => sql`
  update bus.consumer_position p set seq = greatest(p.seq, d.seq), seen_at = now()
  from json_to_recordset(${JSON.stringify(positions)}::text::json) as d (partition smallint, seq bigint)
  where p.consumer = ${consumer} and p.partition = d.partition`
