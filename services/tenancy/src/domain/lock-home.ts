import type { Tx } from '@keyhold/kit/db'
import { notFound } from '@keyhold/kit/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { tenant } from '../schema.ts'
import { type Household, lockHousehold } from './tenancies.ts'
import { lockTenant, type TenantRow, type WhichTenant } from './tenants.ts'

/** Locks a landlord's tenant that is not archived, with everybody who shares the tenancy. @throws Refusal 404 */
export async function lockHome(tx: Tx, which: WhichTenant): Promise<{ before: TenantRow; household: Household | null }> {
  const [found] = await tx
    .select({ tenancyId: tenant.tenancyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, which.landlordId), eq(tenant.id, which.id), isNull(tenant.deletedAt)))
  if (!found) notFound('Tenant')
  const household = found.tenancyId === null ? null : await lockHousehold(tx, { id: found.tenancyId, landlordId: which.landlordId })
  const before = await lockTenant(tx, which)
  // Moved while this waited: now that the record is locked, it moves no more.
  return before.tenancyId === found.tenancyId ? { before, household } : lockHome(tx, which)
}
