import {
  accountType,
  currentUser,
  invalidCredentials,
  login,
  logout,
  refresh,
} from '@keyhold/contracts/identity/accounts'
import { refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { eq, inArray } from 'drizzle-orm'
import { clearedCookies, refreshTokenOf, sessionCookies, shownBy, stepCookie } from '../../domain/sessions/cookies.ts'
import { withVerifiedPassword } from '../../domain/accounts/verify-password.ts'
import { logAuthentication, logOwn } from '../../domain/sessions/authentication-log.ts'
import { entered, enter, mustSetUp } from '../../domain/sessions/enter.ts'
import { hashOf } from '../../domain/sessions/secrets.ts'
import { endSessions, renewSession } from '../../domain/sessions/sessions.ts'
import { limitQuestions } from '../../domain/sessions/sign-in-limit.ts'
import { signAccessToken, type SigningKeys } from '../../domain/sessions/signing-keys.ts'
import { lastUsed, toUser, type UserRow } from '../../domain/accounts/users.ts'
import { accountsOpenedWith, factorsOf, methodsOf } from '../../domain/second-factors/factors.ts'
import { landlordAt } from '../../domain/branding/branding.ts'
import { beginStep } from '../../domain/second-factors/steps.ts'
import type { Config } from '../../config.ts'
import { refreshTokens, sessions } from '../../schema/sessions.ts'

export const signInRoutes = (
  config: Pick<Config, 'SUPER_ADMIN_EMAIL' | 'PUBLIC_URL'>,
  signingKeys: SigningKeys,
  tools = { config, signingKeys },
) => [
  // Each question counts, so that the privileged address cannot be found by trying.
  serve(accountType, ({ actor, body, request, db, clock }) =>
    db.transaction(actor, async (tx) => {
      await limitQuestions(tx, 'account-type', request.ip, clock.now())
      return { userType: body.email === config.SUPER_ADMIN_EMAIL ? ('super_admin' as const) : ('landlord' as const) }
    }),
  ),

  serve(login, async ({ actor, body, request, db, clock, log }) => {
    const now = clock.now()
    const given = { ...body, ip: request.ip, shown: shownBy(request) }
    const passed = await withVerifiedPassword({ db, actor, now }, given, async (tx, opened) => {
      // A landlord's own host is in that landlord's hands: nobody else signs in there.
      const site = await landlordAt(tx, request)
      const open = opened.filter(
        ({ isActive, confirmedAt, landlordId }) =>
          isActive && confirmedAt !== null && (site === null || site === landlordId),
      )
      const user = lastUsed(open.filter(({ userType }) => userType === body.userType))
      if (!user) return undefined
      const reach = (await accountsOpenedWith(tx, user, open)).map(({ id }) => id)
      const factors = await factorsOf(tx, user)
      if (!factors.hasAny)
        return {
          session: await enter(tx, tools, { user, reach, request, by: { password: true, secondFactor: false } }, now),
        }
      return { user, methods: methodsOf(factors), token: await beginStep(tx, { userId: user.id, reach }, now) }
    })
    const user = passed && ('session' in passed ? passed.session.user : passed.user)
    const what = !passed ? 'sign_in_refused' : 'session' in passed ? 'signed_in' : 'second_step_asked'
    await logAuthentication({ db, log }, { what, userId: user?.id ?? null, email: body.email, request }, now)
    if (!passed) refuse('invalid-credentials', invalidCredentials)
    if ('session' in passed) return entered(request, passed.session, now)
    return new Reply({ secondStep: passed.methods }, stepCookie(request, passed.token))
  }),

  serve(refresh, async ({ actor, request, db, clock }) => {
    const now = clock.now()
    const presented = refreshTokenOf(request)
    const session =
      presented &&
      (await db.transaction(actor, async (tx) => {
        const renewed = await renewSession(tx, presented, now)
        if (!renewed) return undefined
        const lacksSecondFactor = await mustSetUp(tx, config, renewed.user)
        return { ...renewed, lacksSecondFactor, key: await signingKeys.active(tx, now) }
      }))
    // Only here: a refusal inside the transaction would roll back the end of the session.
    if (!session) refuse('unauthorized', 'Your session has ended. Please sign in again.')
    const accessToken = await signAccessToken(session.key, session.user, session, now)
    return new Reply(toUser(session.user, now), sessionCookies(request, accessToken, session.refreshToken))
  }),

  // By the refresh cookie as well, because the access token may have expired long ago.
  serve(logout, async ({ actor, request, db, clock, log }) => {
    const presented = refreshTokenOf(request)
    if ('userId' in actor) await logOwn({ db, log }, actor, 'signed_out', request, clock.now())
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
