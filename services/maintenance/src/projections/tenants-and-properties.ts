import { getPropertySnapshot, type PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { getTenantSnapshot, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { fullName } from '@keyhold/kit/lib/names'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { property, type PropertyRow, tenant, type TenantRow } from '../schema.ts'

export const tenants = defineProjection({
  table: tenant,
  row: (snapshot: z.output<typeof TenantSnapshot>) => {
    const { landlordId, tenantId, propertyId, isActive } = snapshot
    return { landlordId, tenantId, name: fullName(snapshot), propertyId, isActive }
  },
})

export const properties = defineProjection({
  table: property,
  row: ({ landlordId, propertyId, name, timeZone, isDeleted }: z.output<typeof PropertySnapshot>) => ({
    landlordId,
    propertyId,
    name,
    timeZone,
    isDeleted,
  }),
})

/** A landlord's tenants and properties: from the projections, or from the record's owner where a row is missing. */
export interface Directory {
  /** @throws Refusal 404 where the landlord has no such tenant */
  findTenant(landlordId: string, tenantId: string): Promise<TenantRow>
  /** Deleted ones too. @throws Refusal 404 where the landlord has no such property */
  findProperty(landlordId: string, propertyId: string): Promise<PropertyRow>
}

/** Acts as the service itself: a tenant may cause the lookup of a property that is not visible to them. Never inside a transaction. */
export const createDirectory = (tools: Pick<Tools, 'db' | 'call' | 'clock'>): Directory => ({
  async findTenant(landlordId, tenantId) {
    const actor = serviceActor('maintenance', landlordId)
    const found = await findOrAsk(tenants, tools, {
      actor,
      find: (sql) =>
        sql<TenantRow[]>`select * from tenant where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
      ask: () => tools.call(getTenantSnapshot, actor, { params: { id: tenantId } }),
    })
    return found ?? notFound('Tenant')
  },
  async findProperty(landlordId, propertyId) {
    const actor = serviceActor('maintenance', landlordId)
    const found = await findOrAsk(properties, tools, {
      actor,
      find: (sql) =>
        sql<PropertyRow[]>`select * from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
      ask: () => tools.call(getPropertySnapshot, actor, { params: { id: propertyId } }),
    })
    return found ?? notFound('Property')
  },
})
