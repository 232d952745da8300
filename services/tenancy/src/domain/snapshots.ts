import type { TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { MemberRow, TenancyRow } from '../schema/tenancies.ts'
import type { TenantRow } from '../schema/tenants.ts'

/** A tenant as events and other services see them; `tenancy` is their current or last one. */
export function tenantSnapshotOf(row: TenantRow, tenancy: TenancyRow | null): z.output<typeof TenantSnapshot> {
  const { id: tenantId, landlordId, firstName, lastName, email, phone, isActive, tenancyId } = row
  const {
    propertyId = null,
    unitId = null,
    startDate = null,
    endDate = null,
    monthlyRent = null,
    accountId = tenantId,
  } = tenancy ?? {}
  const terms = { propertyId, unitId, leaseStartDate: startDate, leaseEndDate: endDate, monthlyRent }
  return { tenantId, landlordId, firstName, lastName, email, phone, isActive, tenancyId, accountId, ...terms }
}

/** A tenancy as events and other services see it. */
export function tenancySnapshotOf(row: TenancyRow, members: readonly MemberRow[]): TenancySnapshot {
  const { id: tenancyId, createdAt: _, updatedAt: __, isAnnounced: ___, isClaimed: ____, ...rest } = row
  const { claimedUnitId: _____, claimedFrom: ______, claimedUntil: _______, ...terms } = rest
  const present = members.filter(({ hasLeft }) => !hasLeft)
  const listed = present.length > 0 ? present : members.filter(({ leftOn }) => leftOn === row.movedOutOn)
  const days = members.map(({ tenantId, joinedOn, leftOn }) => ({ tenantId, joinedOn, leftOn }))
  return { ...terms, tenancyId, tenantIds: listed.map(({ tenantId }) => tenantId), members: days }
}
