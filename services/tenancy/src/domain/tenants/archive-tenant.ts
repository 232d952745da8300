import { InvitationChanged } from '@keyhold/contracts/tenancy/invitations'
import { TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { invitation } from '../../schema/invitations.ts'
import { tenancy } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { assertNotClaimed } from '../invitations/registration-claims.ts'
import { type ChangeAuthor, recordChanges } from '../history/history.ts'
import { leaveTenancy } from '../tenancies/leave-tenancy.ts'
import { lockTenant } from './lock-tenant.ts'
import { finishTenancyChange } from '../tenancies/tenancies.ts'
import { tenantSnapshotOf, lockEmail, type TenantRow, type WhichTenant } from './tenants.ts'

interface Acting {
  now: Date
  by: ChangeAuthor
}

/** Puts a tenant's record away. They leave their tenancy, and a link that was sent to them works no more. @throws Refusal 404, 409 */
export async function archiveTenant(tx: Tx, { id, landlordId }: WhichTenant, { now, by }: Acting): Promise<void> {
  const at = now.toISOString()
  const theirs = and(
    eq(invitation.landlordId, landlordId),
    eq(invitation.tenantId, id),
    eq(invitation.status, 'pending'),
  )
  // Before the record, as registering locks them.
  for (const link of await tx.select().from(invitation).where(theirs).for('update')) assertNotClaimed(link, now)
  const { before, group } = await lockTenant(tx, { id, landlordId })
  const revoked = await tx.update(invitation).set({ status: 'revoked', updatedAt: at }).where(theirs).returning()
  for (const link of revoked)
    await emit(tx, InvitationChanged, { invitationId: link.id, landlordId, status: 'revoked' })
  const [after] = await tx
    .update(tenant)
    .set({ isActive: false, deletedAt: at, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.id, id)))
    .returning()
  await recordChanges(tx, [{ landlordId, tenantId: id, what: 'archived' }], { at, by })
  // An inactive one has left before.
  if (!before.isActive) return
  if (!group) return void (await emit(tx, TenantLeft, tenantSnapshotOf(after!, null)))
  await leaveTenancy(tx, group, { tenantIds: [id], at })
  await finishTenancyChange(tx, group.tenancy, { at, updated: [], left: [id] })
}

/** Takes an archived record back, as an inactive one. @throws Refusal 404, 409 where another active tenant has the address by now */
export async function restoreTenant(tx: Tx, { id, landlordId }: WhichTenant, { now, by }: Acting): Promise<void> {
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
  // Pressing twice is asking once.
  if (!archived) return
  await judgeAddress(tx, archived)
  const [after] = await tx.update(tenant).set({ deletedAt: null, updatedAt: at }).where(mine).returning()
  await recordChanges(tx, [{ landlordId, tenantId: id, what: 'restored' }], { at, by })
  const [home] = await tx
    .select()
    .from(tenancy)
    .where(and(eq(tenancy.landlordId, landlordId), eq(tenancy.id, archived.tenancyId ?? id)))
  await emit(tx, TenantUpdated, tenantSnapshotOf(after!, home ?? null))
}

async function judgeAddress(tx: Tx, { id, landlordId, email }: TenantRow): Promise<void> {
  const [other] = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(
      and(eq(tenant.landlordId, landlordId), eq(tenant.email, email), eq(tenant.isActive, true), ne(tenant.id, id)),
    )
    .limit(1)
  if (other) refuse('conflict', 'You have another active tenant with this e-mail address by now.')
}
