import { sql } from 'drizzle-orm'
import { afterCommit, type Tx } from '../database/database.ts'
import { noLandlord } from '../database/kit-tables.ts'
import { withoutStatement } from '../runtime/log.ts'
import { requestContext } from '../runtime/request-context.ts'
import type { Tools } from '../http/request.ts'
import { type Claimed, failJob, releaseJob } from './claim.ts'
import { finishJob, type JobHandler, Postpone } from './queue.ts'

export type Outcome = 'done' | 'failed' | 'dead' | 'postponed' | 'released'

export interface Running {
  service: string
  tools: Tools
  handler: JobHandler
  claimed: Claimed
  /** Aborts when the service stops. */
  stopping: AbortSignal
  /** For metrics. */
  onRun: (run: { service: string; job: string; outcome: Outcome }, seconds: number) => void
}

/** Runs a claimed job and writes down what became of it. Never rejects: a job whose end cannot be written down runs again after its lease. */
export async function runJob({ service, tools, handler, claimed, stopping, onRun }: Running): Promise<void> {
  const { db, clock, log } = tools
  const { id, holder, attempts: attempt, postponed, requestId } = claimed
  const landlordId = claimed.landlordId === noLandlord ? null : claimed.landlordId
  const line = { service, job: handler.job.name, jobId: id, landlordId, attempt, requestId }
  const lease = holdLease(tools, handler, claimed)
  const began = performance.now()
  let finished = false
  const finish = async (tx: Tx, { pauseMs = 0 }: { pauseMs?: number } = {}) => {
    await finishJob(tx, id, holder, clock.now(), pauseMs)
    afterCommit(tx, () => (finished = true))
  }
  const end = (outcome: Outcome, error?: unknown) => {
    const ms = Math.round(performance.now() - began)
    onRun({ service, job: handler.job.name, outcome }, ms / 1000)
    const level = outcome === 'dead' ? 'error' : outcome === 'failed' ? 'warn' : 'info'
    log[level]({ ...line, outcome, ms, ...(error === undefined ? {} : { error }) }, 'job')
  }
  try {
    // A process that did this job died each time, without a word of why.
    if (attempt > handler.delaysMs.length + 1)
      throw new Error(`The process ended in the middle of each of ${attempt - 1} attempts`)
    const actor = { role: 'service', name: service, landlordId } as const
    const signal = AbortSignal.any([lease.lost, stopping])
    const isLast = attempt > handler.delaysMs.length
    const given = { ...tools, id, data: claimed.data, attempt, isLast, postponed, landlordId, actor, signal, finish }
    await requestContext.run({ requestId: requestId ?? id, clock }, () => handler.run(given))
    if (!finished) await db.adminTransaction('a job is done', (tx) => finish(tx))
    end('done')
  } catch (error) {
    if (finished) return end('done', error) // the result is committed
    try {
      end(await db.adminTransaction('a job failed', (tx) => settle(tx, error)), error)
    } catch (second) {
      log.warn({ ...line, error: second }, 'the end of a job could not be written down')
    }
  } finally {
    lease.stop()
  }

  function settle(tx: Tx, error: unknown): Promise<Outcome> {
    const now = clock.now()
    if (error instanceof Postpone)
      return releaseJob(tx, claimed, {
        error: sentence(error),
        runAt: new Date(now.getTime() + error.delayMs),
        isPostponed: true,
      })
    if (stopping.aborted) return releaseJob(tx, claimed, { error: null, runAt: null, isPostponed: false })
    return failJob(tx, claimed, { error: sentence(error), now, delayMs: handler.delaysMs[attempt - 1] })
  }
}

/** Prolongs the lease for as long as the run takes. `lost` aborts when another worker has the job. */
function holdLease(
  { db }: Pick<Tools, 'db'>,
  { leaseMs }: JobHandler,
  { id, holder }: Claimed,
): { lost: AbortSignal; stop: () => void } {
  const lost = new AbortController()
  const prolong = async () => {
    const rows = await db.adminTransaction('prolong a lease', (tx) =>
      tx.execute(sql`
        update job set lease_until = case when done_at is null then clock_timestamp() + ${leaseMs} * interval '1 millisecond' else lease_until end
        where id = ${id}::uuid and holder = ${holder}::uuid and dead_at is null returning id`),
    )
    if (rows.length === 0) lost.abort()
  }
  // A failure is left to the next one: a third of the lease later there is time for two more.
  const heartbeat = setInterval(() => void prolong().catch(() => {}), leaseMs / 3)
  return { lost: lost.signal, stop: () => clearInterval(heartbeat) }
}

/** What an operator sees of a failure, without the statement's parameters, which are people's data. */
function sentence(error: unknown): string {
  const causes: string[] = []
  for (
    let one = withoutStatement(error);
    one !== undefined && one !== null && causes.length < 5;
    one = one instanceof Error ? one.cause : undefined
  )
    causes.push(one instanceof Error ? one.message : JSON.stringify(one))
  return causes.join(' ← ').replaceAll('\u0000', '').slice(0, 2_000)
}
