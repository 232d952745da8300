import { listMemberships, switchMembership } from '@keyhold/contracts/identity/accounts'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { fullName } from '@keyhold/kit/lib/names'
import { Reply, serve } from '@keyhold/kit/http/serve'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { accountsWithin } from '../../domain/accounts/people.ts'
import { accountsOpenedWith, factorsOf } from '../../domain/second-factors/factors.ts'
import { sessionCookies } from '../../domain/sessions/cookies.ts'
import { mustSetUp } from '../../domain/sessions/enter.ts'
import { endSessions, openSession } from '../../domain/sessions/sessions.ts'
import { signAccessToken, type SigningKeys } from '../../domain/sessions/signing-keys.ts'
import { toUser, type UserRow } from '../../domain/accounts/users.ts'
import type { Config } from '../../config.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

/** The accounts of one person: as landlord, and as tenant of each landlord. */
export const membershipRoutes = (config: Pick<Config, 'PUBLIC_URL'>, signingKeys: SigningKeys) => [
  serve(listMemberships, ({ actor, db }) =>
    db.transaction(actor, async (tx) => {
      const { accounts } = await reachableFrom(tx, actor)
      const names = await landlordNames(tx, accounts)
      return accounts.map(({ id, userType, landlordId, tenantId }) => ({
        userId: id,
        userType,
        tenantId,
        landlordName: userType === 'tenant' && landlordId !== null ? (names.get(landlordId) ?? 'Your landlord') : null,
        current: id === actor.userId,
      }))
    }),
  ),

  serve(switchMembership, async ({ actor, body, request, db, clock }) => {
    const now = clock.now()
    const next = await db.transaction(actor, async (tx) => {
      const { session, accounts } = await reachableFrom(tx, actor)
      const user = accounts.find(({ id }) => id === body.userId) ?? notFound('Account')
      const { reach, userAgent, ip, createdAt, passwordAt, secondFactorAt } = session
      await endSessions(tx, eq(sessions.id, actor.sessionId), now)
      await tx.update(users).set({ lastSignedInAt: now.toISOString() }).where(eq(users.id, user.id))
      const opened = await openSession(
        tx,
        { userId: user.id, reach, userAgent, ip, since: { createdAt, passwordAt, secondFactorAt } },
        now,
      )
      return {
        user,
        key: await signingKeys.active(tx, now),
        lacksSecondFactor: await mustSetUp(tx, config, user),
        ...opened,
      }
    })
    const accessToken = await signAccessToken(next.key, next.user, next, now)
    return new Reply(toUser(next.user, now), sessionCookies(request, accessToken, next.refreshToken))
  }),
]

/** The open session of a request, and the accounts that it may switch to. @throws Refusal 401 */
async function reachableFrom(tx: Tx, { userId, sessionId }: UserActor) {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .for('update')
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!session || !user) refuse('unauthorized', 'Please sign in to continue.')
  const within = await accountsWithin(tx, user, session.reach)
  const open = await accountsOpenedWith(tx, user, within)
  // The person may have got a second factor through another account, which this session has not shown.
  const isShown = session.secondFactorAt !== null || !(await factorsOf(tx, user)).hasAny
  return { session, accounts: isShown ? open : open.filter(({ id }) => id === userId) }
}

async function landlordNames(tx: Tx, accounts: UserRow[]): Promise<Map<string, string>> {
  const ids = accounts.flatMap(({ landlordId }) => landlordId ?? [])
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, ids))
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}
