import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { and, eq, gt, or } from 'drizzle-orm'
import { mailboxLinkHours, mailboxLinksPerAddress } from '../../limits.ts'
import { mailboxLinks } from '../../schema/links.ts'
import { users } from '../../schema/users.ts'
import { hashOf, newSecret } from '../sessions/secrets.ts'
import { resetWindowMs } from './password-resets.ts'
import type { UserRow } from './users.ts'

type Link = typeof mailboxLinks.$inferSelect

/** Mails a link to the owner of a mailbox. */
export const mailMailboxLink = job({
  name: 'mail-mailbox-link',
  data: z.object({ linkId: z.guid(), linkBase: z.string().optional() }),
})

interface Tenancy {
  landlordId: string
  tenantId: string
  formerTenantIds: string[]
}

/**
 * Asks the mailbox of an account: does the account belong to its owner, or, with `tenancy`, is its person this landlord's tenant? `linkBase`: what the
 * link starts with, if not PUBLIC_URL.
 * @throws Refusal `too-many-requests` beyond `mailboxLinksPerAddress`, to the address or of the account
 */
export async function askMailbox(
  tx: Tx,
  {
    user,
    email = user.email,
    tenancy,
    linkBase,
  }: { user: UserRow; email?: string; tenancy?: Tenancy; linkBase?: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - resetWindowMs).toISOString()
  const recent = and(
    or(eq(mailboxLinks.email, email), eq(mailboxLinks.userId, user.id)),
    gt(mailboxLinks.createdAt, since),
  )
  if ((await tx.$count(mailboxLinks, recent)) >= mailboxLinksPerAddress)
    refuse('too-many-requests', 'Several links were mailed to this address already. Please open the newest one.', {
      retryAfter: resetWindowMs / 1000,
    })
  const [link] = await tx
    .insert(mailboxLinks)
    .values({
      purpose: tenancy ? 'tenancy' : 'address',
      userId: user.id,
      email,
      ...(tenancy
        ? {
            ofLandlordId: tenancy.landlordId,
            ofTenantId: tenancy.tenantId,
            formerTenantIds: tenancy.formerTenantIds,
          }
        : {}),
      expiresAt: new Date(now.getTime() + mailboxLinkHours * 60 * 60_000).toISOString(),
      createdAt: now.toISOString(),
    })
    .returning({ id: mailboxLinks.id })
  await enqueue(tx, mailMailboxLink, { linkId: link!.id, linkBase }, { runAt: now })
}

/** A link with a new token, its account, and the landlord it names; undefined where it has expired or the account is closed. */
export async function tokenFor(
  tx: Tx,
  linkId: string,
  now: Date,
): Promise<{ link: Link; token: string; user: UserRow; landlord: UserRow | undefined } | undefined> {
  const token = newSecret()
  const [link] = await tx
    .update(mailboxLinks)
    .set({ tokenHash: hashOf(token) })
    .where(and(eq(mailboxLinks.id, linkId), gt(mailboxLinks.expiresAt, now.toISOString())))
    .returning()
  if (!link) return undefined
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, link.userId), eq(users.isActive, true)))
  const [landlord] = link.ofLandlordId ? await tx.select().from(users).where(eq(users.id, link.ofLandlordId)) : []
  return user && { link, token, user, landlord }
}

/** The link of a token with its account, both locked; undefined where it is not valid. */
export async function lockMailboxLink(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ link: Link; user: UserRow } | undefined> {
  const [link] = await tx
    .select()
    .from(mailboxLinks)
    .where(and(eq(mailboxLinks.tokenHash, hashOf(token)), gt(mailboxLinks.expiresAt, now.toISOString())))
    .for('update')
  if (!link) return undefined
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, link.userId), eq(users.isActive, true)))
    .for('update')
  return user && { link, user }
}

/** Uses up a link, and all others of the account for the same purpose. */
export async function dropMailboxLinks(tx: Tx, { id, userId, purpose }: Link): Promise<void> {
  await tx
    .delete(mailboxLinks)
    .where(
      purpose === 'tenancy'
        ? eq(mailboxLinks.id, id)
        : and(eq(mailboxLinks.userId, userId), eq(mailboxLinks.purpose, 'address')),
    )
}
