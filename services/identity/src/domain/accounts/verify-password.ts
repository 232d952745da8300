import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { networkOf } from '@keyhold/kit/lib/networks'
import { and, asc, eq } from 'drizzle-orm'
import { users } from '../../schema/users.ts'
import { type Shown, trustedBy } from '../sessions/known-devices.ts'
import { recordFailure, refuseAttempt, secondsToWait } from '../sessions/sign-in-limit.ts'
import { candidatesAt, sharingPassword } from './people.ts'
import { passwordMatches } from './passwords.ts'
import type { UserRow } from './users.ts'

interface Given {
  email: string
  password: string
  ip: string
  /** What the browser shows of earlier sign-ins. */
  shown?: Shown
  /** The open session that asks again for its own password. */
  sessionId?: string
  /** The invitation through whose link the password comes. */
  invitationId?: string
  /** The accounts whose password it may be; all at the address by default. */
  among?: (user: UserRow) => boolean
}

/**
 * The one way to check a password. Runs `then` with the accounts that it opens, locked. Returns undefined and counts a failure when it opens none or
 * `then` returns undefined. From outside these look alike.
 * @throws Refusal `too-many-requests` beyond the limits of `sign-in-limit.ts`
 */
export async function withVerifiedPassword<T>(
  { db, actor, now }: { db: Database; actor: Actor; now: Date },
  { email, password, ip, shown = {}, sessionId, invitationId, among = () => true }: Given,
  then: (tx: Tx, opened: UserRow[]) => Promise<T | undefined>,
): Promise<T | undefined> {
  const before = await db.transaction(actor, async (tx) => {
    const trusted = sessionId === undefined ? await trustedBy(tx, shown, email, now) : `session:${sessionId}`
    const attempt = { email, ip, trusted, invitationId }
    const seconds = await secondsToWait(tx, attempt, now)
    const candidates = (await candidatesAt(tx, email)).filter(among)
    return { attempt, seconds, candidates }
  })
  const { attempt } = before
  if (before.seconds > 0) refuseAttempt(before.seconds)

  // Outside a transaction, because it is slow on purpose. Without a candidate the same work is done.
  const network = networkOf(ip)
  const right: UserRow[] = []
  for (const user of before.candidates)
    if (await passwordMatches(password, user.passwordHash, network)) right.push(user)
  if (before.candidates.length === 0) await passwordMatches(password, undefined, network)

  const after = await db.transaction(actor, async (tx) => {
    const seconds = await secondsToWait(tx, attempt, now)
    if (seconds > 0) return { seconds }
    const opened = await lockOpened(tx, right)
    const value = opened.length > 0 ? await then(tx, opened) : undefined
    if (value === undefined) await recordFailure(tx, attempt, now)
    return { seconds, value }
  })
  if (after.seconds > 0) refuseAttempt(after.seconds)
  return after.value
}

/** The accounts again under a lock, as the password may have changed during the comparison; with all others of the person. */
async function lockOpened(tx: Tx, right: UserRow[]): Promise<UserRow[]> {
  const opened: UserRow[] = []
  for (const user of right)
    opened.push(
      ...(await tx
        .select()
        .from(users)
        .where(and(sharingPassword(user), eq(users.passwordHash, user.passwordHash)))
        .orderBy(asc(users.id))
        .for('update')),
    )
  return opened
}
