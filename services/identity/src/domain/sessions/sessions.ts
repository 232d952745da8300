import { SessionRevoked } from '@keyhold/contracts/identity/sessions'
import type { Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { longestSessionDays, revokedSessionMinutes, sessionDays, userAgentLength } from '../../limits.ts'
import { refreshTokens, sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'
import { hashOf, newSecret } from './secrets.ts'
import type { UserRow } from '../accounts/users.ts'

export const sessionMs = sessionDays * dayMs
export const revokedMs = revokedSessionMinutes * 60_000

export interface OpenSession {
  sessionId: string
  refreshToken: string
}

interface NewSession {
  userId: string
  /** The accounts that the password opened. */
  reach: string[]
  userAgent: string | null | undefined
  ip: string | null
  /** When the person signed in, typed the password and showed a second factor; earlier for a session that goes on with another account. */
  since: { createdAt: string; passwordAt: string | null; secondFactorAt: string | null }
}

export async function openSession(
  tx: Tx,
  { userId, reach, userAgent, ip, since }: NewSession,
  now: Date,
): Promise<OpenSession> {
  const at = now.toISOString()
  const [session] = await tx
    .insert(sessions)
    .values({
      userId,
      reach,
      userAgent: userAgent?.slice(0, userAgentLength) ?? null,
      ip: ip || null,
      ...since,
      lastUsedAt: at,
    })
    .returning({ id: sessions.id })
  return { sessionId: session!.id, refreshToken: await addRefreshToken(tx, session!.id, now) }
}

/**
 * Exchanges a refresh token for the next one. A token used a second time was stolen, and ends its session (RFC 9700, 4.14.2).
 * Returns undefined for a token that is not valid; the transaction must commit then, too.
 */
export async function renewSession(
  tx: Tx,
  refreshToken: string,
  now: Date,
): Promise<(OpenSession & { user: UserRow }) | undefined> {
  const tokenHash = hashOf(refreshToken)
  const [presented] = await tx.select().from(refreshTokens).where(eq(refreshTokens.tokenHash, tokenHash)).for('update')
  if (!presented || now >= new Date(presented.expiresAt)) return undefined
  const { sessionId } = presented
  if (presented.usedAt !== null) {
    await endSessions(tx, eq(sessions.id, sessionId), now)
    return undefined
  }
  const [found] = await tx
    .select({ user: users, createdAt: sessions.createdAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt), eq(users.isActive, true)))
  if (!found) return undefined
  if (now.getTime() - new Date(found.createdAt).getTime() >= longestSessionDays * dayMs) {
    await endSessions(tx, eq(sessions.id, sessionId), now)
    return undefined
  }
  await tx.update(refreshTokens).set({ usedAt: now.toISOString() }).where(eq(refreshTokens.tokenHash, tokenHash))
  await tx.update(sessions).set({ lastUsedAt: now.toISOString() }).where(eq(sessions.id, sessionId))
  return { user: found.user, sessionId, refreshToken: await addRefreshToken(tx, sessionId, now) }
}

/** Ends the open ones of these sessions and announces it, so that their access tokens are refused. Returns how many. */
export async function endSessions(tx: Tx, condition: SQL | undefined, now: Date): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now.toISOString() })
    .where(and(condition, isNull(sessions.endedAt)))
    .returning({ sessionId: sessions.id, userId: sessions.userId })
  const until = new Date(now.getTime() + revokedMs).toISOString()
  for (const session of ended) await emit(tx, SessionRevoked, { ...session, until })
  return ended.length
}

async function addRefreshToken(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const refreshToken = newSecret()
  const expiresAt = new Date(now.getTime() + sessionMs).toISOString()
  await tx
    .insert(refreshTokens)
    .values({ tokenHash: hashOf(refreshToken), sessionId, createdAt: now.toISOString(), expiresAt })
  return refreshToken
}
