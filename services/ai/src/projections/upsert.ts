import type { RequestSnapshot } from '@keyhold/contracts/maintenance/requests'
import type { PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { TenantSnapshot } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { lte, sql } from 'drizzle-orm'
import { property, request, tenant } from '../schema.ts'

// Facts come by event and from their owners' lists. The newest counts, in whatever order they come.

/** Keeps what a fact says of a property. */
export async function keepProperty(tx: Tx, facts: z.output<typeof PropertySnapshot>, asOf: string): Promise<void> {
  const {
    landlordId,
    propertyId,
    name,
    city,
    state,
    timeZone,
    monthlyRent,
    isDeleted,
    propertyType,
    bedrooms,
    squareFeet,
    isArchived,
  } = facts
  const row = {
    landlordId,
    propertyId,
    name,
    city,
    state,
    timeZone,
    monthlyRent,
    isDeleted,
    asOf,
    // Facts of before these were told leave what is known of them.
    ...(propertyType === undefined ? {} : { propertyType }),
    ...(bedrooms === undefined ? {} : { bedrooms }),
    ...(squareFeet === undefined ? {} : { squareFeet }),
    ...(isArchived === undefined ? {} : { isArchived }),
  }
  await tx
    .insert(property)
    .values({ isArchived: false, ...row })
    .onConflictDoUpdate({
      target: [property.landlordId, property.propertyId],
      set: row,
      setWhere: lte(property.asOf, asOf),
    })
}

/** Keeps what a fact says of a tenant. */
export async function keepTenant(tx: Tx, facts: z.output<typeof TenantSnapshot>, asOf: string): Promise<void> {
  const {
    landlordId,
    tenantId,
    firstName,
    lastName,
    propertyId,
    leaseStartDate,
    leaseEndDate,
    monthlyRent,
    isActive,
    accountId,
  } = facts
  const name = `${firstName} ${lastName}`.trim()
  const row = {
    landlordId,
    tenantId,
    name,
    propertyId,
    leaseStartDate,
    leaseEndDate,
    monthlyRent,
    isActive,
    asOf,
    // Facts of before tenancies were told leave what is known.
    ...(accountId === undefined ? {} : { accountId }),
  }
  await tx
    .insert(tenant)
    .values(row)
    .onConflictDoUpdate({ target: [tenant.landlordId, tenant.tenantId], set: row, setWhere: lte(tenant.asOf, asOf) })
}

/** Keeps what a fact says of a maintenance request. */
export async function keepRequest(tx: Tx, facts: z.output<typeof RequestSnapshot>, asOf: string): Promise<void> {
  const { landlordId, requestId, propertyId, title, category, priority, status, openedAt, scheduledDate } = facts
  const row = {
    landlordId,
    requestId,
    propertyId,
    title,
    category,
    priority,
    status,
    asOf,
    ...(scheduledDate === undefined ? {} : { scheduledDate }),
  }
  await tx
    .insert(request)
    .values({ ...row, openedAt: openedAt ?? asOf })
    .onConflictDoUpdate({
      target: [request.landlordId, request.requestId],
      // Where a fact does not say when it was opened, the earliest that was told of it is the nearest.
      set: { ...row, openedAt: openedAt ?? sql`least(${request.openedAt}, ${asOf}::timestamptz)` },
      setWhere: lte(request.asOf, asOf),
    })
}
