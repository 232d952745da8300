import { currentUser, invalidCredentials, login, logout, refresh } from '@keyhold/contracts/identity/accounts'
import { refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { eq, inArray } from 'drizzle-orm'
import { clearedCookies, refreshTokenOf, sessionCookies } from '../../domain/sessions/cookies.ts'
import { withVerifiedPassword } from '../../domain/accounts/verify-password.ts'
import { hashOf } from '../../domain/sessions/secrets.ts'
import { endSessions, openSession, renewSession } from '../../domain/sessions/sessions.ts'
import { activeKey, signAccessToken } from '../../domain/sessions/signing-keys.ts'
import { toUser, type UserRow } from '../../domain/accounts/users.ts'
import { refreshTokens, sessions } from '../../schema/sessions.ts'

export const signInRoutes = [
  serve(login, async ({ actor, body, request, db, clock }) => {
    const now = clock.now()
    const session = await withVerifiedPassword({ db, actor, now }, { ...body, ip: request.ip }, async (tx, user) => {
      if (user.userType !== body.userType || !user.isActive || user.confirmedAt === null) return undefined
      return {
        user,
        key: await activeKey(tx, now),
        ...(await openSession(tx, { userId: user.id, userAgent: request.header('user-agent'), ip: request.ip }, now)),
      }
    })
    if (!session) refuse('invalid-credentials', invalidCredentials)
    const accessToken = await signAccessToken(session.key, session.user, session.sessionId, now)
    return new Reply(toUser(session.user, now), sessionCookies(request, accessToken, session.refreshToken))
  }),

  serve(refresh, async ({ actor, request, db, clock }) => {
    const now = clock.now()
    const presented = refreshTokenOf(request)
    const session =
      presented &&
      (await db.transaction(actor, async (tx) => {
        const renewed = await renewSession(tx, presented, now)
        return renewed && { ...renewed, key: await activeKey(tx, now) }
      }))
    // Only here: a refusal inside the transaction would roll back the end of the session.
    if (!session) refuse('unauthorized', 'Your session has ended. Please sign in again.')
    const accessToken = await signAccessToken(session.key, session.user, session.sessionId, now)
    return new Reply(toUser(session.user, now), sessionCookies(request, accessToken, session.refreshToken))
  }),

  // By the refresh cookie as well, because the access token may have expired long ago.
  serve(logout, async ({ actor, request, db, clock }) => {
    const presented = refreshTokenOf(request)
    await db.transaction(actor, async (tx) => {
      if ('sessionId' in actor) await endSessions(tx, eq(sessions.id, actor.sessionId), clock.now())
      if (!presented) return
      const held = tx
        .select({ id: refreshTokens.sessionId })
        .from(refreshTokens)
        .where(eq(refreshTokens.tokenHash, hashOf(presented)))
      await endSessions(tx, inArray(sessions.id, held), clock.now())
    })
    return new Reply({ signedOut: true as const }, clearedCookies(request))
  }),

  serve(currentUser, async ({ actor, db, clock }) => {
    const [row] = await db.read(
      actor,
      (sql) =>
        sql<
          UserRow[]
        >`select *, scope_landlord_id as landlord_id, scope_tenant_id as tenant_id from users where id = ${actor.userId} and is_active`,
    )
    if (!row) refuse('unauthorized', 'Please sign in to continue.')
    return toUser(row, clock.now())
  }),
]
