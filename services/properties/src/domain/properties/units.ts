import { firstUnitName, UnitChanged, type UnitSnapshot } from '@keyhold/contracts/properties/units'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { emit, emitAll } from '@keyhold/kit/messaging/outbox'
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

interface NamedUnit {
  /** Undefined where the tenant lives in none of the landlord's properties. */
  home: PropertyRow | undefined
  /** As tenancy names it. */
  unitId: string | null
}

/**
 * The units that tenants live in, in the given order; a property's first one where the named unit is not of that property. A unit that was deleted while
 * tenancy assigned it to a tenant is restored, because tenancy decides who lives where.
 */
export async function resolveUnits(
  tx: Tx,
  landlordId: string,
  named: readonly NamedUnit[],
  now: Date,
): Promise<(string | null)[]> {
  const further = named.flatMap(({ home, unitId }) => (home && unitId && unitId !== home.id ? unitId : []))
  const found = await findUnits(tx, landlordId, [...new Set(further)])
  for (const deleted of found.values()) {
    const isNamed = ({ home, unitId }: NamedUnit) => home?.id === deleted.propertyId && unitId === deleted.id
    if (deleted.deletedAt !== null && named.some(isNamed)) await restoreUnit(tx, deleted, now)
  }
  return named.map(({ home, unitId }) =>
    home && unitId && found.get(unitId)?.propertyId !== home.id ? home.id : unitId,
  )
}

/** Deleted ones too. */
async function findUnits(tx: Tx, landlordId: string, ids: readonly string[]): Promise<Map<string, UnitRow>> {
  if (ids.length === 0) return new Map()
  const isAmong = sql`${unit.id} = any(${sql.param(ids)}::uuid[])`
  const rows = await tx
    .select()
    .from(unit)
    .where(and(eq(unit.landlordId, landlordId), isAmong))
    .orderBy(unit.id)
  return new Map(rows.map((row) => [row.id, row]))
}

async function restoreUnit(tx: Tx, deleted: UnitRow, now: Date): Promise<void> {
  const { landlordId, propertyId, id } = deleted
  // Another unit may have its name by now.
  const isTaken = await isNameTaken(tx, { landlordId, id: propertyId }, deleted.name)
  const name = isTaken ? `${deleted.name} (${id.slice(-6)})` : deleted.name
  const [restored] = await tx
    .update(unit)
    .set({ name, deletedAt: null, updatedAt: now.toISOString() })
    .where(and(eq(unit.landlordId, landlordId), eq(unit.id, id)))
    .returning()
  if (restored) await emit(tx, UnitChanged, unitSnapshotOf(restored))
}

/** Counts the units of locked properties and the occupied ones. The event about a difference makes open pages load the property again. */
export async function recountUnits(
  tx: Tx,
  landlordId: string,
  homes: readonly PropertyRow[],
  now: Date,
): Promise<void> {
  if (homes.length === 0) return
  const changed = await tx.execute<{ id: string }>(sql`
    update ${property} set unit_count = c.units, occupied_units = c.occupied, is_occupied = c.occupied > 0, updated_at = ${now.toISOString()}::timestamptz
    from (
      select id,
        (select count(*) from ${unit} u where u.landlord_id = ${landlordId} and u.property_id = home.id and u.deleted_at is null) as units,
        (select count(distinct o.unit_id) from ${occupancy} o where o.landlord_id = ${landlordId} and o.property_id = home.id and o.is_active) as occupied
      from unnest(${sql.param(homes.map(({ id }) => id))}::uuid[]) as home (id)) c
    where ${property.landlordId} = ${landlordId} and ${property.id} = c.id
      and (${property.unitCount}, ${property.occupiedUnits}, ${property.isOccupied}) is distinct from (c.units, c.occupied, c.occupied > 0)
    returning c.id`)
  const ids = new Set(changed.map(({ id }) => id))
  const snapshots = homes.filter(({ id }) => ids.has(id)).map(propertySnapshotOf)
  await emitAll(tx, PropertyUpdated, snapshots)
}
