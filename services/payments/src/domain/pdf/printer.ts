import { Worker } from 'node:worker_threads'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Sheet } from './layout.ts'

export interface Printer {
  /** Renders a sheet as a PDF. @throws Refusal 503 if too many are waiting or rendering takes too long */
  print(sheet: Sheet): Promise<Uint8Array>
  close(): Promise<void>
}

interface Waiting {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

type Answer = { job: number; bytes: Uint8Array } | { job: number; failure: string }

/** `waiting`: maximum number of sheets in progress. `timeoutMs`: per sheet, including those before it. `idleMs`: an idle thread ends after this time. */
export function openPrinter({ waiting: most = 16, timeoutMs = 30_000, idleMs = 60_000 } = {}): Printer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let jobs = 0

  /** Ends the thread and rejects everything that waits for it. */
  function abort(reason: unknown): void {
    const ended = worker
    worker = undefined
    const failed = [...waiting.values()]
    waiting.clear()
    void ended?.terminate()
    for (const { reject } of failed) reject(busy(reason))
  }

  function start(): Worker {
    const started = new Worker(new URL('worker.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    const isOurs = () => worker === started
    started.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.job)
      if ('bytes' in answer) asked?.resolve(answer.bytes)
      else asked?.reject(new Error(`A PDF could not be drawn: ${answer.failure}`))
    })
    started.on('error', (error) => isOurs() && abort(error))
    started.on('exit', (code) => isOurs() && abort(new Error(`the thread ended with ${code}`)))
    return started
  }

  /** An idle thread does not keep the process alive, and ends after `idleMs`. */
  function becomeIdle(idleWorker: Worker): void {
    idleWorker.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (worker === idleWorker && waiting.size === 0) abort('idle')
    }, idleMs).unref()
  }

  return {
    async print(sheet) {
      if (waiting.size >= most) throw busy('too many wait')
      clearTimeout(idle)
      const thread = (worker ??= start())
      thread.ref()
      const job = ++jobs
      const timer = setTimeout(() => waiting.has(job) && abort(new Error('a PDF took too long')), timeoutMs)
      try {
        return await new Promise<Uint8Array>((resolve, reject) => {
          waiting.set(job, { resolve, reject })
          thread.postMessage({ job, sheet })
        })
      } finally {
        clearTimeout(timer)
        waiting.delete(job)
        if (waiting.size === 0 && worker) becomeIdle(worker)
      }
    },
    async close() {
      clearTimeout(idle)
      const ended = worker
      abort(new Error('the service stops'))
      await ended?.terminate()
    },
  }
}

const busy = (cause: unknown) =>
  new Refusal('unavailable', "PDFs can't be made right now. Please try again in a moment.", { cause, retryAfter: 5 })
