import type { BodyOf } from '@keyhold/contracts/endpoint'
import { confirm, signup, type User } from '@keyhold/contracts/identity/accounts'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages, withToken } from '@keyhold/contracts/pages'
import { violated } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { hashPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { hashOf, newSecret } from '../../domain/sessions/secrets.ts'
import { isAuthorisedAdmin } from '../../domain/accounts/super-admin.ts'
import { announceUser, createUser, refuseTakenEmail, toUser } from '../../domain/accounts/users.ts'
import { confirmationLinkHours } from '../../limits.ts'
import { confirmations } from '../../schema/links.ts'
import { users } from '../../schema/users.ts'

export const signUpRoutes = (config: Config) => [
  serve(signup, async ({ actor, body, db, clock, call, log }) => {
    const now = clock.now()
    if (body.userType === 'super_admin') return signUpSuperAdmin(config, { db, clock, call, log }, body)
    checkNewPassword(body.password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password' })
    // Reserved for the super admin.
    if (body.email === config.SUPER_ADMIN_EMAIL) refuseTakenEmail()
    const { email, firstName, lastName, phone, userType } = body
    const passwordHash = await hashPassword(body.password)
    try {
      return await db.transaction(actor, async (tx) => {
        const user = await createUser(
          tx,
          { email, firstName, lastName, phone, userType, passwordHash, isConfirmed: true },
          now,
        )
        await announceUser(tx, user)
        return toUser(user, now)
      })
    } catch (error) {
      if (violated(error)?.constraint === 'users_email_key') refuseTakenEmail()
      throw error
    }
  }),

  serve(confirm, async ({ actor, body, db, clock }) => {
    const now = clock.now()
    const email = await db.transaction(actor, async (tx) => {
      const [link] = await tx
        .delete(confirmations)
        .where(and(eq(confirmations.tokenHash, hashOf(body.token)), gt(confirmations.expiresAt, now.toISOString())))
        .returning()
      if (!link) return undefined
      const [user] = await tx
        .update(users)
        .set({ confirmedAt: now.toISOString(), updatedAt: now.toISOString(), passwordHash: link.passwordHash })
        .where(and(eq(users.id, link.userId), isNull(users.confirmedAt)))
        .returning()
      if (!user) return undefined
      await tx.delete(confirmations).where(eq(confirmations.userId, user.id))
      await announceUser(tx, user)
      return user.email
    })
    return email
      ? { email }
      : refuse('link-invalid', 'This confirmation link is invalid, expired, or has already been used.')
  }),
]

/** Creates the account unconfirmed. Until it is confirmed, signing up again sends another link. */
async function signUpSuperAdmin(
  config: Config,
  { db, clock, call, log }: Tools,
  body: BodyOf<typeof signup>,
): Promise<User> {
  if (!isAuthorisedAdmin(config, body))
    refuse(
      'super-admin-refused',
      'Invalid super admin credentials. Only authorized personnel can create super admin accounts.',
    )
  checkNewPassword(body.password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password' })
  const now = clock.now()
  const { email, firstName, lastName, phone, userType } = body
  const passwordHash = await hashPassword(body.password)
  const token = newSecret()

  // Not in the request's transaction, which would store the Idempotency-Key: when the mail fails, the same request must work again.
  const { user, linkId } = await db
    .adminTransaction('the super admin signs up', async (tx) => {
      const [waiting] = await tx.select().from(users).where(eq(users.email, email)).for('update')
      if (waiting && (waiting.userType !== 'super_admin' || waiting.confirmedAt !== null)) refuseTakenEmail()
      const row =
        waiting ??
        (await createUser(tx, { email, firstName, lastName, phone, userType, passwordHash, isConfirmed: false }, now))
      const expiresAt = new Date(now.getTime() + confirmationLinkHours * 60 * 60_000).toISOString()
      const [link] = await tx
        .insert(confirmations)
        .values({ userId: row.id, tokenHash: hashOf(token), passwordHash, expiresAt, createdAt: now.toISOString() })
        .returning({ id: confirmations.id })
      return { user: toUser(row, now), linkId: link!.id }
    })
    .catch((error: unknown) =>
      violated(error)?.constraint === 'users_email_key' ? refuseTakenEmail() : Promise.reject(error),
    )

  const mail = {
    key: `confirmation:${linkId}`,
    landlordId: null,
    channel: 'email' as const,
    to: email,
    subject: 'Confirm your Keyhold super admin account',
    body: `Someone signed up as the super admin of ${config.PUBLIC_URL} with this e-mail address.\n\nOpen this link to confirm the account. It works once, within ${confirmationLinkHours} hours:\n${config.PUBLIC_URL}${withToken(pages.confirm, token)}\n\nIf this was not you, ignore this e-mail: without the link the account cannot be used.`,
  }
  const sent = await call(deliver, serviceActor('identity', null), { body: mail }).catch((error: unknown) => {
    log.warn({ error }, 'the confirmation mail could not be sent')
    return { status: 'failed' as const }
  })
  if (sent.status === 'failed')
    refuse('unavailable', 'The confirmation e-mail could not be sent. Please sign up again to get a new link.')
  return user
}
