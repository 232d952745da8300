import type { RequestSnapshot } from '@keyhold/contracts/maintenance/request-snapshots'
import type { PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { fullName } from '@keyhold/kit/lib/names'
import { defineProjection } from '@keyhold/kit/messaging/projection'
import { sql } from 'drizzle-orm'
import { property, request, tenant } from '../schema/projections.ts'

export const properties = defineProjection({
  table: property,
  row: (snapshot: z.output<typeof PropertySnapshot>) => ({ ...snapshot, address: undefined }),
})

export const tenants = defineProjection({
  table: tenant,
  row: (snapshot: z.output<typeof TenantSnapshot>) => {
    const { landlordId, tenantId, propertyId, leaseStartDate, leaseEndDate, monthlyRent, isActive, accountId } =
      snapshot
    const name = fullName(snapshot)
    return { landlordId, tenantId, name, propertyId, leaseStartDate, leaseEndDate, monthlyRent, isActive, accountId }
  },
})

export const requests = defineProjection({
  table: request,
  row: (snapshot: z.output<typeof RequestSnapshot>, asOf) => {
    const { landlordId, requestId, propertyId, title, category, priority, status, scheduledDate } = snapshot
    const openedAt = snapshot.openedAt ?? asOf
    return { landlordId, requestId, propertyId, title, category, priority, status, scheduledDate, openedAt }
  },
  // Old events lack the time of opening; the earliest event about the request comes closest.
  merge: { openedAt: sql`least(${request.openedAt}, excluded.opened_at)` },
})
