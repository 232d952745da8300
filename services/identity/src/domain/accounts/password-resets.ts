import { resetLinkMinutes } from '@keyhold/contracts/identity/password-resets'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { and, asc, count, desc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { resetMailsPerAccount, resetRequestsPerAddress, resetWindowMinutes } from '../../limits.ts'
import { passwordResetLinks, passwordResetRequests } from '../../schema/links.ts'
import { users } from '../../schema/users.ts'
import { hashOf, newSecret } from '../sessions/secrets.ts'
import type { UserRow } from './users.ts'

export const resetWindowMs = resetWindowMinutes * 60_000

/** Mails the link that a request asks for. */
export const mailResetLink = job({
  name: 'mail-reset-link',
  // Jobs of an earlier version have no base.
  data: z.object({ requestId: z.guid(), linkBase: z.string().optional() }),
})

/**
 * Stores a request for a reset link. Whether the e-mail has an account is looked up when the mail is sent, so that neither the answer nor its
 * timing reveals it. Beyond `resetMailsPerAccount` nothing is sent: the links are in the inbox, and a refusal would let anybody lock the owner out.
 * @throws Refusal `too-many-requests` beyond `resetRequestsPerAddress`
 */
export async function requestReset(
  tx: Tx,
  { email, ip, now, linkBase }: { email: string; ip: string; now: Date; linkBase: string },
): Promise<void> {
  for (const key of [`reset:account:${email}`, `reset:ip:${ip}`].toSorted())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 7))`)
  const since = new Date(now.getTime() - resetWindowMs).toISOString()
  const requests = passwordResetRequests
  const asked = await tx
    .select({ at: requests.requestedAt })
    .from(requests)
    .where(and(eq(requests.ip, ip), gt(requests.requestedAt, since)))
    .orderBy(asc(requests.requestedAt))
  const first = asked.at(-resetRequestsPerAddress)
  if (first) {
    const retryAfter = Math.ceil((new Date(first.at).getTime() + resetWindowMs - now.getTime()) / 1000)
    refuse('too-many-requests', 'Too many password resets were requested from here. Please try again later.', {
      retryAfter,
    })
  }
  const [mailed] = await tx
    .select({ times: count() })
    .from(requests)
    .where(and(eq(requests.email, email), gt(requests.requestedAt, since), eq(requests.isMailed, true)))
  const isMailed = (mailed?.times ?? 0) < resetMailsPerAccount
  const [request] = await tx
    .insert(requests)
    .values({ email, ip, requestedAt: now.toISOString(), isMailed })
    .returning({ id: requests.id })
  if (isMailed && request) await enqueue(tx, mailResetLink, { requestId: request.id, linkBase }, { runAt: now })
}

/** Makes the link that a request asks for; undefined where its e-mail has no open account, or the request has expired. */
export async function makeRequestedLink(
  tx: Tx,
  requestId: string,
  now: Date,
): Promise<{ user: UserRow; token: string } | undefined> {
  const [request] = await tx.select().from(passwordResetRequests).where(eq(passwordResetRequests.id, requestId))
  return request && makeResetLink(tx, request.email, now)
}

/**
 * Makes a link for the person at this address; undefined where there is none. Where nobody has proved to own it, the link is for the newest account, and
 * using it proves ownership. Earlier links stay good for their hour.
 */
async function makeResetLink(tx: Tx, email: string, now: Date): Promise<{ user: UserRow; token: string } | undefined> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.isActive, true), isNotNull(users.confirmedAt)))
    .orderBy(sql`${users.emailProof} nulls last`, desc(users.createdAt), desc(users.id))
    .limit(1)
  if (!user) return undefined
  const token = newSecret()
  const expiresAt = new Date(now.getTime() + resetLinkMinutes * 60_000).toISOString()
  await tx
    .insert(passwordResetLinks)
    .values({ userId: user.id, tokenHash: hashOf(token), expiresAt, createdAt: now.toISOString() })
  return { user, token }
}

/** Uses up a link and all others of the account. Undefined when the link is not valid. */
export async function useResetLink(tx: Tx, token: string, now: Date): Promise<UserRow | undefined> {
  const [link] = await tx
    .delete(passwordResetLinks)
    .where(and(eq(passwordResetLinks.tokenHash, hashOf(token)), gt(passwordResetLinks.expiresAt, now.toISOString())))
    .returning()
  if (!link) return undefined
  await dropResetLinks(tx, link.userId)
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, link.userId), eq(users.isActive, true)))
    .for('update')
  return user
}

/** Makes the mailed links of an account void, because its password or e-mail has changed. */
export async function dropResetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passwordResetLinks).where(eq(passwordResetLinks.userId, userId))
}
