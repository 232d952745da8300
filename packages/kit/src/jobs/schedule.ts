import { sql } from 'drizzle-orm'
import { Cron } from 'croner'
import { v4, v7 } from 'uuid'
import { createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Clock } from '../runtime/clock.ts'
import { afterCommit, type Database, type Tx } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'
import { requestContext } from '../runtime/request-context.ts'

export interface Occurrence {
  /** The instant this run stands for; the run itself may come later. */
  slot: Date
  clock: Clock
  log: Log
  /** Aborts when the lease was lost (another replica has taken over) or the service stops. */
  signal: AbortSignal
  /** Marks the occurrence done in the caller's transaction, so that effect and mark commit together. @throws when the lease was lost */
  finish: (tx: Tx) => Promise<void>
}

export interface Schedule {
  /** Unique within the service, and never changed. */
  name: string
  /** Five or six fields (seconds first), in `timeZone`. */
  cron: string
  /** IANA name; UTC unless given. */
  timeZone?: string
  /** Of the occurrences missed during a downtime: run each in order, or the last one alone (the default). */
  catchUp?: 'all' | 'last'
  run(occurrence: Occurrence): Promise<unknown>
}

/** Something that happens by the clock, as data. @throws on a cron pattern or time zone that does not exist */
export function every(schedule: Schedule): Schedule {
  cronOf(schedule).nextRun()
  return schedule
}

export interface Schedules {
  /** Runs what is due by the clock, and resolves when it has run; for tests and tools. */
  tick(): Promise<void>
  /** Lets what runs end, then resolves. */
  stop(): Promise<void>
}

export interface ScheduleOptions {
  service: string
  db: Database
  schedules: Schedule[]
  clock: Clock
  log: Log
  /** A run that shows no sign of life for this long counts as crashed and is run again. */
  leaseMs?: number
  /** Waits after the first, second … failure of a run; after one more it is given up. */
  delaysMs?: number[]
  /** It looks at least this often. */
  pollMs?: number
}

const minute = 60_000

/**
 * Runs each occurrence once over any number of replicas; once more only after a crash or a failure. Occurrences of one schedule never overlap.
 * A schedule's first start begins from now. Times that a DST change skips run right after it, times that it repeats run once (croner's rules).
 */
export function startSchedules({
  service,
  db,
  schedules,
  clock,
  log,
  leaseMs = minute,
  delaysMs = [10_000, minute, 5 * minute, 30 * minute],
  pollMs = 15_000,
}: ScheduleOptions): Schedules {
  const alarm = createWakeableSleep()
  const stopping = new AbortController()
  const passes = new Map<Schedule, Promise<void>>()
  const busy = new Set<Promise<void> | undefined>()

  async function runDue(schedule: Schedule): Promise<void> {
    while (!stopping.signal.aborted) {
      const holder = v4()
      const slot = await db.adminTransaction('claim an occurrence', (tx) =>
        claim(tx, schedule, { now: clock.now(), holder, leaseMs }),
      )
      if (!slot) return
      await runOccurrence({
        schedule,
        slot,
        holder,
        service,
        db,
        clock,
        log,
        leaseMs,
        delaysMs,
        stopping: stopping.signal,
      })
    }
  }

  /** Passes of one schedule follow each other; schedules don't wait for one another. */
  function pass(schedule: Schedule): Promise<void> {
    const next = (passes.get(schedule) ?? Promise.resolve()).catch(() => {}).then(() => runDue(schedule))
    passes.set(schedule, next)
    busy.add(next)
    const over = () => void busy.delete(next)
    next.then(over, over)
    return next
  }

  const life = (async () => {
    while (!stopping.signal.aborted) {
      for (const schedule of schedules) {
        // A long run must not gather passes behind it.
        if (busy.has(passes.get(schedule))) continue
        pass(schedule).catch((error: unknown) =>
          log.warn({ service, schedule: schedule.name, error }, 'could not look for due occurrences'),
        )
      }
      const now = clock.now()
      const waits = schedules.map((schedule) => (cronOf(schedule).nextRun(now)?.getTime() ?? Infinity) - now.getTime())
      await alarm.sleep(Math.max(20, Math.min(pollMs, ...waits)))
    }
  })()
  return {
    tick: async () => void (await Promise.all(schedules.map(pass))),
    async stop() {
      stopping.abort()
      alarm.wake()
      await life
      await Promise.allSettled(passes.values())
    },
  }
}

interface RunOptions {
  schedule: Schedule
  slot: Date
  holder: string
  service: string
  db: Database
  clock: Clock
  log: Log
  leaseMs: number
  delaysMs: number[]
  stopping: AbortSignal
}

/** Runs a claimed occurrence, prolongs its lease meanwhile, and records how it ended. Never rejects. */
async function runOccurrence(options: RunOptions): Promise<void> {
  const { schedule, slot, holder, service, db, clock, log, leaseMs, delaysMs, stopping } = options
  const { name } = schedule
  const line = { service, schedule: name, slot: slot.toISOString() }
  const mine = sql`name = ${name} and slot = ${slot.toISOString()}::timestamptz and holder = ${holder}::uuid and done_at is null`
  const lost = new AbortController()
  let finished = false
  const finish = async (tx: Tx) => {
    const rows = await tx.execute(
      sql`update schedule_run set done_at = clock_timestamp(), error = null where ${mine} returning name`,
    )
    if (rows.length === 0) throw new Error(`Another replica runs ${name} for ${slot.toISOString()} now`)
    afterCommit(tx, () => (finished = true))
  }
  const prolong = async () => {
    const rows = await db.adminTransaction('prolong a lease', (tx) =>
      tx.execute(
        sql`update schedule_run set lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond' where ${mine} returning name`,
      ),
    )
    if (rows.length === 0 && !finished) lost.abort()
  }
  // After a failure there is time for two more before the lease ends.
  const heartbeat = setInterval(() => void prolong().catch(() => {}), leaseMs / 3)
  const began = performance.now()
  try {
    const given: Occurrence = { slot, clock, log, signal: AbortSignal.any([lost.signal, stopping]), finish }
    await requestContext.run({ requestId: v7(), clock }, () => schedule.run(given))
    if (!finished) await db.adminTransaction('an occurrence is done', finish)
    log.info({ ...line, ms: Math.round(performance.now() - began) }, 'schedule')
  } catch (error) {
    log.error({ ...line, error }, 'schedule failed')
    // If this fails too, the lease runs out and the occurrence is run again.
    await db.adminTransaction('an occurrence failed', (tx) => fail(tx, mine, error, delaysMs)).catch(() => {})
  } finally {
    clearInterval(heartbeat)
  }
}

const cronOf = ({ cron, timeZone = 'UTC' }: Schedule) => new Cron(cron, { paused: true, timezone: timeZone })

/** The occurrences after `last` up to and including `now`: all of them (100 at a time), or the latest. */
export function dueSlots(schedule: Schedule, last: Date, now: Date): Date[] {
  const cron = cronOf(schedule)
  const slots: Date[] = []
  if (schedule.catchUp !== 'all') {
    // Exclusive of its reference, hence a second later.
    const [latest] = cron.previousRuns(1, new Date(Math.floor(now.getTime() / 1_000) * 1_000 + 1_000))
    return latest && latest > last && latest <= now ? [latest] : []
  }
  for (let slot = cron.nextRun(last); slot && slot <= now && slots.length < 100; slot = cron.nextRun(slot))
    slots.push(slot)
  return slots
}

/** Notes what has become due, and takes the first occurrence that nobody is at. */
async function claim(
  tx: Tx,
  schedule: Schedule,
  { now, holder, leaseMs }: { now: Date; holder: string; leaseMs: number },
): Promise<Date | undefined> {
  const { name } = schedule
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('keyhold schedule ' || current_schema() || ' ' || ${name}, 0))`,
  )
  const [row] = await tx.execute<{ last: string | null }>(
    sql`select max(slot) as last from schedule_run where name = ${name}`,
  )
  if (!row?.last) {
    // Never seen before: it begins from now.
    await tx.execute(
      sql`insert into schedule_run (name, slot, done_at) values (${name}, ${now.toISOString()}::timestamptz, clock_timestamp())`,
    )
    return undefined
  }
  const slots = dueSlots(schedule, new Date(row.last), now)
  for (const slot of slots)
    await tx.execute(sql`insert into schedule_run (name, slot) values (${name}, ${slot.toISOString()}::timestamptz)`)
  if (slots.length > 0)
    await tx.execute(
      sql`delete from schedule_run where name = ${name} and coalesce(done_at, failed_at) < clock_timestamp() - interval '90 days' and slot < ${row.last}::timestamptz`,
    )
  const [claimed] = await tx.execute<{ slot: string }>(sql`
    update schedule_run set holder = ${holder}::uuid, attempts = attempts + 1, lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where name = ${name} and slot = (
      select slot from schedule_run where name = ${name} and done_at is null and failed_at is null and coalesce(lease_until <= clock_timestamp(), true) order by slot limit 1)
    and not exists (select from schedule_run where name = ${name} and done_at is null and failed_at is null and holder is not null and lease_until > clock_timestamp())
    returning slot`)
  return claimed && new Date(claimed.slot)
}

/** Gives the occurrence back, to be tried later or never again. */
async function fail(tx: Tx, mine: ReturnType<typeof sql>, error: unknown, delaysMs: number[]): Promise<void> {
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 2_000)
  const [row] = await tx.execute<{ attempts: number }>(sql`select attempts from schedule_run where ${mine}`)
  const delay = delaysMs[(row?.attempts ?? 1) - 1]
  await tx.execute(sql`
    update schedule_run set holder = null, error = ${message}, lease_until = clock_timestamp() + ${delay ?? 0} * interval '1 millisecond', failed_at = ${delay === undefined ? sql`clock_timestamp()` : sql`null`}
    where ${mine}`)
}
