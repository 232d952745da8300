import type { Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { and, eq, isNull } from 'drizzle-orm'
import { tenant } from '../../schema/tenants.ts'
import { type Household, lockHouseholds } from '../tenancies/tenancies.ts'
import { lockTenant, type TenantRow, type WhichTenant } from './tenants.ts'

export interface Home {
  /** The tenant's record, locked. */
  before: TenantRow
  /** With everybody who shares their tenancy, or did. */
  household: Household | null
  /** The one that they are to join; null where the landlord has no such tenancy. */
  joining: Household | null
}

/**
 * Locks a landlord's tenant that is not archived, with everybody who shares the tenancy, and with those of the one they are to join.
 * @throws Refusal 404
 */
export async function lockHome(tx: Tx, which: WhichTenant, joiningId: string | null = null): Promise<Home> {
  const [found] = await tx
    .select({ tenancyId: tenant.tenancyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, which.landlordId), eq(tenant.id, which.id), isNull(tenant.deletedAt)))
  if (!found) notFound('Tenant')
  const ids = [found.tenancyId, joiningId].filter((id) => id !== null)
  const households = await lockHouseholds(tx, which.landlordId, ids)
  const of = (id: string | null) => households.get(id ?? '') ?? null
  const before = await lockTenant(tx, which)
  // Moved while this waited: now that the record is locked, it moves no more.
  if (before.tenancyId !== found.tenancyId) return lockHome(tx, which, joiningId)
  return { before, household: of(before.tenancyId), joining: of(joiningId) }
}
