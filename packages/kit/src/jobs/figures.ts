import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { noLandlord } from '../database/kit-tables.ts'

export interface DeadJob {
  id: string
  name: string
  landlordId: string | null
  data: unknown
  attempts: number
  error: string | null
  /** ISO instant of the last failure. */
  deadAt: string
}

/** The jobs that were given up, newest first, 200 at most. */
export async function listDeadJobs(db: Database): Promise<DeadJob[]> {
  const rows = await db.adminTransaction('dead jobs for an operator', (tx) =>
    tx.execute<Omit<DeadJob, 'deadAt' | 'landlordId'> & { landlord_id: string; dead_at: string }>(sql`
      select id, name, landlord_id, data, attempts, error, dead_at from job where dead_at is not null order by dead_at desc, id desc limit 200`),
  )
  return rows.map(({ landlord_id, dead_at, ...row }) => ({
    ...row,
    landlordId: landlord_id === noLandlord ? null : landlord_id,
    deadAt: new Date(dead_at).toISOString(),
  }))
}

/** Gives a dead job all its attempts anew, at once. False when there is none of that id, or one of its key waits already. */
export async function replayDeadJob(db: Database, id: string): Promise<boolean> {
  const rows = await db.adminTransaction('replay of a dead job', (tx) =>
    tx.execute(sql`
      update job d set dead_at = null, attempts = 0, holder = null, run_at = dead_at where id = ${id}::uuid and dead_at is not null
        and not exists (select from job w where w.name = d.name and w.landlord_id = d.landlord_id and w.key = d.key and w.holder is null and w.done_at is null and w.dead_at is null)
      returning id`),
  )
  return rows.length > 0
}

/** How many jobs of one kind there are. */
export interface JobFigures {
  name: string
  /** Waiting, those that are not due yet among them. */
  queued: number
  running: number
  dead: number
  /** Seconds since the oldest due job was due. */
  oldestSeconds: number
}

export async function jobFigures(db: Database, now: Date): Promise<JobFigures[]> {
  const rows = await db.adminTransaction('figures of the jobs of all landlords', (tx) =>
    tx.execute<{ name: string; queued: number; running: number; dead: number; oldest: number }>(sql`
      select name, count(*) filter (where dead_at is null and not held)::int as queued, count(*) filter (where dead_at is null and held)::int as running,
        count(*) filter (where dead_at is not null)::int as dead,
        coalesce(greatest(0, extract(epoch from ${now.toISOString()}::timestamptz - min(run_at) filter (where dead_at is null and not held))), 0)::float8 as oldest
      from (select *, coalesce(lease_until > clock_timestamp(), false) as held from job where done_at is null) j group by name order by name`),
  )
  return rows.map(({ oldest, ...row }) => ({ ...row, oldestSeconds: oldest }))
}
