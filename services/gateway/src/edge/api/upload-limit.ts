import { limitConcurrency } from '@keyhold/kit/lib/concurrency-limit'

/** Runs at most `perCaller` uploads of one caller and `total` of all at a time. The others wait, and their bodies are not read. */
export function createUploadLimit({
  perCaller,
  total,
}: {
  perCaller: number
  total: number
}): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const limitTotal = limitConcurrency(total)
  const callers = new Map<string, { limit: ReturnType<typeof limitConcurrency>; uploads: number }>()
  return async (caller, work) => {
    const own = callers.get(caller) ?? { limit: limitConcurrency(perCaller), uploads: 0 }
    callers.set(caller, own)
    own.uploads++
    try {
      return await own.limit(() => limitTotal(work))
    } finally {
      if (--own.uploads === 0) callers.delete(caller)
    }
  }
}
