import {
  createUnit,
  deleteUnit,
  listUnits,
  maxUnits,
  type Unit,
  UnitChanged,
  getUnitSnapshot,
  type UnitSnapshot,
  updateUnit,
} from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, isNull } from 'drizzle-orm'
import { hasTenants, lockProperty } from '../../projections/tenants.ts'
import { assertNoStaysAhead } from '../../domain/nights/stays-ahead.ts'
import { removeListings } from '../../domain/stays/listings/close-listings.ts'
import { isNameTaken, recountUnits, unitSnapshotOf } from '../../domain/properties/units.ts'
import { type PropertyRow, unit, type UnitRow } from '../../schema/properties.ts'

// "Unit 2" before "Unit 10".
const { compare } = new Intl.Collator('en', { numeric: true })

const refuseName = (): never =>
  refuse('conflict', 'Another unit of this property has this name. Please choose a different one.')

/** A unit and its property, which is locked. @throws Refusal 404 */
async function lockUnit(
  tx: Tx,
  { landlordId, id }: Pick<UnitRow, 'landlordId' | 'id'>,
): Promise<{ home: PropertyRow; found: UnitRow }> {
  const read = () =>
    tx
      .select()
      .from(unit)
      .where(and(eq(unit.landlordId, landlordId), eq(unit.id, id), isNull(unit.deletedAt)))
  const [named] = await read()
  const home = named && (await lockProperty(tx, { landlordId, id: named.propertyId }))
  // Read again under the lock.
  const [found] = home ? await read() : []
  return home && found ? { home, found } : notFound('Unit')
}

const unitOf = async (tx: Tx, row: UnitRow): Promise<Unit> => ({
  ...row,
  isFirst: row.id === row.propertyId,
  isOccupied: await hasTenants(tx, { landlordId: row.landlordId, id: row.propertyId }, row.id),
})

const list = serve(listUnits, async ({ actor, params, db }) => {
  const { landlordId } = actor
  const [[home], units] = await db.read(actor, (sql) => [
    sql<object[]>`select from property where landlord_id = ${landlordId} and id = ${params.id} and deleted_at is null`,
    sql<Unit[]>`
      select u.*, u.id = u.property_id as is_first, exists (
          select from occupancy o
          where o.landlord_id = u.landlord_id and o.property_id = u.property_id and o.unit_id = u.id and o.is_active) as is_occupied
      from unit u where u.landlord_id = ${landlordId} and u.property_id = ${params.id} and u.deleted_at is null`,
  ])
  return home ? units.toSorted((a, b) => compare(a.name, b.name)) : notFound('Property')
})

const create = serve(createUnit, async ({ actor, params, body, db, clock }) => {
  const { landlordId } = actor
  return db.transaction(actor, async (tx) => {
    const home = (await lockProperty(tx, { landlordId, id: params.id })) ?? notFound('Property')
    if (home.unitCount >= maxUnits) refuse('conflict', `A property has at most ${maxUnits} units.`)
    if (await isNameTaken(tx, home, body.name)) refuseName()
    const now = clock.now().toISOString()
    const [row] = await tx
      .insert(unit)
      .values({ ...body, landlordId, propertyId: home.id, createdAt: now, updatedAt: now })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await emit(tx, UnitChanged, unitSnapshotOf(row))
    await recountUnits(tx, home.landlordId, [home], clock.now())
    return unitOf(tx, row)
  })
})

const update = serve(updateUnit, async ({ actor, params, body, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const { home, found } = await lockUnit(tx, { landlordId: actor.landlordId, id: params.id })
    if (body.name !== undefined && (await isNameTaken(tx, home, body.name, found.id))) refuseName()
    const [row] = await tx
      .update(unit)
      .set({ ...body, updatedAt: clock.now().toISOString() })
      .where(and(eq(unit.landlordId, found.landlordId), eq(unit.id, found.id)))
      .returning()
    if (!row) throw new Error('update returned no row')
    await emit(tx, UnitChanged, unitSnapshotOf(row))
    return unitOf(tx, row)
  }),
)

const remove = serve(deleteUnit, async ({ actor, params, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const { home, found } = await lockUnit(tx, { landlordId: actor.landlordId, id: params.id })
    if (found.id === home.id)
      refuse('conflict', 'The first unit belongs to the property itself and cannot be removed. You can rename it.')
    if (await hasTenants(tx, home, found.id))
      refuse('property-occupied', 'Tenants live in this unit. Move them out before you remove it.')
    const now = clock.now()
    const place = { landlordId: home.landlordId, propertyId: home.id, unitId: found.id }
    await assertNoStaysAhead(tx, place, { what: 'remove', now })
    await removeListings(tx, place, now)
    const deletedAt = now.toISOString()
    await tx
      .update(unit)
      .set({ deletedAt, updatedAt: deletedAt })
      .where(and(eq(unit.landlordId, home.landlordId), eq(unit.id, found.id)))
    await emit(tx, UnitChanged, unitSnapshotOf({ ...found, deletedAt }))
    await recountUnits(tx, home.landlordId, [home], now)
  })
})

const snapshot = serve(getUnitSnapshot, async ({ actor, params, db }) => {
  const landlordId = scopeOf(actor).landlordId || null
  const [row] = await db.read(
    actor,
    (sql) => sql<z.output<typeof UnitSnapshot>[]>`
      select id as unit_id, landlord_id, property_id, name, market_rent, deleted_at is not null as is_deleted
      from unit where landlord_id = ${landlordId} and id = ${params.id}`,
  )
  return row ?? notFound('Unit')
})

export const unitRoutes = [list, create, update, remove, snapshot]
