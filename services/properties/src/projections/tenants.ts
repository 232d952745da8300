import type { Tx } from '@keyhold/kit/database/database'
import { defineProjection } from '@keyhold/kit/messaging/projection'
import { and, eq, isNull } from 'drizzle-orm'
import { occupancy } from '../schema/projections.ts'
import { property, type PropertyRow } from '../schema/properties.ts'

/** The home of each tenant. Its unit is one of ours, so a row is made from a snapshot by `events/tenancy.ts`. */
export const occupancies = defineProjection({
  table: occupancy,
  row: (row: Omit<typeof occupancy.$inferSelect, 'asOf'>) => row,
})

type Named = Pick<PropertyRow, 'landlordId' | 'id'>

/**
 * Locks a property that is not deleted. Decisions that depend on its units or tenants lock it before they read them, so that an edit and a
 * tenant's arrival never decide by the same state.
 */
export async function lockProperty(tx: Tx, { landlordId, id }: Named): Promise<PropertyRow | undefined> {
  const [row] = await tx
    .select()
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.id, id), isNull(property.deletedAt)))
    .for('update')
  return row
}

/** Whether an active tenant lives in the property, or in the given unit of it. */
export async function hasTenants(tx: Tx, { landlordId, id }: Named, unitId?: string): Promise<boolean> {
  const found = await tx
    .select({ tenantId: occupancy.tenantId })
    .from(occupancy)
    .where(
      and(
        eq(occupancy.landlordId, landlordId),
        eq(occupancy.propertyId, id),
        unitId === undefined ? undefined : eq(occupancy.unitId, unitId),
        occupancy.isActive,
      ),
    )
    .limit(1)
  return found.length > 0
}
