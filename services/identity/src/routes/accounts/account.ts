import { updatePassword } from '@keyhold/contracts/identity/accounts'
import { refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, ne } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { checkNewPassword, hashPassword } from '../../domain/accounts/passwords.ts'
import { dropResetLinks } from '../../domain/accounts/password-resets.ts'
import { withVerifiedPassword } from '../../domain/accounts/verify-password.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { toUser } from '../../domain/accounts/users.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

export const accountRoutes = (config: Config) => [
  serve(updatePassword, async ({ actor, body, request, db, clock }) => {
    const now = clock.now()
    checkNewPassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field: 'newPassword' })
    const [account] = await db.read(
      actor,
      (sql) => sql<{ email: string }[]>`select email from users where id = ${actor.userId} and is_active`,
    )
    if (!account) refuse('unauthorized', 'Please sign in to continue.')
    const passwordHash = await hashPassword(body.newPassword)
    // Limited like signing in, so that the password cannot be guessed from an open session.
    const user = await withVerifiedPassword(
      { db, actor, now },
      { email: account.email, password: body.currentPassword, ip: request.ip },
      async (tx, { id }) => {
        const [changed] = await tx
          .update(users)
          .set({ passwordHash, updatedAt: now.toISOString() })
          .where(eq(users.id, id))
          .returning()
        await endSessions(tx, and(eq(sessions.userId, id), ne(sessions.id, actor.sessionId)), now)
        await dropResetLinks(tx, id)
        return changed
      },
    )
    return user ? toUser(user, now) : refuseField('currentPassword', 'Current password is incorrect')
  }),
]
