import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { signUps } from '../../schema/users.ts'
import { networkOf } from '@keyhold/kit/lib/networks'

export const signUpWindowMs = 60 * 60_000

/** Counts a sign-up from a network; `perHour` 0 is no limit. @throws Refusal `too-many-requests` beyond it */
export async function limitSignUps(tx: Tx, { ip, perHour }: { ip: string; perHour: number }, now: Date): Promise<void> {
  if (perHour === 0) return
  const network = networkOf(ip)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-ups ${network}`}, 7))`)
  const since = new Date(now.getTime() - signUpWindowMs).toISOString()
  const recent = await tx
    .select({ at: signUps.at })
    .from(signUps)
    .where(and(eq(signUps.network, network), gt(signUps.at, since)))
    .orderBy(asc(signUps.at))
  const limiting = recent.at(-perHour)
  if (limiting) {
    const retryAfter = Math.ceil((new Date(limiting.at).getTime() + signUpWindowMs - now.getTime()) / 1000)
    refuse('too-many-requests', 'Too many accounts were created from your network. Please try again later.', {
      retryAfter,
    })
  }
  await tx.insert(signUps).values({ network, at: now.toISOString() })
}
