import { landlordSubscription } from '@keyhold/contracts/billing'
import {
  createProperty,
  deleteProperty,
  getProperty,
  type Property,
  PropertyCreated,
  PropertyDeleted,
  PropertyUpdated,
  updateProperty,
} from '@keyhold/contracts/properties'
import { releaseProperty } from '@keyhold/contracts/tenancy'
import { emit } from '@keyhold/kit/outbox'
import { notFound } from '@keyhold/kit/problem'
import { serve } from '@keyhold/kit/serve'
import { and, eq } from 'drizzle-orm'
import { capOf, claimPlace } from '../domain/cap.ts'
import { factsOf } from '../domain/facts.ts'
import { hasTenants, lockProperty } from '../domain/tenants.ts'
import { zoneAfterEdit, zoneOfState } from '../domain/time-zones.ts'
import { cap, property } from '../schema.ts'

const get = serve(getProperty, async ({ actor, params, db }) => {
  const [row] = await db.read(
    actor,
    (sql) => sql<Property[]>`select * from property where landlord_id = ${actor.landlordId} and id = ${params.id} and deleted_at is null`,
  )
  return row ?? notFound('Property')
})

const create = serve(createProperty, async ({ actor, body, db, call, clock }) => {
  const { landlordId } = actor
  const isLimited = actor.role !== 'super_admin'
  const [known] = isLimited ? await db.read(actor, (sql) => sql`select 1 from cap where landlord_id = ${landlordId}`) : []
  const asked =
    isLimited && !known ? await call(landlordSubscription, { role: 'service', name: 'properties', landlordId }, { params: { landlordId } }) : null
  return db.as(actor, async (tx) => {
    // As of the epoch: whatever billing tells by event is newer.
    if (asked)
      await tx
        .insert(cap)
        .values(capOf(asked, new Date(0).toISOString()))
        .onConflictDoNothing()
    if (isLimited) await claimPlace(tx, landlordId, clock.now())
    const now = clock.now().toISOString()
    const given = 'timeZone' in body ? body.timeZone : null
    const timeZone = given ?? zoneOfState(body.state)
    const [row] = await tx
      .insert(property)
      .values({ ...body, landlordId, timeZone, createdAt: now, updatedAt: now })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await emit(tx, PropertyCreated, factsOf(row))
    return row
  })
})

const update = serve(updateProperty, async ({ actor, params, body, db, clock }) => {
  const named = { landlordId: actor.landlordId, id: params.id }
  return db.as(actor, async (tx) => {
    const before = (await lockProperty(tx, named)) ?? notFound('Property')
    const isOccupied = body.isOccupied === undefined ? before.isOccupied : body.isOccupied || (await hasTenants(tx, named))
    const [row] = await tx
      .update(property)
      .set({ ...body, isOccupied, timeZone: zoneAfterEdit(before, body), updatedAt: clock.now().toISOString() })
      .where(and(eq(property.landlordId, named.landlordId), eq(property.id, named.id)))
      .returning()
    await emit(tx, PropertyUpdated, factsOf(row ?? before))
    return row ?? before
  })
})

const remove = serve(deleteProperty, async ({ actor, params, db, call, clock }) => {
  const { landlordId } = actor
  const named = { landlordId, id: params.id }
  const [found] = await db.read(
    actor,
    (sql) =>
      sql<
        { name: string; timeZone: string }[]
      >`select name, time_zone from property where landlord_id = ${landlordId} and id = ${named.id} and deleted_at is null`,
  )
  if (!found) notFound('Property')
  // Tenancy decides: it knows who lives there, and gives the property to nobody from here on. Cut short after this, deleting again completes it.
  await call(releaseProperty, { role: 'service', name: 'properties', landlordId }, { body: { propertyId: named.id, ...found } })
  await db.as(actor, async (tx) => {
    const before = (await lockProperty(tx, named)) ?? notFound('Property')
    const deletedAt = clock.now().toISOString()
    await tx
      .update(property)
      .set({ deletedAt, updatedAt: deletedAt })
      .where(and(eq(property.landlordId, landlordId), eq(property.id, named.id)))
    await emit(tx, PropertyDeleted, factsOf({ ...before, deletedAt }))
  })
})

export const propertyRoutes = [get, create, update, remove]
