import { getPropertySnapshot, type PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { getTenantSnapshot, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tools } from '@keyhold/kit/http/request'
import { property, type PropertyRow, tenant, type TenantRow } from '../schema.ts'

/** What is known of a landlord's tenants and properties: the projection, or, where it lacks a row, the answer of the record's owner. */
export interface Directory {
  /** @throws Refusal 404 where the landlord has no such tenant */
  findTenant(landlordId: string, tenantId: string): Promise<TenantRow>
  /** Deleted ones too. @throws Refusal 404 where the landlord has no such property */
  findProperty(landlordId: string, propertyId: string): Promise<PropertyRow>
}

// As of the epoch: whatever an event tells is newer than an answer that we asked for.
const asked = new Date(0).toISOString()

/** The row that a fact about a tenant means. */
export function tenantRow(
  { landlordId, tenantId, firstName, lastName, propertyId, isActive }: z.output<typeof TenantSnapshot>,
  asOf: string,
): TenantRow {
  return { landlordId, tenantId, name: `${firstName} ${lastName}`, propertyId, isActive, asOf }
}

/** The row that a fact about a property means. */
export function propertyRow(
  { landlordId, propertyId, name, timeZone, isDeleted }: z.output<typeof PropertySnapshot>,
  asOf: string,
): PropertyRow {
  return { landlordId, propertyId, name, timeZone, isDeleted, asOf }
}

/** Reads and keeps as the service itself: a tenant may cause a property to be looked up that it can't see yet. Asks over the network: never inside a transaction. */
export function createDirectory({ db, call }: Pick<Tools, 'db' | 'call'>): Directory {
  return {
    async findTenant(landlordId, tenantId) {
      const as = serviceActor('maintenance', landlordId)
      const [known] = await db.read(
        as,
        (sql) => sql<TenantRow[]>`select * from tenant where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
      )
      if (known) return known
      const row = tenantRow(await call(getTenantSnapshot, as, { params: { id: tenantId } }), asked)
      await db.transaction(as, (tx) => tx.insert(tenant).values(row).onConflictDoNothing())
      return row
    },
    async findProperty(landlordId, propertyId) {
      const as = serviceActor('maintenance', landlordId)
      const [known] = await db.read(
        as,
        (sql) =>
          sql<PropertyRow[]>`select * from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
      )
      if (known) return known
      const row = propertyRow(await call(getPropertySnapshot, as, { params: { id: propertyId } }), asked)
      await db.transaction(as, (tx) => tx.insert(property).values(row).onConflictDoNothing())
      return row
    },
  }
}
