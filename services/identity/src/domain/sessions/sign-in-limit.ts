import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { signInFailures, signInWindowMinutes } from '../../limits.ts'
import { loginFailures } from '../../schema/sessions.ts'

export const signInWindowMs = signInWindowMinutes * 60_000

/** What one attempt counts against: the account, whether it exists or not, and its network address (empty when another service asks). */
export const attemptKeys = (email: string, ip: string): string[] => [`account:${email}`, ...(ip ? [`ip:${ip}`] : [])]

/**
 * Seconds until an attempt is allowed again, 0 when it is allowed now. Attempts for the same keys wait for each other until the transaction
 * ends, so that concurrent attempts cannot exceed `signInFailures`.
 */
export async function secondsToWait(tx: Tx, keys: string[], now: Date): Promise<number> {
  for (const key of keys.toSorted()) await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`)
  const since = new Date(now.getTime() - signInWindowMs).toISOString()
  const failures = await tx
    .select({ key: loginFailures.key, failedAt: loginFailures.failedAt })
    .from(loginFailures)
    .where(and(inArray(loginFailures.key, keys), gt(loginFailures.failedAt, since)))
    .orderBy(asc(loginFailures.failedAt))
  const waits = keys.map((key) => {
    const limiting = failures.filter((failure) => failure.key === key).at(-signInFailures)
    return limiting ? Math.ceil((new Date(limiting.failedAt).getTime() + signInWindowMs - now.getTime()) / 1000) : 0
  })
  return Math.max(...waits)
}

export async function recordFailure(tx: Tx, keys: string[], now: Date): Promise<void> {
  await tx.insert(loginFailures).values(keys.map((key) => ({ key, failedAt: now.toISOString() })))
}

/** @throws Refusal always */
export function refuseAttempt(seconds: number): never {
  const minutes = Math.ceil(seconds / 60)
  refuse(
    'too-many-requests',
    `Too many failed attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    {
      retryAfter: seconds,
    },
  )
}

/** Failures of this account no longer count; those of the network addresses still do. */
export async function clearFailures(tx: Tx, email: string): Promise<void> {
  await tx.delete(loginFailures).where(eq(loginFailures.key, `account:${email}`))
}
