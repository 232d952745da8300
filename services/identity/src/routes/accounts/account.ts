import { changeEmail, confirmPassword, updatePassword } from '@keyhold/contracts/identity/accounts'
import { linkBase } from '@keyhold/kit/http/link-base'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import type { Database } from '@keyhold/kit/database/database'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { refuseBreached } from '../../domain/accounts/breached-passwords.ts'
import type { Config } from '../../config.ts'
import { checkNewPassword, hashPassword } from '../../domain/accounts/passwords.ts'
import { dropResetLinks } from '../../domain/accounts/password-resets.ts'
import { notifyOfChange } from '../../domain/accounts/change-notices.ts'
import { logAuthentication, logOwn } from '../../domain/sessions/authentication-log.ts'
import { storePassword } from '../../domain/accounts/people.ts'
import { withVerifiedPassword } from '../../domain/accounts/verify-password.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { askMailbox } from '../../domain/accounts/mailbox-links.ts'
import { refuseTakenEmail, toUser, type UserRow } from '../../domain/accounts/users.ts'
import { sessions } from '../../schema/sessions.ts'

export const accountRoutes = (config: Config) => [
  serve(updatePassword, async ({ actor, body, request, db, clock, log }) => {
    const now = clock.now()
    const [account] = await db.read(
      actor,
      (sql) =>
        sql<
          Pick<UserRow, 'email' | 'emailProof' | 'firstName' | 'lastName'>[]
        >`select email, email_proof, first_name, last_name from users where id = ${actor.userId} and is_active`,
    )
    if (!account) refuse('unauthorized', 'Please sign in to continue.')
    checkNewPassword(body.newPassword, {
      minLength: config.PASSWORD_MIN_LENGTH,
      field: 'newPassword',
      owner: account,
    })
    await refuseBreached(body.newPassword, { config, log, field: 'newPassword' })
    const passwordHash = await hashPassword(body.newPassword, actor.userId)
    // Limited like signing in, so that the password cannot be guessed from an open session.
    const user = await withVerifiedPassword(
      { db, actor, now },
      {
        email: account.email,
        password: body.currentPassword,
        ip: request.ip,
        sessionId: actor.sessionId,
        among: isOwnPassword(account, actor.userId),
      },
      async (tx, opened) => {
        const own = opened.find(({ id }) => id === actor.userId)
        if (!own) return undefined
        const ids = await storePassword(tx, own, passwordHash, now)
        await endSessions(tx, and(inArray(sessions.userId, ids), ne(sessions.id, actor.sessionId)), now)
        for (const id of ids) await dropResetLinks(tx, id)
        await notifyOfChange(tx, own, 'password', now)
        return { ...own, updatedAt: now.toISOString() }
      },
    )
    await logOwn({ db, log }, actor, user ? 'password_changed' : 'password_refused', request, now)
    return user ? toUser(user, now) : refuseField('currentPassword', 'Current password is incorrect')
  }),

  serve(changeEmail, async ({ actor, body, request, db, clock, log }) => {
    const now = clock.now()
    // The administrator's address is a setting.
    if (actor.role === 'super_admin' || body.email === config.SUPER_ADMIN_EMAIL) refuseTakenEmail()
    const account = await ownAddress(db, actor)
    const given = { email: account.email, password: body.password, ip: request.ip, sessionId: actor.sessionId }
    const among = isOwnPassword(account, actor.userId)
    const asked = await withVerifiedPassword({ db, actor, now }, { ...given, among }, async (tx, opened) => {
      const user = opened.find(({ id }) => id === actor.userId)
      if (user) await askMailbox(tx, { user, email: body.email, linkBase: linkBase(config.PUBLIC_URL, request) }, now)
      return user
    })
    await logOwn({ db, log }, actor, asked ? 'email_change_asked' : 'password_refused', request, now)
    return asked ? { mailedTo: body.email } : refuseField('password', 'This password is incorrect')
  }),

  serve(confirmPassword, async ({ actor, body, request, db, clock, log }) => {
    const now = clock.now()
    const account = await ownAddress(db, actor)
    const among = isOwnPassword(account, actor.userId)
    const given = { email: account.email, password: body.password, ip: request.ip, sessionId: actor.sessionId, among }
    const confirmed = await withVerifiedPassword({ db, actor, now }, given, async (tx) => {
      await tx.update(sessions).set({ passwordAt: now.toISOString() }).where(eq(sessions.id, actor.sessionId))
      return true
    })
    await logAuthentication(
      { db, log },
      {
        what: confirmed ? 'password_confirmed' : 'password_refused',
        userId: actor.userId,
        email: account.email,
        request,
      },
      now,
    )
    return confirmed ? { confirmed } : refuseField('password', 'This password is incorrect')
  }),
]

type Address = Pick<UserRow, 'email' | 'emailProof'>

/** The account's address. @throws Refusal 401 */
async function ownAddress(db: Database, actor: UserActor): Promise<Address> {
  const [account] = await db.read(
    actor,
    (sql) => sql<Address[]>`select email, email_proof from users where id = ${actor.userId} and is_active`,
  )
  return account ?? refuse('unauthorized', 'Please sign in to continue.')
}

/** The accounts whose password is this account's. */
const isOwnPassword =
  (account: Address, userId: string) =>
  ({ id, emailProof }: UserRow): boolean =>
    account.emailProof === null ? id === userId : emailProof !== null
