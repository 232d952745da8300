import { Worker } from 'node:worker_threads'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Sheet } from './layout.ts'

export interface Printer {
  /** The sheet as a PDF. @throws Refusal 503 where too many wait, or one takes too long */
  print(sheet: Sheet): Promise<Uint8Array>
  close(): Promise<void>
}

interface Waiting {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

type Answer = { job: number; bytes: Uint8Array } | { job: number; failure: string }

/** `waiting`: so many sheets at a time. `timeoutMs`: for one sheet, and those before it. `idleMs`: after that the thread ends until it is needed again. */
export function openPrinter({ waiting: most = 16, timeoutMs = 30_000, idleMs = 60_000 } = {}): Printer {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let jobs = 0

  /** Gives the thread up and everybody who waits for it. */
  function giveUp(reason: unknown): void {
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
    started.on('error', (error) => isOurs() && giveUp(error))
    started.on('exit', (code) => isOurs() && giveUp(new Error(`the thread ended with ${code}`)))
    return started
  }

  /** Nothing waits: the thread keeps no process alive, and ends after a while. */
  function rest(resting: Worker): void {
    resting.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      if (worker === resting && waiting.size === 0) giveUp('idle')
    }, idleMs).unref()
  }

  return {
    async print(sheet) {
      if (waiting.size >= most) throw busy('too many wait')
      clearTimeout(idle)
      const thread = (worker ??= start())
      thread.ref()
      const job = ++jobs
      const timer = setTimeout(() => waiting.has(job) && giveUp(new Error('a PDF took too long')), timeoutMs)
      try {
        return await new Promise<Uint8Array>((resolve, reject) => {
          waiting.set(job, { resolve, reject })
          thread.postMessage({ job, sheet })
        })
      } finally {
        clearTimeout(timer)
        waiting.delete(job)
        if (waiting.size === 0 && worker) rest(worker)
      }
    },
    async close() {
      clearTimeout(idle)
      const ended = worker
      giveUp(new Error('the service stops'))
      await ended?.terminate()
    },
  }
}

const busy = (cause: unknown) =>
  new Refusal('unavailable', "PDFs can't be made right now. Please try again in a moment.", { cause, retryAfter: 5 })
