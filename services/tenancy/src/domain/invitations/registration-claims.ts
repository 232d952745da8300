import { createHash, randomUUID } from 'node:crypto'
import { invalidInvitation } from '@keyhold/contracts/tenancy/invitations'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'
import { tenant } from '../../schema/tenants.ts'
import { hashToken, type InvitationRow, statusOf } from './invitations.ts'
import { lockEmail } from '../tenants/tenants.ts'

/** Longer than a registration takes, so that only one whose process died is overtaken. */
const leaseMs = 60_000

type Claimed = Pick<InvitationRow, 'status' | 'claimedAt'>

/** Whether somebody registers with the link at this moment. */
export const isClaimed = ({ status, claimedAt }: Claimed, now: Date): boolean =>
  status === 'pending' && claimedAt !== null && new Date(claimedAt).getTime() + leaseMs > now.getTime()

/** @throws Refusal 409 while somebody registers with the link: their login may be made already */
export function assertNotClaimed(row: Claimed, now: Date): void {
  if (isClaimed(row, now))
    refuse('conflict', 'This person is registering with the link right now. Please try again in a minute.')
}

/** An e-mail address that somebody registers with is not given to another active record. The caller has locked it. @throws Refusal 409 */
export async function assertEmailNotClaimed(
  tx: Tx,
  { landlordId, email, tenantId }: { landlordId: string; email: string; tenantId: string },
  now: Date,
): Promise<void> {
  const [link] = await tx
    .select()
    .from(invitation)
    .where(and(eq(invitation.landlordId, landlordId), eq(invitation.email, email), eq(invitation.status, 'pending')))
  if (link && link.tenantId !== tenantId) assertNotClaimed(link, now)
}

/** Who claims: the same request sent twice is one. */
export const claimantId = (idempotencyKey: string | undefined): string =>
  idempotencyKey ? createHash('sha256').update(idempotencyKey).digest('base64url') : randomUUID()

/**
 * The invitation of a link, locked with its e-mail address: whoever gets it may register at this moment.
 * @throws Refusal 404, the same for every reason; 409 where the address belongs to another tenant by now
 */
export async function lockInvitationByToken(
  tx: Tx,
  { token, claimant }: { token: string; claimant: string },
  now: Date,
): Promise<InvitationRow> {
  const byToken = eq(invitation.tokenHash, hashToken(token))
  const [found] = await tx.select().from(invitation).where(byToken)
  if (!found) refuse('invitation-invalid', invalidInvitation)
  const { landlordId, email, tenantId } = found
  await lockEmail(tx, landlordId, email)
  const [row] = await tx.select().from(invitation).where(byToken).for('update')
  const isTheirs = row !== undefined && isClaimed(row, now) && row.claimedBy !== null && row.claimedBy !== claimant
  if (!row || isTheirs || statusOf(row, now) !== 'pending') refuse('invitation-invalid', invalidInvitation)
  const [record] = await tx
    .select({ deletedAt: tenant.deletedAt })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  if (record?.deletedAt) refuse('invitation-invalid', invalidInvitation)
  if (!record) await judgeAddress(tx, { landlordId, email })
  return row
}

async function judgeAddress(tx: Tx, { landlordId, email }: { landlordId: string; email: string }): Promise<void> {
  const [other] = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.email, email), eq(tenant.isActive, true)))
  if (other)
    refuse(
      'conflict',
      'Your landlord already has an active tenant with this e-mail address. Please ask your landlord about it.',
    )
}

/** Takes the link for one registration, and tells which archived records of this landlord were the same person's. */
export async function claimInvitation(
  tx: Tx,
  link: { token: string; claimant: string },
  now: Date,
): Promise<InvitationRow & { formerTenantIds: string[] }> {
  const row = await lockInvitationByToken(tx, link, now)
  const { landlordId, email } = row
  await tx
    .update(invitation)
    .set({ claimedAt: now.toISOString(), claimedBy: link.claimant })
    .where(eq(invitation.id, row.id))
  const former = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.email, email), isNotNull(tenant.deletedAt)))
    .orderBy(desc(tenant.deletedAt))
    .limit(50)
  return { ...row, formerTenantIds: former.map(({ id }) => id) }
}

/** Gives the link back. Where nobody knows whether a login was made, the invitation stays as it is until the lease ends, but its link works. */
export async function releaseClaim(
  tx: Tx,
  { id, claimant, isCertain }: { id: string; claimant: string; isCertain: boolean },
): Promise<void> {
  await tx
    .update(invitation)
    .set({ claimedBy: null, claimedAt: isCertain ? null : sql`${invitation.claimedAt}` })
    .where(and(eq(invitation.id, id), eq(invitation.claimedBy, claimant)))
}
