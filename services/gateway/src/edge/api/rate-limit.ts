import { refuse } from '@keyhold/kit/http/problem'
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Refuses callers above `perSecond` requests, beyond bursts of `burst`. Counts per gateway process. */
export function createRateLimit({
  perSecond,
  burst,
}: {
  perSecond: number
  burst: number
}): (caller: string) => Promise<void> {
  const steady = new RateLimiterMemory({ points: perSecond, duration: 1 })
  // A burst is paid back in the time that the steady rate would have needed for it.
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
