import { sql } from 'drizzle-orm'
import type { Tx } from '../database/database.ts'
import type { JobHandler } from './queue.ts'

/** A job that this process is at, until its lease is over. */
export interface Claimed extends Record<string, unknown> {
  id: string
  landlordId: string
  data: unknown
  /** This one counted. */
  attempts: number
  postponed: number
  holder: string
  requestId: string | null
}

/** Landlords looked at besides, since another process may take the same jobs at this moment. */
const spare = 20

/**
 * Takes the first due job of each of up to `limit` landlords, those first who were served longest ago. Due times are the service's clock's,
 * leases the database's.
 */
export async function claimJobs(
  tx: Tx,
  { job: { name }, leaseMs }: JobHandler,
  now: Date,
  limit: number,
): Promise<Claimed[]> {
  const isDue = sql`j.done_at is null and j.dead_at is null and j.run_at <= ${now.toISOString()}::timestamptz and coalesce(j.lease_until <= clock_timestamp(), true)`
  const rows = await tx.execute<Claimed>(sql`
    with recursive waiting (landlord_id) as (
      (select landlord_id from job where name = ${name} and done_at is null and dead_at is null order by landlord_id limit 1)
      union all
      select (select j.landlord_id from job j where j.name = ${name} and j.done_at is null and j.dead_at is null and j.landlord_id > w.landlord_id
        order by j.landlord_id limit 1) from waiting w where w.landlord_id is not null
    ), next as (
      select n.id, row_number() over (order by
        (select max(s.claimed_at) from job s where s.name = ${name} and s.landlord_id = w.landlord_id) nulls first, n.run_at, n.id) as turn
      from waiting w cross join lateral (
        select j.id, j.run_at from job j where j.name = ${name} and j.landlord_id = w.landlord_id and ${isDue}
          and (j.key is null or not exists (select from job r where r.name = j.name and r.landlord_id = j.landlord_id and r.key = j.key and r.id <> j.id
            and r.lease_until > clock_timestamp()))
        order by j.run_at, j.id limit 1) n
      order by turn limit ${limit + spare}
    ), mine as (
      select j.id from job j join next on next.id = j.id where ${isDue} order by next.turn limit ${limit} for update of j skip locked
    )
    update job set holder = gen_random_uuid(), attempts = attempts + 1, claimed_at = clock_timestamp(),
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where id in (select id from mine)
    returning id, landlord_id as "landlordId", data, attempts, postponed, holder, request_id as "requestId"`)
  return [...rows]
}

const mine = ({ id, holder }: Claimed) =>
  sql`id = ${id}::uuid and holder = ${holder}::uuid and done_at is null and dead_at is null`
/** Another job of its key was added meanwhile and waits: it does the same. */
const isRepeated = sql`exists (select from job w where w.name = job.name and w.landlord_id = job.landlord_id and w.key = job.key and w.holder is null and w.done_at is null and w.dead_at is null)`

/** Notes a failure: the job waits for `delayMs`, or is dead where there is no such delay. */
export async function failJob(
  tx: Tx,
  claimed: Claimed,
  { error, now, delayMs }: { error: string; now: Date; delayMs: number | undefined },
): Promise<'failed' | 'dead'> {
  const at = now.toISOString()
  if (delayMs === undefined) {
    await tx.execute(
      sql`update job set error = ${error}, lease_until = null, dead_at = ${at}::timestamptz where ${mine(claimed)}`,
    )
    return 'dead'
  }
  const runAt = new Date(now.getTime() + delayMs).toISOString()
  await tx.execute(sql`
    update job set error = ${error}, lease_until = null, holder = null, run_at = ${runAt}::timestamptz, done_at = case when ${isRepeated} then ${at}::timestamptz end
    where ${mine(claimed)}`)
  return 'failed'
}

/** Puts a job back as if this attempt had not been. */
export async function releaseJob(
  tx: Tx,
  claimed: Claimed,
  { error, runAt, isPostponed }: { error: string | null; runAt: Date | null; isPostponed: boolean },
): Promise<'postponed' | 'released'> {
  await tx.execute(sql`
    update job set attempts = attempts - 1, postponed = postponed + ${isPostponed ? 1 : 0}, error = ${error}, lease_until = null, holder = null,
      run_at = coalesce(${runAt?.toISOString() ?? null}::timestamptz, run_at), done_at = case when ${isRepeated} then clock_timestamp() end
    where ${mine(claimed)}`)
  return isPostponed ? 'postponed' : 'released'
}

/** Done jobs are kept for a week, for questions about what happened. */
export async function pruneJobs(tx: Tx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 7 * 24 * 3_600_000).toISOString()
  await tx.execute(sql`delete from job where done_at < ${before}::timestamptz`)
}
