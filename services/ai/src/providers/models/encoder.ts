import { Worker } from 'node:worker_threads'
import type { Encoder } from '../../domain/assistant/understanding/nearest.ts'

interface Waiting {
  resolve: (vectors: Float32Array[]) => void
  reject: (error: Error) => void
}

/** How long the thread with its 180 MB stays without work. */
const idleMs = 5 * 60_000

/** The sentence encoder in a thread that starts with the first sentence and ends when it has been idle for a while. */
export function threadEncoder(): Encoder & { stop(): Promise<void> } {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let next = 0
  const waiting = new Map<number, Waiting>()

  function end(error?: Error): void {
    for (const { reject } of waiting.values()) reject(error ?? new Error('the encoder was stopped'))
    waiting.clear()
    clearTimeout(idle)
    worker = undefined
  }
  function start(): Worker {
    const started = new Worker(new URL('encoder-worker.ts', import.meta.url), { env: {}, execArgv: [] })
    started.unref()
    started.on('message', ({ id, vectors, error }: { id: number; vectors?: Float32Array[]; error?: string }) => {
      const found = waiting.get(id)
      waiting.delete(id)
      if (vectors) found?.resolve(vectors)
      else found?.reject(new Error(error))
    })
    started.on('error', (error) => {
      if (worker === started) end(error instanceof Error ? error : new Error(String(error)))
    })
    started.on('exit', () => {
      if (worker === started) end()
    })
    return started
  }
  return {
    encode(sentences) {
      worker ??= start()
      clearTimeout(idle)
      idle = setTimeout(() => void worker?.terminate(), idleMs)
      idle.unref()
      const id = next++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker?.postMessage({ id, sentences: [...sentences] })
      })
    },
    async stop() {
      await worker?.terminate()
    },
  }
}
