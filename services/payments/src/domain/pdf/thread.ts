import { Worker } from 'node:worker_threads'
import type { Sheet } from './layout.ts'

/** A thread that renders one sheet at a time. */
export interface Thread {
  /** @throws when it takes longer than `timeoutMs` once the thread has started, or the thread ends: then it is of no more use */
  render(sheet: Sheet, timeoutMs: number): Promise<Uint8Array>
  isEnded(): boolean
  end(): Promise<unknown>
}

type Answer = { isReady: true } | { bytes: Uint8Array } | { failure: string }

export function startThread(): Thread {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const ready = Promise.withResolvers<void>()
  ready.promise.catch(() => {})
  let ended = false
  let waiting: PromiseWithResolvers<Uint8Array> | undefined

  function fail(reason: unknown): void {
    ended = true
    ready.reject(reason)
    waiting?.reject(reason)
    void worker.terminate()
  }

  // An idle thread does not keep the process alive.
  worker.unref()
  worker.on('message', (answer: Answer) => {
    if ('isReady' in answer) ready.resolve()
    else if ('bytes' in answer) waiting?.resolve(answer.bytes)
    else waiting?.reject(new Error(`A PDF could not be drawn: ${answer.failure}`))
  })
  worker.on('error', fail)
  worker.on('exit', (code) => fail(new Error(`the thread ended with ${code}`)))

  return {
    async render(sheet, timeoutMs) {
      const answer = Promise.withResolvers<Uint8Array>()
      let late: NodeJS.Timeout | undefined
      worker.ref()
      try {
        await ready.promise
        late = setTimeout(() => fail(new Error('a PDF took too long')), timeoutMs)
        worker.postMessage(sheet)
        waiting = answer
        return await answer.promise
      } finally {
        clearTimeout(late)
        waiting = undefined
        worker.unref()
      }
    },
    isEnded: () => ended,
    end() {
      fail(new Error('the service stops'))
      return worker.terminate()
    },
  }
}
