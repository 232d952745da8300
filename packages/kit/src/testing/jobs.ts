import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import type { Job } from '../jobs/queue.ts'

export interface JobRow extends Record<string, unknown> {
  id: string
  name: string
  state: 'waiting' | 'held' | 'done' | 'dead'
  attempts: number
  postponed: number
  error: string | null
}

/** The jobs of all landlords, oldest first. */
export async function jobsOf(db: Database, name?: string): Promise<JobRow[]> {
  const rows = await db.adminTransaction('for a test', (tx) =>
    tx.execute<JobRow>(sql`
      select id, name, attempts, postponed, error, case when done_at is not null then 'done' when dead_at is not null then 'dead'
        when holder is not null then 'held' else 'waiting' end as state
      from job where name = ${name ?? null}::text or ${name ?? null}::text is null order by id`),
  )
  return [...rows]
}

/** As if every process that is at a job had died a while ago. */
export async function endLeases(db: Database): Promise<void> {
  await db.adminTransaction('for a test', (tx) =>
    tx.execute(
      sql`update job set lease_until = clock_timestamp() where holder is not null and done_at is null and dead_at is null`,
    ),
  )
}

/** They look for due jobs of this kind at once: for after a test has set the clock. */
export function wakeWorkers({ listeners }: Pick<Job, 'listeners'>): void {
  for (const wake of listeners) wake()
}
