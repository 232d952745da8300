import { firstUnitName, UnitChanged, type UnitSnapshot } from '@keyhold/contracts/properties/units'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { occupancy, property, type PropertyRow, unit, type UnitRow } from '../../schema.ts'
import { propertySnapshotOf } from './property-snapshot.ts'

// Whoever changes the units of a property, or who lives in them, holds the property's lock: see `lockProperty`.

/** What other services keep of a unit. */
export function unitSnapshotOf({
  id,
  landlordId,
  propertyId,
  name,
  marketRent,
  deletedAt,
}: UnitRow): z.output<typeof UnitSnapshot> {
  return { unitId: id, landlordId, propertyId, name, marketRent, isDeleted: deletedAt !== null }
}

/** The unit that a property begins with. Others know of it by the property's own fact. */
export async function addFirstUnit(tx: Tx, { landlordId, id, createdAt }: PropertyRow): Promise<void> {
  await tx.insert(unit).values({ id, landlordId, propertyId: id, name: firstUnitName, createdAt, updatedAt: createdAt })
}

/** The units of a property go with it. */
export async function deleteUnits(
  tx: Tx,
  { landlordId, id }: Pick<PropertyRow, 'landlordId' | 'id'>,
  deletedAt: string,
): Promise<void> {
  const gone = await tx
    .update(unit)
    .set({ deletedAt, updatedAt: deletedAt })
    .where(and(eq(unit.landlordId, landlordId), eq(unit.propertyId, id), isNull(unit.deletedAt)))
    .returning()
  for (const one of gone) await emit(tx, UnitChanged, unitSnapshotOf(one))
}

/** Whether a unit of the property bears the name, upper or lower case alike; not counting `except`. */
export async function isNameTaken(
  tx: Tx,
  home: Pick<PropertyRow, 'landlordId' | 'id'>,
  name: string,
  except?: string,
): Promise<boolean> {
  const found = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(
      and(
        eq(unit.landlordId, home.landlordId),
        eq(unit.propertyId, home.id),
        isNull(unit.deletedAt),
        sql`lower(${unit.name}) = lower(${name})`,
        except === undefined ? undefined : ne(unit.id, except),
      ),
    )
  return found.length > 0
}

/**
 * The unit that a tenant of the property lives in. One that is not of this property means the first. One that was deleted while tenancy gave it
 * to somebody comes back: tenancy decides who lives where.
 */
export async function resolveUnit(tx: Tx, home: PropertyRow, unitId: string, now: Date): Promise<string> {
  if (unitId === home.id) return unitId
  const [found] = await tx
    .select()
    .from(unit)
    .where(and(eq(unit.landlordId, home.landlordId), eq(unit.propertyId, home.id), eq(unit.id, unitId)))
  if (!found) return home.id
  if (found.deletedAt !== null) {
    // Somebody may have given its name to another unit by now.
    const name = (await isNameTaken(tx, home, found.name)) ? `${found.name} (${found.id.slice(-6)})` : found.name
    const [back] = await tx
      .update(unit)
      .set({ name, deletedAt: null, updatedAt: now.toISOString() })
      .where(and(eq(unit.landlordId, home.landlordId), eq(unit.id, unitId)))
      .returning()
    if (back) await emit(tx, UnitChanged, unitSnapshotOf(back))
  }
  return unitId
}

/** Counts the units of a property and who lives in them anew. An open page learns of a difference: the property's facts are the same. */
export async function recountUnits(tx: Tx, before: PropertyRow, now: Date): Promise<void> {
  const { landlordId, id } = before
  const [counted] = await tx.execute<{ units: number; occupied: number }>(sql`
    select (select count(*) from ${unit} u where u.landlord_id = ${landlordId} and u.property_id = ${id} and u.deleted_at is null) as units,
      (select count(distinct o.unit_id) from ${occupancy} o where o.landlord_id = ${landlordId} and o.property_id = ${id} and o.is_active) as occupied`)
  const { units: unitCount, occupied: occupiedUnits } = counted ?? { units: 1, occupied: 0 }
  const isOccupied = occupiedUnits > 0
  if (unitCount === before.unitCount && occupiedUnits === before.occupiedUnits && isOccupied === before.isOccupied)
    return
  await tx
    .update(property)
    .set({ unitCount, occupiedUnits, isOccupied, updatedAt: now.toISOString() })
    .where(and(eq(property.landlordId, landlordId), eq(property.id, id)))
  await emit(tx, PropertyUpdated, propertySnapshotOf(before))
}
