/**
 * Lets at most `atOnce` pieces of work run at a time; the others wait in their order. For what takes memory or a core:
 * waiting costs a caller time, running all at once costs everybody.
 */
export function limitConcurrency(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The next in line takes this place, so that no new caller gets ahead of it.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
