import type { Tx } from '@keyhold/kit/database/database'
import { defineProjection } from '@keyhold/kit/messaging/projection'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { occupancy } from '../schema/projections.ts'
import { property, type PropertyRow } from '../schema/properties.ts'

/** The home of each tenant. Its unit is one of ours, so a row is made from a snapshot by `events/tenancy.ts`. */
export const occupancies = defineProjection({
  table: occupancy,
  row: (row: Omit<typeof occupancy.$inferSelect, 'asOf'>) => row,
})

type Named = Pick<PropertyRow, 'landlordId' | 'id'>
type OccupancyRow = typeof occupancy.$inferSelect

/** Where these tenants live, by tenant; locked in the order of their ids. */
export async function lockOccupancies(
  tx: Tx,
  landlordId: string,
  tenantIds: readonly string[],
): Promise<Map<string, OccupancyRow>> {
  const rows = await tx
    .select()
    .from(occupancy)
    .where(and(eq(occupancy.landlordId, landlordId), isAmong(occupancy.tenantId, tenantIds)))
    .orderBy(occupancy.tenantId)
    .for('update')
  return new Map(rows.map((row) => [row.tenantId, row]))
}

/**
 * Locks those of the properties that are not deleted, in the order of their ids. Decisions that depend on the units or tenants of a property lock it
 * before they read them, so that an edit and a tenant's arrival never decide by the same state.
 */
export async function lockProperties(tx: Tx, landlordId: string, ids: readonly string[]): Promise<PropertyRow[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(property)
    .where(and(eq(property.landlordId, landlordId), isAmong(property.id, ids), isNull(property.deletedAt)))
    .orderBy(property.id)
    .for('update')
}

/** Locks a property that is not deleted. */
export const lockProperty = async (tx: Tx, { landlordId, id }: Named): Promise<PropertyRow | undefined> =>
  (await lockProperties(tx, landlordId, [id]))[0]

/** As one parameter: the statement is the same for every number of ids, and stays prepared. */
const isAmong = (column: PgColumn, ids: readonly string[]) => sql`${column} = any(${sql.param(ids)}::uuid[])`

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
