import {
  createProperty,
  deleteProperty,
  getProperty,
  type Property,
  updateProperty,
} from '@keyhold/contracts/properties/properties'
import { PropertyCreated, PropertyDeleted } from '@keyhold/contracts/properties/property-snapshots'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { assertMayAddProperty } from '../../domain/properties/property-limit.ts'
import { changeProperty } from '../../domain/properties/update-property.ts'
import { propertySnapshotOf } from '../../domain/properties/property-snapshot.ts'
import type { Files } from '../../domain/files.ts'
import { imagesColumn, externalImages, withPhotos } from '../../domain/photos/photos.ts'
import { fetchMissingCap } from '../../projections/subscriptions.ts'
import { lockProperty } from '../../projections/tenants.ts'
import { assertNoStaysAhead } from '../../domain/nights/stays-ahead.ts'
import { zoneOfState } from '../../domain/properties/state-time-zones.ts'
import { removeListings } from '../../domain/stays/listings/close-listings.ts'
import { addFirstUnit, deleteUnits } from '../../domain/properties/units.ts'
import { photo } from '../../schema/photos.ts'
import { property } from '../../schema/properties.ts'

const get = serve(getProperty, async ({ actor, params, db }) => {
  const [row] = await db.read(
    actor,
    (sql) =>
      sql<
        Property[]
      >`select *, ${imagesColumn(sql)} from property where landlord_id = ${actor.landlordId} and id = ${params.id} and deleted_at is null`,
  )
  return row ?? notFound('Property')
})

const create = serve(createProperty, async ({ actor, body, db, call, clock }) => {
  const { landlordId } = actor
  await fetchMissingCap(actor, { db, call, clock })
  return db.transaction(actor, async (tx) => {
    await assertMayAddProperty(tx, actor, clock.now())
    const now = clock.now().toISOString()
    const given = 'timeZone' in body ? body.timeZone : null
    const timeZone = given ?? zoneOfState(body.state)
    const [row] = await tx
      .insert(property)
      .values({
        ...body,
        images: externalImages(body.images),
        landlordId,
        timeZone,
        occupiedUnits: 'isOccupied' in body && body.isOccupied ? 1 : 0,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await addFirstUnit(tx, row)
    await emit(tx, PropertyCreated, propertySnapshotOf(row))
    return row
  })
})

const update = serve(updateProperty, async ({ actor, params, body, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const { after } = await changeProperty(tx, { landlordId: actor.landlordId, id: params.id }, body, clock.now())
    return withPhotos(tx, after)
  }),
)

const remove = (files: Files) =>
  serve(deleteProperty, async ({ actor, params, db, call, clock }) => {
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
    const place = { landlordId, propertyId: named.id }
    const assertFree = (tx: Tx) => assertNoStaysAhead(tx, place, { what: 'delete', now: clock.now() })
    await db.transaction(actor, assertFree)
    // Tenancy decides: it knows who lives there, and assigns the property to nobody from here on. After a crash here, deleting again completes it.
    await call(releaseProperty, serviceActor('properties', landlordId), { body: { propertyId: named.id, ...found } })
    await db.transaction(actor, async (tx) => {
      const before = (await lockProperty(tx, named)) ?? notFound('Property')
      await assertFree(tx)
      const deletedAt = clock.now().toISOString()
      await tx
        .update(property)
        .set({ deletedAt, updatedAt: deletedAt })
        .where(and(eq(property.landlordId, landlordId), eq(property.id, named.id)))
      // Its photos could not be seen or deleted any more.
      const photos = await tx
        .delete(photo)
        .where(and(eq(photo.landlordId, landlordId), eq(photo.propertyId, named.id)))
        .returning({ blobName: photo.blobName })
      await files.discard(
        tx,
        landlordId,
        'photo',
        photos.map(({ blobName }) => blobName),
        clock.now(),
      )
      await deleteUnits(tx, named, deletedAt)
      await removeListings(tx, place, clock.now())
      await emit(tx, PropertyDeleted, propertySnapshotOf({ ...before, deletedAt }))
    })
  })

export const propertyRoutes = (files: Files) => [get, create, update, remove(files)]
