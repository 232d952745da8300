import type { z } from '@keyhold/contracts/zod'
import { sql } from 'drizzle-orm'
import { v4, v7 } from 'uuid'
import { type Actor, scopeOf } from '../runtime/actor.ts'
import { systemClock } from '../runtime/clock.ts'
import { afterCommit, scopeOfTx, type Tx } from '../database/database.ts'
import { noLandlord } from '../database/kit-tables.ts'
import { requestContext } from '../runtime/request-context.ts'
import type { Tools } from '../http/request.ts'

/** A kind of work that is done after the transaction that asks for it. */
export interface Job<D extends z.ZodType = z.ZodType> {
  /** Unique within the service, and never changed: rows refer to it. */
  name: string
  data: D
  /** Wakes the workers of this process. */
  listeners: Set<() => void>
}

/** Declares a kind of job. Its data should be ids: a job may run minutes later, when the record has changed. */
export function job<D extends z.ZodType>({ name, data }: { name: string; data: D }): Job<D> {
  return { name, data, listeners: new Set() }
}

/** One run of a job. It may happen again after a crash, so effects outside the database carry the job's `id` where they can. */
export interface JobRun<D> extends Tools {
  id: string
  data: D
  /** From 1; a run that crashed counts. */
  attempt: number
  /** A failure of this run makes the job a dead letter. */
  isLast: boolean
  /** How often `Postpone` was thrown so far. */
  postponed: number
  landlordId: string | null
  /** The service acting for the job's landlord. */
  actor: Actor
  /** Aborts when the lease was lost or the service stops; a run that then fails is repeated and not counted. */
  signal: AbortSignal
  /**
   * Marks the job done in a transaction of `actor`, so that the result and the mark commit together. `pauseMs`: the next job of its key is not
   * begun before, by the database's clock. @throws when the lease was lost
   */
  finish: (tx: Tx, options?: { pauseMs?: number }) => Promise<void>
}

export interface JobHandler {
  job: Job
  run(run: JobRun<unknown>): Promise<void>
  /** Waits after the first, second … failure. After one more the job is a dead letter. */
  delaysMs: number[]
  /** A run whose process shows no sign of life for this long is repeated by another. */
  leaseMs: number
  /** Runs at a time in one process. */
  concurrency: number
}

const minute = 60_000
const defaultDelays = [1, 5, 15, 60, 240, 720].map((minutes) => minutes * minute)

/** What does a job. It fails by throwing. */
export function onJob<D extends z.ZodType>(
  kind: Job<D>,
  run: (run: JobRun<z.output<D>>) => Promise<void>,
  {
    delaysMs = defaultDelays,
    leaseMs = minute,
    concurrency = 5,
  }: Partial<Pick<JobHandler, 'delaysMs' | 'leaseMs' | 'concurrency'>> = {},
): JobHandler {
  return {
    job: kind,
    run: (given) => run({ ...given, data: kind.data.parse(given.data) }),
    delaysMs,
    leaseMs,
    concurrency,
  }
}

/** Thrown by a run that cannot go on now through no fault of its own: it runs again after `delayMs`, and this attempt does not count. */
export class Postpone extends Error {
  override name = 'Postpone'
  readonly delayMs: number
  constructor(delayMs: number, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.delayMs = delayMs
  }
}

interface Wish {
  /** Of several jobs of one kind, landlord and key, one waits at a time: asking again while it waits adds nothing. */
  key?: string
  /** By the service's clock; at once unless given. A waiting job of the same key runs at the earlier of both, unless it has failed before. */
  runAt?: Date
  /** Only in `adminTransaction`, where no actor says whose it is. */
  landlordId?: string
}

/** Adds a job that runs if, and only if, `tx` commits. Its id, or that of the one that waits already. @throws ZodError when the data is not the kind's */
export async function enqueue<D extends z.ZodType>(
  tx: Tx,
  kind: Job<D>,
  data: z.input<D>,
  wish: Wish = {},
): Promise<string> {
  const [id] = await insert(tx, kind, [data], wish)
  return id!
}

/** Adds many jobs of one kind at once, a few hundred at a time. @throws like `enqueue` */
export async function enqueueAll<D extends z.ZodType>(
  tx: Tx,
  kind: Job<D>,
  list: readonly z.input<D>[],
  wish: Omit<Wish, 'key'> = {},
): Promise<void> {
  if (list.length > 0) await insert(tx, kind, list, wish)
}

async function insert<D extends z.ZodType>(
  tx: Tx,
  kind: Job<D>,
  list: readonly z.input<D>[],
  wish: Wish,
): Promise<string[]> {
  const { landlordId = landlordOf(tx), key = null, runAt = now() } = wish
  const rows = list.map((data) => ({ id: v7(), data: kind.data.parse(data) }))
  // The row that waits is locked: no worker takes it before this change is committed and seen by its run.
  const inserted = await tx.execute<{ id: string }>(sql`
    insert into job (id, name, landlord_id, key, data, run_at, request_id)
    select (e ->> 'id')::uuid, ${kind.name}, ${landlordId}::uuid, ${key}, e -> 'data', ${runAt.toISOString()}::timestamptz, ${requestId()}
    from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) e
    on conflict (name, landlord_id, key) where key is not null and holder is null and done_at is null and dead_at is null
    do update set run_at = case when job.attempts = 0 then least(job.run_at, excluded.run_at) else job.run_at end
    returning id`)
  wakeAfter(tx, kind)
  return inserted.map(({ id }) => id)
}

/**
 * Adds a job that the caller does itself, right after `tx`: for work whose outcome somebody waits for. A worker does it only if the caller
 * has not called `finish` when the lease is over, since its process then died.
 */
export async function enqueueHeld<D extends z.ZodType>(
  tx: Tx,
  kind: Job<D>,
  data: z.input<D>,
  { leaseMs, runAt = now() }: { leaseMs: number; runAt?: Date },
): Promise<{ id: string; finish: (tx: Tx) => Promise<void> }> {
  const [id, holder] = [v7(), v4()]
  await tx.execute(sql`
    insert into job (id, name, landlord_id, data, run_at, request_id, attempts, holder, claimed_at, lease_until)
    values (${id}::uuid, ${kind.name}, ${landlordOf(tx)}::uuid, ${JSON.stringify(kind.data.parse(data))}::text::jsonb, ${runAt.toISOString()}::timestamptz,
      ${requestId()}, 1, ${holder}::uuid, clock_timestamp(), clock_timestamp() + ${leaseMs} * interval '1 millisecond')`)
  return { id, finish: (later) => finishJob(later, id, holder, now()) }
}

/** Takes a job back that has not begun. False when it has, was done, or is another landlord's. */
export async function cancelJob(tx: Tx, kind: Job, id: string): Promise<boolean> {
  const rows = await tx.execute(sql`
    delete from job where id = ${id}::uuid and name = ${kind.name} and landlord_id = ${landlordOf(tx)}::uuid and claimed_at is null returning id`)
  return rows.length > 0
}

/** @throws when another worker has taken it, or `tx` may not see it */
export async function finishJob(tx: Tx, id: string, holder: string, at: Date, pauseMs = 0): Promise<void> {
  const rows = await tx.execute(sql`
    update job set done_at = ${at.toISOString()}::timestamptz, error = null,
      lease_until = case when ${pauseMs}::float8 > 0 then clock_timestamp() + ${pauseMs}::float8 * interval '1 millisecond' end
    where id = ${id}::uuid and holder = ${holder}::uuid and done_at is null and dead_at is null returning id`)
  if (rows.length === 0)
    throw new Error(`Job ${id} was taken by another worker, or belongs to another landlord than this transaction`)
}

const now = () => (requestContext.getStore()?.clock ?? systemClock).now()
const requestId = () => requestContext.getStore()?.requestId ?? null

function landlordOf(tx: Tx): string {
  const { actor } = scopeOfTx(tx)
  return (actor && scopeOf(actor).landlordId) || noLandlord
}

function wakeAfter(tx: Tx, kind: Pick<Job, 'listeners'>): void {
  for (const wake of kind.listeners) afterCommit(tx, wake)
}
