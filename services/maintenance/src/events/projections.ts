import {
  PropertyCreated,
  PropertyDeleted,
  type PropertySnapshot,
  PropertyUpdated,
} from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, type TenantSnapshot, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { type EventContext, on } from '@keyhold/kit/messaging/handlers'
import { lte } from 'drizzle-orm'
import { propertyRow, tenantRow } from '../projections/people-and-homes.ts'
import { property, tenant } from '../schema.ts'

async function keepTenant({ data, event, tx }: EventContext<z.output<typeof TenantSnapshot>>): Promise<void> {
  const row = tenantRow(data, event.time)
  await tx
    .insert(tenant)
    .values(row)
    .onConflictDoUpdate({
      target: [tenant.landlordId, tenant.tenantId],
      set: row,
      setWhere: lte(tenant.asOf, event.time),
    })
}

async function keepProperty({ data, event, tx }: EventContext<z.output<typeof PropertySnapshot>>): Promise<void> {
  const row = propertyRow(data, event.time)
  await tx
    .insert(property)
    .values(row)
    .onConflictDoUpdate({
      target: [property.landlordId, property.propertyId],
      set: row,
      setWhere: lte(property.asOf, event.time),
    })
}

export const projections = [
  on(TenantCreated, keepTenant),
  on(TenantUpdated, keepTenant),
  on(TenantLeft, keepTenant),
  on(PropertyCreated, keepProperty),
  on(PropertyUpdated, keepProperty),
  on(PropertyDeleted, keepProperty),
]
