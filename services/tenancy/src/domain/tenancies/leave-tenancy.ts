import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, inArray } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { todayOf } from './tenancies.ts'
import type { TenancyGroup } from './tenancy-group.ts'

interface Leave {
  tenantIds: readonly string[]
  at: string
  /** The move-out day; today at the property unless given. */
  on?: string
}

/**
 * Members leave a locked tenancy. On a day that has come they become inactive; a future day is only stored. The caller finishes with
 * `finishTenancyChange`. @returns the tenants who became inactive
 */
export async function leaveTenancy(
  tx: Tx,
  { tenancy, members }: TenancyGroup,
  { tenantIds, at, on }: Leave,
): Promise<string[]> {
  const { id, landlordId } = tenancy
  const today = await todayOf(tx, tenancy, at)
  const leftOn = on ?? today
  const hasLeft = leftOn <= today
  const leaving = members.filter((one) => tenantIds.includes(one.tenant.id) && !one.member.hasLeft)
  const ids = leaving.map((one) => one.tenant.id)
  if (ids.length === 0) return []
  await tx
    .update(member)
    .set({ leftOn, hasLeft })
    .where(and(eq(member.landlordId, landlordId), eq(member.tenancyId, id), inArray(member.tenantId, ids)))
  if (!hasLeft) return []
  await tx
    .update(tenant)
    .set({ isActive: false, updatedAt: at })
    .where(and(eq(tenant.landlordId, landlordId), inArray(tenant.id, ids), eq(tenant.tenancyId, id)))
  return leaving.filter((one) => one.tenant.isActive && one.tenant.tenancyId === id).map((one) => one.tenant.id)
}
