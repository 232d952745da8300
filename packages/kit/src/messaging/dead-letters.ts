import type { Envelope } from '@keyhold/contracts/event'
import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'

export interface DeadLetter {
  id: number
  /** Name of the handler that failed. */
  handler: string
  event: Envelope
  attempts: number
  error: string | null
  /** ISO instant of the last failure. */
  deadAt: string
}

/** The dead-letter queue of a service, newest first, 200 at most. */
export async function listDeadLetters(db: Database): Promise<DeadLetter[]> {
  const rows = await db.adminTransaction('an operator lists dead letters', (tx) =>
    tx.execute<Omit<DeadLetter, 'deadAt'> & { dead_at: string }>(sql`
      select id, consumer as handler, event, attempts, error, dead_at from event_retry
      where dead_at is not null order by dead_at desc, id desc limit 200`),
  )
  return rows.map(({ dead_at, ...letter }) => ({ ...letter, deadAt: dead_at }))
}

/** Puts a dead letter back into the retry queue with all its attempts. False when there is none with that id. */
export async function replayDeadLetter(db: Database, id: number): Promise<boolean> {
  const rows = await db.adminTransaction('an operator replays a dead letter', (tx) =>
    tx.execute(sql`
      update event_retry set dead_at = null, attempts = 0, next_at = dead_at
      where id = ${id} and dead_at is not null returning id`),
  )
  return rows.length > 0
}
