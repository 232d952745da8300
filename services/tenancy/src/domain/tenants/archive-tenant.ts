import { InvitationChanged } from '@keyhold/contracts/tenancy/invitations'
import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNotNull } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'
import { tenancy } from '../../schema/tenancies.ts'
import { tenant, type WhichTenant } from '../../schema/tenants.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { assertNotClaimed } from '../invitations/registration-claims.ts'
import { tenantSnapshotOf } from '../snapshots.ts'
import { leaveTenancy } from '../tenancies/leave-tenancy.ts'
import { finishTenancyChange } from '../tenancies/tenancy-group.ts'
import { hasActiveTenant, lockEmail } from '../tenant-emails.ts'
import { lockTenant } from './lock-tenant.ts'

interface Change {
  now: Date
  by: ChangeAuthor
}

/** Archives a tenant's record. The tenant leaves their tenancy, and their pending invitation is revoked. @throws Refusal 404, 409 */
export async function archiveTenant(tx: Tx, { id, landlordId }: WhichTenant, { now, by }: Change): Promise<void> {
  const at = now.toISOString()
  const isTheirPending = and(
    eq(invitation.landlordId, landlordId),
    eq(invitation.tenantId, id),
    eq(invitation.status, 'pending'),
  )
  // Invitations are locked before the tenant, in the same order as in a registration.
  for (const row of await tx.select().from(invitation).where(isTheirPending).for('update')) assertNotClaimed(row, now)
  const { before, group } = await lockTenant(tx, { id, landlordId })
  const revoked = await tx
    .update(invitation)
    .set({ status: 'revoked', updatedAt: at })
    .where(isTheirPending)
    .returning()
  for (const row of revoked) await emit(tx, InvitationChanged, { invitationId: row.id, landlordId, status: 'revoked' })
  const [after] = await tx
    .update(tenant)
    .set({ isActive: false, deletedAt: at, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, id)))
    .returning()
  await recordChanges(tx, [{ landlordId, tenantId: id, what: 'archived' }], { at, by })
  // An inactive tenant has already left.
  if (!before.isActive) return
  if (!group) return void (await emit(tx, TenantLeft, tenantSnapshotOf(after!, null)))
  await leaveTenancy(tx, group, { tenantIds: [id], at })
  await finishTenancyChange(tx, group.tenancy, { at, by, updated: [], left: [id] })
}

/** Restores an archived record as an inactive one. @throws Refusal 404; 409 where another active tenant has the e-mail address */
export async function restoreArchivedTenant(
  tx: Tx,
  { id, landlordId }: WhichTenant,
  { now, by }: Change,
): Promise<void> {
  const at = now.toISOString()
  const mine = and(eq(tenant.landlordId, landlordId), eq(tenant.id, id))
  const [found] = await tx.select({ email: tenant.email }).from(tenant).where(mine)
  if (!found) notFound('Tenant')
  await lockEmail(tx, landlordId, found.email)
  const [archived] = await tx
    .select()
    .from(tenant)
    .where(and(mine, isNotNull(tenant.deletedAt)))
    .for('update')
  // A repeated request changes nothing.
  if (!archived) return
  if (await hasActiveTenant(tx, archived))
    refuse('conflict', 'You already have another active tenant with this email address.')
  const [after] = await tx.update(tenant).set({ deletedAt: null, updatedAt: at }).where(mine).returning()
  await recordChanges(tx, [{ landlordId, tenantId: id, what: 'restored' }], { at, by })
  const [last] = await tx
    .select()
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, landlordId), eq(tenancy.id, archived.tenancyId ?? id)))
  await emit(tx, TenantUpdated, tenantSnapshotOf(after!, last ?? null))
}
