import { refuse } from '@keyhold/kit/http/problem'
import { networkOf } from '@keyhold/kit/lib/networks'

const networksKept = 10_000

/** Counts what a network does within a time, in this process. */
export function createNetworkLimit({ most, windowMs, sentence }: { most: number; windowMs: number; sentence: string }) {
  const seen = new Map<string, { count: number; since: number }>()
  const current = (ip: string, now: Date) => {
    const found = seen.get(networkOf(ip))
    return found && now.getTime() - found.since < windowMs ? found : { count: 0, since: now.getTime() }
  }
  return {
    /** @throws Refusal 429 */
    check(ip: string, now: Date): void {
      const { count, since } = current(ip, now)
      if (count >= most)
        refuse('too-many-requests', sentence, { retryAfter: (since + windowMs - now.getTime()) / 1000 })
    },
    record(ip: string, now: Date): void {
      const { count, since } = current(ip, now)
      if (seen.size >= networksKept) seen.clear()
      seen.set(networkOf(ip), { count: count + 1, since })
    },
  }
}
export type NetworkLimit = ReturnType<typeof createNetworkLimit>
