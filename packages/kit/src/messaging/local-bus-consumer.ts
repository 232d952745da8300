import type { Envelope } from '@keyhold/contracts/event'
import type { Sql } from 'postgres'
import type { Session } from '../database/dedicated-connection.ts'
import type { WakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Log } from '../runtime/log.ts'
import { type Handle, handleUntilDone } from './bus.ts'
import { headOf } from './local-bus-tables.ts'

const hour = 3_600_000
export const batch = 200

export interface Message {
  seq: number
  envelope: Envelope
}

interface ConsumeOptions extends Session {
  consumer: string
  types: string[]
  handle: Handle
  pause: WakeableSleep
  pollMs: number
  log: Log
}

/** Delivers to one consumer, for as long as this session holds the consumer's lock. */
export async function consume(options: ConsumeOptions): Promise<void> {
  const { sql, gone, consumer, types, handle, pause, pollMs, log } = options
  gone.addEventListener('abort', pause.wake)
  // A position lost in a crash delivers an event twice, which consumers have to handle anyway: not worth a disk flush each.
  await sql`set synchronous_commit = off`
  let passed = await startPosition(sql, consumer)
  let seenAt = performance.now()
  while (!gone.aborted) {
    // In this order on one connection: everything up to the head was visible before the rows were read.
    const [head, rows] = await Promise.all([
      headOf(sql),
      sql<Message[]>`
        select seq::float8 as seq, envelope from bus.message
        where message.seq > ${passed} and type in ${sql(types)} order by message.seq limit ${batch}`,
    ])
    for (const { seq, envelope } of rows) {
      if (!(await handleUntilDone(handle, envelope, { gone, log })) || gone.aborted) return
      passed = seq
      await advance(sql, consumer, passed)
    }
    if (rows.length === batch) continue
    // Events of other types are passed too, so that they can be pruned.
    if (head > passed || performance.now() - seenAt > hour) {
      passed = Math.max(passed, head)
      seenAt = performance.now()
      await advance(sql, consumer, passed)
    }
    if (rows.length === 0 && !gone.aborted) await pause.sleep(pollMs)
  }
}

async function startPosition(sql: Sql, consumer: string): Promise<number> {
  const [row] = await sql<{ seq: number }[]>`
    insert into bus.position (consumer) values (${consumer})
    on conflict (consumer) do update set seen_at = now() returning seq::float8 as seq`
  return row?.seq ?? 0
}

const advance = (sql: Sql, consumer: string, seq: number) => sql`
  update bus.position set seq = greatest(seq, ${seq}), seen_at = now() where consumer = ${consumer}`
