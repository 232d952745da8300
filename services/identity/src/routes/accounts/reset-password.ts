import { forgotPassword, resetPassword } from '@keyhold/contracts/identity/password-resets'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { clearFailures } from '../../domain/sessions/sign-in-limit.ts'
import { requestReset, useResetLink } from '../../domain/accounts/password-resets.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { hashOf } from '../../domain/sessions/secrets.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

export const resetPasswordRoutes = (config: Config) => [
  serve(forgotPassword, ({ actor, body, request, db, clock }) =>
    db.transaction(actor, async (tx) => {
      await requestReset(tx, { email: body.email, ip: request.ip, now: clock.now() })
      return { accepted: true as const }
    }),
  ),

  serve(resetPassword, async ({ actor, body, db, clock }) => {
    const now = clock.now()
    checkNewPassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field: 'newPassword' })
    // Checked before the expensive hash, so that invented links cost little.
    const [link] = await db.read(
      actor,
      (sql) =>
        sql<
          { id: string }[]
        >`select id from password_reset_links where token_hash = ${hashOf(body.token)} and expires_at > ${now.toISOString()}`,
    )
    if (!link) refuseLink()
    const passwordHash = await hashPassword(body.newPassword)
    return db.transaction(actor, async (tx) => {
      const user = (await useResetLink(tx, body.token, now)) ?? refuseLink()
      await tx.update(users).set({ passwordHash, updatedAt: now.toISOString() }).where(eq(users.id, user.id))
      await endSessions(tx, eq(sessions.userId, user.id), now)
      // Access to the account's mailbox proves ownership, whatever failed sign-ins there were.
      await clearFailures(tx, user.email)
      return { email: user.email }
    })
  }),
]

function refuseLink(): never {
  refuse('link-invalid', 'This link is invalid, expired, or has already been used. Please ask for a new one.')
}
