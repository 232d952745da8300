import type { Tx } from '@keyhold/kit/db'
import { and, eq, isNull } from 'drizzle-orm'
import { occupancy, property, type PropertyRow } from '../schema.ts'

type Named = Pick<PropertyRow, 'landlordId' | 'id'>

/**
 * Locks a live property of the landlord. Whoever decides by its tenants locks first and asks then,
 * so that an edit and a tenant's arrival never judge by the same moment.
 */
export async function lockProperty(tx: Tx, { landlordId, id }: Named): Promise<PropertyRow | undefined> {
  const [row] = await tx
    .select()
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.id, id), isNull(property.deletedAt)))
    .for('update')
  return row
}

/** Whether an active tenant lives there. */
export async function hasTenants(tx: Tx, { landlordId, id }: Named): Promise<boolean> {
  const found = await tx
    .select({ tenantId: occupancy.tenantId })
    .from(occupancy)
    .where(and(eq(occupancy.landlordId, landlordId), eq(occupancy.propertyId, id), occupancy.isActive))
    .limit(1)
  return found.length > 0
}
