import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { tenant, type TenantRow, type WhichTenant } from '../../schema/tenants.ts'
import { lockTenancyGroups, type TenancyGroup } from '../tenancies/tenancy-group.ts'
import { lockTenantRow } from './tenants.ts'

export interface LockedTenant {
  before: TenantRow
  /** The tenant's current or last tenancy. */
  group: TenancyGroup | null
  /** The tenancy to join; null where the landlord has no such tenancy. */
  joining: TenancyGroup | null
}

/** Locks a tenant that is not archived together with their tenancy, and with the tenancy that they are to join. @throws Refusal 404 */
export async function lockTenant(tx: Tx, which: WhichTenant, joiningId: string | null = null): Promise<LockedTenant> {
  const [found] = await tx
    .select({ tenancyId: tenant.tenancyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, which.landlordId), eq(tenant.id, which.id), isNull(tenant.deletedAt)))
  if (!found) notFound('Tenant')
  const ids = [found.tenancyId, joiningId].filter((id) => id !== null)
  const groups = await lockTenancyGroups(tx, which.landlordId, ids)
  const groupOf = (id: string | null) => groups.get(id ?? '') ?? null
  const before = await lockTenantRow(tx, which)
  // The tenant changed tenancies while this waited. The row is locked now, so it cannot happen again.
  if (before.tenancyId !== found.tenancyId) return lockTenant(tx, which, joiningId)
  return { before, group: groupOf(before.tenancyId), joining: groupOf(joiningId) }
}
