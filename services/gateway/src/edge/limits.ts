import { Refusal, refuse } from '@keyhold/kit/problem'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Refuses a caller who asks more often than `perSecond`, beyond bursts of `burst`. Counted per gateway process. */
export function createLimit({ perSecond, burst }: { perSecond: number; burst: number }): (caller: string) => Promise<void> {
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

/** The body's text. @throws Refusal 413 beyond `limit` bytes, before the rest is read */
export async function readText(request: Request, limit: number): Promise<string> {
  const tooLarge = () => refuse('payload-too-large', `The request is too large: at most ${Math.floor(limit / 1024)} KB.`)
  if (Number(request.headers.get('content-length') ?? 0) > limit) tooLarge()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body as ReadableStream<Uint8Array>) {
      size += chunk.byteLength
      if (size > limit) tooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    // Whoever left in the middle of a body gets no answer, and it is no failure of ours.
    if (error instanceof Refusal) throw error
    throw new Refusal('unreadable-body', 'The request body ended too early.', { cause: error })
  }
  return Buffer.concat(chunks).toString('utf8')
}
