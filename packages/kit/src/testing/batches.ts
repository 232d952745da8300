import type { Envelope, EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import type { Database, Tx } from '../database/database.ts'
import type { Actor } from '../runtime/actor.ts'
import { until } from './wait.ts'

/** An event as a consumer receives it, for a test that calls handlers itself or publishes several at once. */
export function envelopeOf<D extends z.ZodObject>(
  contract: EventContract<D>,
  data: z.output<D>,
  time: string,
): Envelope<z.output<D>> {
  const fields: Record<string, unknown> = data
  return {
    specversion: '1.0',
    id: v7(),
    source: `/${contract.type.split('.')[0]}`,
    type: contract.type,
    time,
    subject: String(fields[contract.subject]),
    datacontenttype: 'application/json',
    dataversion: contract.version,
    ...(typeof fields.landlordId === 'string' ? { landlordid: fields.landlordId } : {}),
    data,
  }
}

/** Resolves when so many transactions of this database wait for a lock. */
export const untilWaiting = (tx: Tx, transactions: number): Promise<unknown> =>
  until(
    async () =>
      (
        await tx.execute(sql`
          select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`)
      ).length >= transactions,
    { what: `${transactions} transactions to wait for a lock` },
  )

/**
 * Runs transactions that meet at a row: each begins while `lock` holds it, and all wait for a lock before it is released. Resolves with how often each
 * had to be begun: more than once is a deadlock.
 */
export async function attemptsBehind(
  db: Database,
  actor: Actor,
  { lock, works }: { lock: SQL; works: readonly ((tx: Tx) => Promise<unknown>)[] },
): Promise<number[]> {
  const attempts = works.map(() => 0)
  let running: Promise<unknown>[] = []
  await db.transaction(actor, async (tx) => {
    await tx.execute(lock)
    running = works.map((work, n) =>
      db.transaction(actor, (own) => {
        attempts[n] = (attempts[n] ?? 0) + 1
        return work(own)
      }),
    )
    await untilWaiting(tx, works.length)
  })
  await Promise.all(running)
  return attempts
}
