import type { BodyOf } from '@keyhold/contracts/endpoint'
import { confirm, signup, type User } from '@keyhold/contracts/identity/accounts'
import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { pages, withToken } from '@keyhold/contracts/pages'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { linkBase } from '@keyhold/kit/http/link-base'
import { serve } from '@keyhold/kit/http/serve'
import { networkOf } from '@keyhold/kit/lib/networks'
import type { Tools } from '@keyhold/kit/http/request'
import { type Actor, serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { refuseBreached } from '../../domain/accounts/breached-passwords.ts'
import type { Config } from '../../config.ts'
import { askMailbox, dropMailboxLinks, lockMailboxLink } from '../../domain/accounts/mailbox-links.ts'
import { hashFirstPassword, checkNewPassword } from '../../domain/accounts/passwords.ts'
import { lockAddress, moveAddress, ownedAccounts, proveAddress } from '../../domain/accounts/people.ts'
import { asksEmailProof } from '../../domain/accounts/proof-settings.ts'
import { limitSignUps } from '../../domain/accounts/sign-up-limit.ts'
import { addTenancy } from '../../domain/accounts/tenancy-logins.ts'
import { withVerifiedPassword } from '../../domain/accounts/verify-password.ts'
import { shownBy } from '../../domain/sessions/cookies.ts'
import { hashOf, newSecret } from '../../domain/sessions/secrets.ts'
import { isAuthorisedAdmin } from '../../domain/accounts/super-admin.ts'
import {
  announceUser,
  createUser,
  mapTakenEmail,
  refuseTakenEmail,
  toUser,
  type UserRow,
} from '../../domain/accounts/users.ts'
import { confirmationLinkHours } from '../../limits.ts'
import { confirmations } from '../../schema/links.ts'
import { users } from '../../schema/users.ts'

export const signUpRoutes = (config: Config) => [
  serve(signup, async ({ actor, body, request, db, clock, call, log }) => {
    const now = clock.now()
    if (body.userType === 'super_admin') {
      const site = { ...config, PUBLIC_URL: linkBase(config.PUBLIC_URL, request) }
      return signUpSuperAdmin(site, { db, clock, call, log }, body, networkOf(request.ip))
    }
    checkNewPassword(body.password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password', owner: body })
    // Reserved for the super admin.
    if (body.email === config.SUPER_ADMIN_EMAIL) refuseTakenEmail()
    const { email, firstName, lastName, phone, userType } = body
    const { ip } = request
    // Before anything else: a flood is refused, or waits, before it costs more.
    const passwordHash = await hashFirstPassword(body.password, networkOf(ip))
    // Not in the request's transaction, which would store the Idempotency-Key: a refused sign-up can be repeated.
    const owned = await db.adminTransaction('a sign-up looks for the owner of its address', async (tx) => {
      await limitSignUps(tx, { ip, perHour: config.SIGNUPS_PER_HOUR }, now)
      return ownedAccounts(tx, email)
    })
    await refuseBreached(body.password, { config, log, field: 'password' })
    if (owned.some((one) => one.userType === userType)) refuseTakenEmail()
    const person = { email, firstName, lastName, phone, userType, isConfirmed: true }
    if (owned.length > 0) {
      const given = { email, password: body.password, ip, shown: shownBy(request), among: isOwned }
      const user = await withVerifiedPassword({ db, actor, now }, given, async (tx, [own]) => {
        const { passwordHash: known, emailProof } = own!
        const row = await createUser(tx, { ...person, passwordHash: known, emailProof }, now)
        await announceUser(tx, row)
        return toUser(row, now)
      }).catch(mapTakenEmail)
      return user ?? refuseTakenEmail()
    }
    return db
      .transaction(actor, async (tx) => {
        await lockAddress(tx, email)
        if ((await ownedAccounts(tx, email)).length > 0) refuseTakenEmail()
        const emailProof = asksEmailProof(config) ? null : 'not_asked'
        const user = await createUser(tx, { ...person, passwordHash, emailProof }, now)
        if (emailProof === null) await askMailbox(tx, { user, linkBase: linkBase(config.PUBLIC_URL, request) }, now)
        await announceUser(tx, user)
        return toUser(user, now)
      })
      .catch(mapTakenEmail)
  }),

  serve(confirm, async ({ actor, body, db, clock }) => {
    const now = clock.now()
    const email = await db
      .transaction(
        actor,
        async (tx) => (await confirmSuperAdmin(tx, body.token, now)) ?? openMailboxLink(tx, body.token, actor, now),
      )
      .catch(mapTakenEmail)
    return email
      ? { email }
      : refuse('link-invalid', 'This confirmation link is invalid, expired, or has already been used.')
  }),
]

const isOwned = ({ emailProof }: UserRow) => emailProof !== null

async function confirmSuperAdmin(tx: Tx, token: string, now: Date): Promise<string | undefined> {
  const [link] = await tx
    .delete(confirmations)
    .where(and(eq(confirmations.tokenHash, hashOf(token)), gt(confirmations.expiresAt, now.toISOString())))
    .returning()
  if (!link) return undefined
  const [user] = await tx
    .update(users)
    .set({
      confirmedAt: now.toISOString(),
      updatedAt: now.toISOString(),
      passwordHash: link.passwordHash,
      emailProof: 'mailbox',
    })
    .where(and(eq(users.id, link.userId), isNull(users.confirmedAt)))
    .returning()
  if (!user) return undefined
  await tx.delete(confirmations).where(eq(confirmations.userId, user.id))
  await announceUser(tx, user)
  return user.email
}

/** What the owner of a mailbox confirms by a link. The link for an account works only for who is signed in to it: else a stranger's sign-up could be confirmed by mistake. */
async function openMailboxLink(tx: Tx, token: string, actor: Actor, now: Date): Promise<string | undefined> {
  const found = await lockMailboxLink(tx, token, now)
  if (!found) return undefined
  const { link, user } = found
  if (link.purpose === 'address') {
    if (!('userId' in actor) || actor.userId !== user.id)
      refuse('forbidden', 'Sign in to the account that you want to confirm, then open the link again.')
    const proved = await proveAddress(tx, await moveAddress(tx, user, link.email, now), now)
    if (!proved) refuse('email-taken', 'Somebody else has confirmed this address for another account.')
  } else {
    if (link.email !== user.email) return undefined
    const { ofLandlordId: landlordId, ofTenantId: tenantId, formerTenantIds } = link
    const person = (await proveAddress(tx, user, now)) ?? user
    await addTenancy(tx, person, { landlordId: landlordId!, tenantId: tenantId!, formerTenantIds }, now)
  }
  await dropMailboxLinks(tx, link)
  return link.email
}

/** Creates the account unconfirmed. Until it is confirmed, signing up again sends another link. */
async function signUpSuperAdmin(
  config: Config,
  { db, clock, call, log }: Tools,
  body: BodyOf<typeof signup>,
  network: string,
): Promise<User> {
  if (!isAuthorisedAdmin(config, body))
    refuse(
      'super-admin-refused',
      'Invalid super admin credentials. Only authorized personnel can create super admin accounts.',
    )
  checkNewPassword(body.password, { minLength: config.PASSWORD_MIN_LENGTH, field: 'password', owner: body })
  await refuseBreached(body.password, { config, log, field: 'password' })
  const now = clock.now()
  const { email, firstName, lastName, phone, userType } = body
  const passwordHash = await hashFirstPassword(body.password, network)
  const token = newSecret()

  // Not in the request's transaction, which would store the Idempotency-Key: when the mail fails, the same request must work again.
  const { user, linkId } = await db
    .adminTransaction('the super admin signs up', async (tx) => {
      const [waiting] = await tx
        .select()
        .from(users)
        .where(and(eq(users.email, email), eq(users.userType, 'super_admin')))
        .for('update')
      if (waiting && waiting.confirmedAt !== null) refuseTakenEmail()
      const row =
        waiting ??
        (await createUser(
          tx,
          { email, firstName, lastName, phone, userType, passwordHash, isConfirmed: false, emailProof: null },
          now,
        ))
      const expiresAt = new Date(now.getTime() + confirmationLinkHours * 60 * 60_000).toISOString()
      const [link] = await tx
        .insert(confirmations)
        .values({ userId: row.id, tokenHash: hashOf(token), passwordHash, expiresAt, createdAt: now.toISOString() })
        .returning({ id: confirmations.id })
      return { user: toUser(row, now), linkId: link!.id }
    })
    .catch(mapTakenEmail)

  const mail = {
    key: `confirmation:${linkId}`,
    landlordId: null,
    channel: 'email' as const,
    to: email,
    subject: 'Confirm your Keyhold super admin account',
    body: `Someone signed up as the super admin of ${config.PUBLIC_URL} with this email address.\n\nOpen this link to confirm the account. It works once, within ${confirmationLinkHours} hours:\n${config.PUBLIC_URL}${withToken(pages.confirm, token)}\n\nIf this was not you, ignore this email: without the link the account cannot be used.`,
  }
  const sent = await call(deliver, serviceActor('identity', null), { body: mail }).catch((error: unknown) => {
    log.warn({ error }, 'the confirmation mail could not be sent')
    return { status: 'failed' as const }
  })
  if (sent.status === 'failed')
    refuse('unavailable', 'The confirmation email could not be sent. Please sign up again to get a new link.')
  return user
}
