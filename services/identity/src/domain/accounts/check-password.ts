import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { users } from '../../schema/users.ts'
import { attemptKeys, recordFailure, refuseAttempt, secondsToWait } from '../sessions/login-limit.ts'
import { isPassword } from './passwords.ts'
import type { UserRow } from './users.ts'

interface Attempt {
  email: string
  password: string
  /** Empty when another service asks. */
  ip: string
}

/**
 * Runs `then` for the account of this e-mail when the password is right, in one transaction with the account locked. Answers undefined, and counts
 * a failure, when the password is wrong, there is no such account, or `then` answers undefined: from outside the three look alike, also in time.
 * @throws Refusal `too-many-requests` after ten failures in 15 minutes
 */
export async function provePassword<T>(
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

  // Outside a transaction: it takes a while on purpose.
  const isRight = await isPassword(password, before.user?.passwordHash)

  const after = await db.transaction(actor, async (tx) => {
    const seconds = await secondsToWait(tx, keys, now)
    if (seconds > 0) return { seconds }
    // Locked, and read again: the password may have changed while it was compared.
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
