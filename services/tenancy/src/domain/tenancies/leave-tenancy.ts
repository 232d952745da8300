import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, inArray } from 'drizzle-orm'
import { member } from '../../schema/tenancies.ts'
import { tenant } from '../../schema/tenants.ts'
import { type TenancyGroup, todayOf } from './tenancies.ts'

interface Leaving {
  /** Those of the household who leave. */
  tenantIds: readonly string[]
  at: string
  /** The day; today at the property unless given. */
  on?: string
}

/**
 * Members leave: at once where the day has come, who is then inactive; else the day is noted. `settle` follows.
 * @returns those who were active and are no more
 */
export async function leaveTenancy(
  tx: Tx,
  { tenancy, members }: TenancyGroup,
  { tenantIds, at, on }: Leaving,
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
