import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { tenant } from '../../schema/tenants.ts'
import { type TenancyGroup, lockTenancyGroups } from '../tenancies/tenancies.ts'
import { lockTenantRow, type TenantRow, type WhichTenant } from './tenants.ts'

export interface LockedTenant {
  /** The tenant's record, locked. */
  before: TenantRow
  /** With everybody who shares their tenancy, or did. */
  group: TenancyGroup | null
  /** The one that they are to join; null where the landlord has no such tenancy. */
  joining: TenancyGroup | null
}

/**
 * Locks a landlord's tenant that is not archived, with everybody who shares the tenancy, and with those of the one they are to join.
 * @throws Refusal 404
 */
export async function lockTenant(tx: Tx, which: WhichTenant, joiningId: string | null = null): Promise<LockedTenant> {
  const [found] = await tx
    .select({ tenancyId: tenant.tenancyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, which.landlordId), eq(tenant.id, which.id), isNull(tenant.deletedAt)))
  if (!found) notFound('Tenant')
  const ids = [found.tenancyId, joiningId].filter((id) => id !== null)
  const groups = await lockTenancyGroups(tx, which.landlordId, ids)
  const of = (id: string | null) => groups.get(id ?? '') ?? null
  const before = await lockTenantRow(tx, which)
  // Moved while this waited: now that the record is locked, it moves no more.
  if (before.tenancyId !== found.tenancyId) return lockTenant(tx, which, joiningId)
  return { before, group: of(before.tenancyId), joining: of(joiningId) }
}
