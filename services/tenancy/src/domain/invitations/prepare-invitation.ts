import { InvitationChanged } from '@keyhold/contracts/tenancy/invitations'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'
import { tenant } from '../../schema/tenants.ts'
import { assertNotClaimed } from './registration-claims.ts'
import { statusOf } from './invitations.ts'

type Person = { landlordId: string; email: string }

/** A new invitation takes the place of an earlier one to the same person. */
export async function supersedePending(tx: Tx, { landlordId, email }: Person, now: Date): Promise<void> {
  const open = await tx
    .select()
    .from(invitation)
    .where(and(eq(invitation.landlordId, landlordId), eq(invitation.email, email), eq(invitation.status, 'pending')))
    .for('update')
  for (const row of open) {
    assertNotClaimed(row, now)
    const status = statusOf(row, now) === 'expired' ? 'expired' : 'revoked'
    await tx.update(invitation).set({ status, updatedAt: now.toISOString() }).where(eq(invitation.id, row.id))
    await emit(tx, InvitationChanged, { invitationId: row.id, landlordId, status })
  }
}

/**
 * The tenant record that an invitation to this address is for: the active one without a login; else the one that an earlier,
 * never accepted invitation reserved (a login may have been made for it already); null for a new one.
 */
export async function tenantIdForInvitation(tx: Tx, { landlordId, email }: Person): Promise<string | null> {
  const [waiting] = await tx
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
  if (waiting) return waiting.id
  const [earlier] = await tx
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
  return earlier?.id ?? null
}
