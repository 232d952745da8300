import { createWakeableSleep } from '../lib/wakeable-sleep.ts'
import type { Tools } from '../http/request.ts'
import { claimJobs, pruneJobs } from './claim.ts'
import type { JobHandler } from './queue.ts'
import { runJob, type Running } from './run.ts'

export interface Worker {
  /** Runs what is due by the clock, and resolves when nothing more is; for tests and tools. */
  tick(): Promise<void>
  /** Begins nothing more, asks running jobs to end, and resolves when they have. */
  stop(): Promise<void>
}

export interface WorkerOptions {
  service: string
  tools: Tools
  handlers: JobHandler[]
  /** It looks at least this often for jobs that are due again, or that another process added or left. */
  pollMs?: number
  onRun?: Running['onRun'] | undefined
}

const pruneEveryMs = 3_600_000

/**
 * Does the jobs of a service, over any number of processes: each as often as it takes to succeed, and by one process at a time for as long as
 * that one lives. Landlords take turns, so that nobody's ten thousand jobs delay another's one.
 */
export function startWorker({ service, tools, handlers, pollMs = 2_000, onRun = () => {} }: WorkerOptions): Worker {
  const { db, clock, log } = tools
  if (new Set(handlers.map(({ job }) => job.name)).size < handlers.length)
    throw new Error(`Two job handlers of ${service} are for the same job`)
  const pause = createWakeableSleep()
  const stopping = new AbortController()
  const running = new Map(handlers.map((handler) => [handler, new Set<Promise<void>>()]))
  const passes = new Map<JobHandler, Promise<unknown>>()
  const runs = () => [...running.values()].flatMap((set) => [...set])

  /** Starts as many due jobs as there is room for. */
  async function fill(handler: JobHandler): Promise<void> {
    const mine = running.get(handler)!
    for (let more = true; more;) {
      const room = handler.concurrency - mine.size
      if (stopping.signal.aborted || room <= 0) return
      const claimed = await db.adminTransaction('claim jobs of all landlords', (tx) =>
        claimJobs(tx, handler, clock.now(), room),
      )
      for (const one of claimed) {
        const run = runJob({ service, tools, handler, claimed: one, stopping: stopping.signal, onRun }).finally(() => {
          mine.delete(run)
          pause.wake()
        })
        mine.add(run)
      }
      more = claimed.length > 0
    }
  }

  /** One after the other, so that a call by hand and the loop don't compete. */
  function pass(handler: JobHandler): Promise<void> {
    const next = (passes.get(handler) ?? Promise.resolve()).catch(() => {}).then(() => fill(handler))
    passes.set(handler, next)
    return next
  }

  const life = (async () => {
    let prune = 0
    while (!stopping.signal.aborted) {
      try {
        for (const handler of handlers) await pass(handler)
        if (performance.now() > prune) {
          await db.adminTransaction('forget jobs done long ago', (tx) => pruneJobs(tx, clock.now()))
          prune = performance.now() + pruneEveryMs
        }
      } catch (error) {
        log.warn({ service, error }, 'could not look for due jobs')
      }
      await pause.sleep(pollMs)
    }
  })()
  for (const { job } of handlers) job.listeners.add(pause.wake)

  return {
    async tick() {
      for (;;) {
        for (const handler of handlers) await pass(handler)
        if (runs().length === 0) return
        await Promise.all(runs())
      }
    },
    async stop() {
      for (const { job } of handlers) job.listeners.delete(pause.wake)
      stopping.abort()
      pause.wake()
      await life
      await Promise.all(runs())
    },
  }
}
