import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { users } from '../../schema/users.ts'
import { attemptKeys, recordFailure, refuseAttempt, secondsToWait } from '../sessions/sign-in-limit.ts'
import { passwordMatches } from './passwords.ts'
import type { UserRow } from './users.ts'

interface Attempt {
  email: string
  password: string
  /** The network address; empty when another service asks. */
  ip: string
}

/**
 * Runs `then` with the account of this e-mail locked, if the password is right. Returns undefined and counts a failure when the password is
 * wrong, there is no such account, or `then` returns undefined. From outside the three look alike, also in the time they take.
 * @throws Refusal `too-many-requests` after `signInFailures` in `signInWindowMinutes`
 */
export async function withVerifiedPassword<T>(
  { db, actor, now }: { db: Database; actor: Actor; now: Date },
  { email, password, ip }: Attempt,
  then: (tx: Tx, user: UserRow) => Promise<T | undefined>,
): Promise<T | undefined> {
  const keys = attemptKeys(email, ip)
  const before = await db.transaction(actor, async (tx) => {
    const seconds = await secondsToWait(tx, keys, now)
    const [user] = await tx.select().from(users).where(eq(users.email, email))
    return { seconds, user }
  })
  if (before.seconds > 0) refuseAttempt(before.seconds)

  // Outside a transaction, because it is slow on purpose.
  const isRight = await passwordMatches(password, before.user?.passwordHash)

  const after = await db.transaction(actor, async (tx) => {
    const seconds = await secondsToWait(tx, keys, now)
    if (seconds > 0) return { seconds }
    // Read again under a lock: the password may have changed during the comparison.
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.passwordHash, before.user?.passwordHash ?? '')))
      .for('update')
    const value = isRight && user ? await then(tx, user) : undefined
    if (value === undefined) await recordFailure(tx, keys, now)
    return { seconds, value }
  })
  if (after.seconds > 0) refuseAttempt(after.seconds)
  return after.value
}
