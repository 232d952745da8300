import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import { and, eq, isNull } from 'drizzle-orm'
import { passwordFreshMinutes } from '../../limits.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import type { UserRow } from '../accounts/users.ts'
import { type Factors, factorsOf } from '../second-factors/factors.ts'

// An unattended browser is not enough for what matters: the person has shown a moment ago that it is them.

/** The account of an open session, locked, and its second factors. @throws Refusal 401 */
export async function lockSignedIn(tx: Tx, { userId, sessionId }: UserActor) {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)))
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
    .for('update')
  if (!session || !user) refuse('unauthorized', 'Please sign in to continue.')
  return { session, user, factors: await factorsOf(tx, user) }
}

interface SignedIn {
  user: UserRow
  factors: Factors
}

/** For sessions: the password, or the second factor. @throws Refusal `password-needed` */
export async function assertFresh(tx: Tx, actor: UserActor, now: Date): Promise<SignedIn> {
  const { session, user, factors } = await lockSignedIn(tx, actor)
  if (!isFresh(session.passwordAt, now) && !(factors.hasAny && isFresh(session.secondFactorAt, now))) refusePassword()
  return { user, factors }
}

/** For second factors: the password and, where there is one, a second factor. @throws Refusal `password-needed` or `second-factor-needed` */
export async function assertFullyFresh(tx: Tx, actor: UserActor, now: Date): Promise<SignedIn> {
  const { session, user, factors } = await lockSignedIn(tx, actor)
  if (!isFresh(session.passwordAt, now)) refusePassword()
  if (factors.hasAny && !isFresh(session.secondFactorAt, now))
    refuse('second-factor-needed', 'Please confirm with your second factor to go on.')
  return { user, factors }
}

const isFresh = (at: string | null, now: Date) =>
  at !== null && now.getTime() - new Date(at).getTime() <= passwordFreshMinutes * 60_000

const refusePassword = (): never => refuse('password-needed', 'Please type your password again to go on.')
