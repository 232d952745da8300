import { setImmediate as nextTurn } from 'node:timers/promises'

/** A function to call in a long loop: it yields to the event loop after every `ms` milliseconds. */
export function eventLoopYielder(ms = 15): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < ms) return undefined
    return nextTurn().then(() => void (since = performance.now()))
  }
}
