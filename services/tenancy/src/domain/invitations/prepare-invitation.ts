import { InvitationChanged } from '@keyhold/contracts/tenancy/invitations'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'
import { tenant } from '../../schema/tenants.ts'
import { statusOf } from './invitations.ts'
import { assertNotClaimed } from './registration-claims.ts'

type Person = { landlordId: string; email: string }

/** Ends an earlier pending invitation to the same person, which a new one replaces. @throws Refusal 409 */
export async function supersedePending(tx: Tx, { landlordId, email }: Person, now: Date): Promise<void> {
  const pending = await tx
    .select()
    .from(invitation)
    .where(and(eq(invitation.landlordId, landlordId), eq(invitation.email, email), eq(invitation.status, 'pending')))
    .for('update')
  for (const row of pending) {
    assertNotClaimed(row, now)
    const status = statusOf(row, now) === 'expired' ? 'expired' : 'revoked'
    await tx.update(invitation).set({ status, updatedAt: now.toISOString() }).where(eq(invitation.id, row.id))
    await emit(tx, InvitationChanged, { invitationId: row.id, landlordId, status })
  }
}

/**
 * The id of the tenant that an invitation is for: the active one without a login, else the one reserved by an earlier invitation that was
 * never accepted (a login may already exist for it); null for a new tenant.
 */
export async function tenantIdForInvitation(tx: Tx, { landlordId, email }: Person): Promise<string | null> {
  const [existing] = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(
      and(
        eq(tenant.landlordId, landlordId),
        eq(tenant.email, email),
        eq(tenant.isActive, true),
        eq(tenant.registeredWithLogin, false),
        isNull(tenant.deletedAt),
      ),
    )
  if (existing) return existing.id
  const [reserved] = await tx
    .select({ id: invitation.tenantId })
    .from(invitation)
    .where(
      and(
        eq(invitation.landlordId, landlordId),
        eq(invitation.email, email),
        ne(invitation.status, 'accepted'),
        sql`not exists (select from ${tenant} where ${tenant.id} = ${invitation.tenantId})`,
      ),
    )
    .orderBy(desc(invitation.createdAt), desc(invitation.id))
    .limit(1)
  return reserved?.id ?? null
}
