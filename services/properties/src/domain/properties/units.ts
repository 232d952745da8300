import { firstUnitName, UnitChanged, type UnitSnapshot } from '@keyhold/contracts/properties/units'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { occupancy } from '../../schema/projections.ts'
import { property, type PropertyRow, unit, type UnitRow } from '../../schema/properties.ts'
import { propertySnapshotOf } from './property-snapshot.ts'

// Changes of a property's units and of who lives in them require its lock: see `lockProperty`.

/** A unit as other services know it. */
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

/** The unit that every property begins with. Other services know it from the property's own event. */
export async function addFirstUnit(tx: Tx, { landlordId, id, createdAt }: PropertyRow): Promise<void> {
  await tx.insert(unit).values({ id, landlordId, propertyId: id, name: firstUnitName, createdAt, updatedAt: createdAt })
}

/** Deletes the units of a deleted property. */
export async function deleteUnits(
  tx: Tx,
  { landlordId, id }: Pick<PropertyRow, 'landlordId' | 'id'>,
  deletedAt: string,
): Promise<void> {
  const deleted = await tx
    .update(unit)
    .set({ deletedAt, updatedAt: deletedAt })
    .where(and(eq(unit.landlordId, landlordId), eq(unit.propertyId, id), isNull(unit.deletedAt)))
    .returning()
  for (const one of deleted) await emit(tx, UnitChanged, unitSnapshotOf(one))
}

/** Whether a unit of the property other than `except` has the name, ignoring case. */
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
 * The unit of the property that a tenant lives in; the first one where `unitId` is not of this property. A unit that was deleted while tenancy
 * assigned it to a tenant is restored, because tenancy decides who lives where.
 */
export async function resolveUnit(tx: Tx, home: PropertyRow, unitId: string, now: Date): Promise<string> {
  if (unitId === home.id) return unitId
  const [found] = await tx
    .select()
    .from(unit)
    .where(and(eq(unit.landlordId, home.landlordId), eq(unit.propertyId, home.id), eq(unit.id, unitId)))
  if (!found) return home.id
  if (found.deletedAt !== null) {
    // Another unit may have its name by now.
    const name = (await isNameTaken(tx, home, found.name)) ? `${found.name} (${found.id.slice(-6)})` : found.name
    const [restored] = await tx
      .update(unit)
      .set({ name, deletedAt: null, updatedAt: now.toISOString() })
      .where(and(eq(unit.landlordId, home.landlordId), eq(unit.id, unitId)))
      .returning()
    if (restored) await emit(tx, UnitChanged, unitSnapshotOf(restored))
  }
  return unitId
}

/** Counts the units of a property and the occupied ones. The event about a difference makes open pages load the property again. */
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
