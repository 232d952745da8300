import { forgotPassword, resetPassword } from '@keyhold/contracts/identity/password-resets'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { forgetFailures } from '../../domain/sessions/login-limit.ts'
import { requestReset, useResetLink } from '../../domain/accounts/password-resets.ts'
import { hashPassword, judgePassword } from '../../domain/accounts/passwords.ts'
import type { Worker } from '@keyhold/kit/jobs/worker'
import { hashOf } from '../../domain/sessions/secrets.ts'
import { endSessions } from '../../domain/sessions/sessions.ts'
import { sessions } from '../../schema/sessions.ts'
import { users } from '../../schema/users.ts'

export const resetPasswordRoutes = (config: Config, mails: Worker) => [
  serve(forgotPassword, async ({ actor, body, request, db, clock }) => {
    const answer = await db.transaction(actor, async (tx) => {
      await requestReset(tx, { email: body.email, ip: request.ip, now: clock.now() })
      return { accepted: true as const }
    })
    mails.wake()
    return answer
  }),

  serve(resetPassword, async ({ actor, body, db, clock }) => {
    const now = clock.now()
    judgePassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field: 'newPassword' })
    // Asked before the costly hash: made-up links are refused cheaply.
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
      // Who reads the account's mail is its owner, however often somebody guessed wrong.
      await forgetFailures(tx, user.email)
      return { email: user.email }
    })
  }),
]

function refuseLink(): never {
  refuse('link-invalid', 'This link is invalid, expired, or has already been used. Please ask for a new one.')
}
