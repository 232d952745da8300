import { createHash, randomUUID } from 'node:crypto'
import { invalidInvitation } from '@keyhold/contracts/tenancy/invitations'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { invitation, type InvitationRow } from '../../schema/invitations.ts'
import { tenant } from '../../schema/tenants.ts'
import { hasActiveTenant, lockEmail } from '../tenant-emails.ts'
import { hashToken, statusOf } from './invitations.ts'

// A registration with a password creates a login in another service before it completes. A claim on the invitation makes sure that meanwhile
// nobody else uses the link, ends the invitation, or gives the e-mail address to another tenant.

/** Longer than any registration takes, so that a claim expires only if its process died. */
const claimMs = 60_000

type Claim = Pick<InvitationRow, 'status' | 'claimedAt'>

const isClaimed = ({ status, claimedAt }: Claim, now: Date): boolean =>
  status === 'pending' && claimedAt !== null && new Date(claimedAt).getTime() + claimMs > now.getTime()

/** @throws Refusal 409 while a registration with the link is in progress */
export function assertNotClaimed(row: Claim, now: Date): void {
  if (isClaimed(row, now))
    refuse('conflict', 'This person is registering with the link right now. Please try again in a minute.')
}

/** An e-mail address in a registration in progress cannot go to another active tenant. The caller has locked it. @throws Refusal 409 */
export async function assertEmailNotClaimed(
  tx: Tx,
  { landlordId, email, tenantId }: { landlordId: string; email: string; tenantId: string },
  now: Date,
): Promise<void> {
  const [pending] = await tx
    .select()
    .from(invitation)
    .where(and(eq(invitation.landlordId, landlordId), eq(invitation.email, email), eq(invitation.status, 'pending')))
  if (pending && pending.tenantId !== tenantId) assertNotClaimed(pending, now)
}

/** Identifies the claiming request: a repeated request with the same Idempotency-Key has the same id. */
export const claimantId = (idempotencyKey: string | undefined): string =>
  idempotencyKey ? createHash('sha256').update(idempotencyKey).digest('base64url') : randomUUID()

/**
 * The invitation of a link, locked with its e-mail address, if the claimant may register with it now.
 * @throws Refusal 404, the same for every reason; 409 where another active tenant has the address
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
  const isOthers = row !== undefined && isClaimed(row, now) && row.claimedBy !== null && row.claimedBy !== claimant
  if (!row || isOthers || statusOf(row, now) !== 'pending') refuse('invitation-invalid', invalidInvitation)
  const [record] = await tx
    .select({ deletedAt: tenant.deletedAt })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, tenantId)))
  if (record?.deletedAt) refuse('invitation-invalid', invalidInvitation)
  if (!record && (await hasActiveTenant(tx, { landlordId, email })))
    refuse(
      'conflict',
      'Your landlord already has an active tenant with this email address. Please ask your landlord about it.',
    )
  return row
}

/** Claims an invitation for one registration, and finds the archived records of the same person with the same landlord. */
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

/** Releases a claim. Where it is uncertain whether a login was created, the link works again, but the invitation cannot be ended until the claim expires. */
export async function releaseClaim(
  tx: Tx,
  { id, claimant, isCertain }: { id: string; claimant: string; isCertain: boolean },
): Promise<void> {
  await tx
    .update(invitation)
    .set({ claimedBy: null, claimedAt: isCertain ? null : sql`${invitation.claimedAt}` })
    .where(and(eq(invitation.id, id), eq(invitation.claimedBy, claimant)))
}
