import { refuse } from '@keyhold/kit/http/problem'
import { networkOf } from '@keyhold/kit/lib/networks'
import { unknownLinksPerTenMinutes } from '../limits.ts'

const windowMs = 10 * 60_000
const networksKept = 10_000

/** Counts links that do not exist by network, in this process: whoever tries many is refused for a while. Nothing could be guessed in any case. */
export function createGuessLimit() {
  const guesses = new Map<string, { count: number; since: number }>()
  const current = (ip: string, now: Date) => {
    const found = guesses.get(networkOf(ip))
    return found && now.getTime() - found.since < windowMs ? found : { count: 0, since: now.getTime() }
  }
  return {
    /** @throws Refusal 429 */
    check(ip: string, now: Date): void {
      const { count, since } = current(ip, now)
      if (count >= unknownLinksPerTenMinutes)
        refuse('too-many-requests', 'Too many links were tried from here. Please wait a few minutes.', {
          retryAfter: (since + windowMs - now.getTime()) / 1000,
        })
    },
    record(ip: string, now: Date): void {
      const { count, since } = current(ip, now)
      if (guesses.size >= networksKept) guesses.clear()
      guesses.set(networkOf(ip), { count: count + 1, since })
    },
  }
}
export type GuessLimit = ReturnType<typeof createGuessLimit>
