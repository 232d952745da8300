import { forgotPassword, resetPassword } from '@keyhold/contracts/identity/password-resets'
import type { Tx } from '@keyhold/kit/database/database'
import { linkBase } from '@keyhold/kit/http/link-base'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { networkOf } from '@keyhold/kit/lib/networks'
import { refuseBreached } from '../../domain/accounts/breached-passwords.ts'
import type { Config } from '../../config.ts'
import { ownerOfHost } from '../../domain/branding/branding.ts'
import { hostOf, hostUrl } from '../../domain/branding/host-names.ts'
import { requestReset, useResetLink } from '../../domain/accounts/password-resets.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { dropFactors } from '../../domain/second-factors/drop.ts'
import { hashOf } from '../../domain/sessions/secrets.ts'
import { logAuthentication } from '../../domain/sessions/authentication-log.ts'
import { proveAddress } from '../../domain/accounts/people.ts'
import type { UserRow } from '../../domain/accounts/users.ts'
import { setPassword } from '../../domain/accounts/set-password.ts'

/** What the mailed link starts with: the landlord's own host where it is asked for there, since a session is of one host. */
async function siteOf(tx: Tx, publicUrl: string, request: { header(name: 'host' | 'origin'): string | undefined }) {
  const host = hostOf(request.header('host'))
  const isLandlords = host !== null && (await ownerOfHost(tx, host)) !== null
  return isLandlords ? hostUrl(host, publicUrl) : linkBase(publicUrl, request)
}

export const resetPasswordRoutes = (config: Config) => [
  serve(forgotPassword, ({ actor, body, request, db, clock }) =>
    db.transaction(actor, async (tx) => {
      await requestReset(tx, {
        email: body.email,
        ip: request.ip,
        now: clock.now(),
        linkBase: await siteOf(tx, config.PUBLIC_URL, request),
      })
      return { accepted: true as const }
    }),
  ),

  serve(resetPassword, async ({ actor, body, request, db, clock, log }) => {
    const now = clock.now()
    // Checked before the expensive hash, so that invented links cost little.
    const [link] = await db.read(
      actor,
      (sql) =>
        sql<Pick<UserRow, 'email' | 'firstName' | 'lastName'>[]>`
          select email, first_name, last_name from password_reset_links join users on users.id = user_id
          where token_hash = ${hashOf(body.token)} and expires_at > ${now.toISOString()}`,
    )
    if (!link) refuseLink()
    const field = 'newPassword'
    checkNewPassword(body.newPassword, { minLength: config.PASSWORD_MIN_LENGTH, field, owner: link })
    await refuseBreached(body.newPassword, { config, log, field })
    const passwordHash = await hashPassword(body.newPassword, networkOf(request.ip))
    const changed = await db.transaction(actor, async (tx) => {
      const user = (await useResetLink(tx, body.token, now)) ?? refuseLink()
      // Access to the mailbox proves ownership, whatever failed sign-ins there were.
      // Nobody had proved the account: whoever used it may have set up a second factor.
      if (user.emailProof === null) await dropFactors(tx, [user.id])
      const row = await setPassword(tx, user, passwordHash, now)
      await proveAddress(tx, row, now)
      return user
    })
    const { id: userId, email } = changed
    await logAuthentication({ db, log }, { what: 'password_reset', userId, email, request }, now)
    return { email }
  }),
]

function refuseLink(): never {
  refuse('link-invalid', 'This link is invalid, expired, or has already been used. Please ask for a new one.')
}
