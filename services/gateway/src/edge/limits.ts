import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { limitConcurrency } from '@keyhold/kit/lib/concurrency-limit'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Refuses a caller who asks more often than `perSecond`, beyond bursts of `burst`. Counted per gateway process. */
export function createLimit({
  perSecond,
  burst,
}: {
  perSecond: number
  burst: number
}): (caller: string) => Promise<void> {
  const steady = new RateLimiterMemory({ points: perSecond, duration: 1 })
  // What a burst may borrow beyond the steady rate comes back within the time the rate would have needed for it.
  const borrowed = new RateLimiterMemory({
    keyPrefix: 'burst',
    points: Math.max(1, burst - perSecond),
    duration: Math.max(1, Math.ceil(burst / perSecond)),
  })
  const limiter = new BurstyRateLimiter(steady, borrowed)
  return async (caller) => {
    try {
      await limiter.consume(caller)
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      refuse('too-many-requests', 'Too many requests. Please wait a moment.', { retryAfter: error.msBeforeNext / 1000 })
    }
  }
}

/**
 * Lets one caller send `perCaller` files at a time, and all together `atOnce`: a file is held in memory from here to its answer.
 * Whoever waits is not read from meanwhile.
 */
export function createUploads({
  perCaller,
  atOnce,
}: {
  perCaller: number
  atOnce: number
}): <T>(caller: string, work: () => Promise<T>) => Promise<T> {
  const among = limitConcurrency(atOnce)
  const callers = new Map<string, { inTurn: ReturnType<typeof limitConcurrency>; here: number }>()
  return async (caller, work) => {
    const own = callers.get(caller) ?? { inTurn: limitConcurrency(perCaller), here: 0 }
    callers.set(caller, own)
    own.here++
    try {
      return await own.inTurn(() => among(work))
    } finally {
      if (--own.here === 0) callers.delete(caller)
    }
  }
}

/** The body's text. @throws Refusal 413 beyond `limit` bytes, before the rest is read */
export const readText = async (request: Request, limit: number): Promise<string> =>
  (await readBytes(request, limit)).toString('utf8')

/** What a file brings at least in each `ms`: whoever brings less keeps a place from the others. Slower lines would not finish in time anyway. */
const pace = { bytes: 64 * 1024, ms: 10_000 }

/** A file as it came. @throws Refusal 413 beyond `limit` bytes, before the rest is read; 400 where it stops on its way */
export const readFile = (request: Request, limit: number): Promise<Buffer> => readBytes(request, limit, pace)

const readable = (size: number) =>
  size <= 1024 * 1024 ? `${Math.floor(size / 1024)} KB` : `${Math.floor(size / 1024 / 1024)} MB`
const nothing = Buffer.alloc(0)

async function readBytes(request: Request, limit: number, atLeast?: typeof pace): Promise<Buffer> {
  const tooLarge = () => refuse('payload-too-large', `The request is too large: at most ${readable(limit)}.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) tooLarge()
  if (!request.body) return nothing
  const reader = (request.body as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let before = 0
  let isStopped = false
  const beat =
    atLeast &&
    setInterval(() => {
      isStopped = size - before < atLeast.bytes
      before = size
      if (isStopped) void reader.cancel().catch(() => {})
    }, atLeast.ms)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      size += next.value.byteLength
      if (size > limit) tooLarge()
      chunks.push(next.value)
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    // Whoever left in the middle of a body gets no answer, and it is no failure of ours.
    if (error instanceof Refusal) throw error
    throw new Refusal('unreadable-body', 'The request body ended too early.', { cause: error })
  } finally {
    clearInterval(beat)
  }
  if (isStopped) refuse('unreadable-body', 'The file stopped on its way. Please try again.')
  return Buffer.concat(chunks, size)
}
