import {
  addPhoto,
  deletePhoto,
  listPhotos,
  maxPhotos,
  orderPhotos,
  photoFile,
} from '@keyhold/contracts/properties/property-photos'
import { PropertyUpdated } from '@keyhold/contracts/properties/properties'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { makeImages, photoType } from '@keyhold/kit/files/images'
import { emit } from '@keyhold/kit/messaging/outbox'
import { photoFileOf } from '@keyhold/kit/files/photo-file'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { factsOf } from '../../domain/properties/snapshot.ts'
import type { Files } from '../../domain/files.ts'
import { photoOf, photosOf } from '../../domain/photos/photos.ts'
import { lockProperty } from '../../projections/tenants.ts'
import { photo, type PhotoRow } from '../../schema.ts'

const full = (): never =>
  refuse('photo-limit-reached', `A property has at most ${maxPhotos} photos. Delete one to add another.`)

const noRoom = (gigabytes: number): never =>
  refuse(
    'photo-limit-reached',
    `Your photos fill the room there is for them, ${gigabytes} GB in all. Delete some to add others.`,
  )

/** Locks the property: whoever changes its photos does so one after the other. */
async function lockPhotos(tx: Tx, named: { landlordId: string; id: string }) {
  const home = (await lockProperty(tx, named)) ?? notFound('Property')
  // Its facts are the same; an open page learns that its pictures are not.
  const tell = () => emit(tx, PropertyUpdated, factsOf(home))
  return { photos: await photosOf(tx, named), tell }
}

const list = serve(listPhotos, async ({ actor, params, db }) => {
  const { landlordId } = actor
  const [[home], photos] = await db.read(actor, (read) => [
    read<object[]>`select from property where landlord_id = ${landlordId} and id = ${params.id} and deleted_at is null`,
    read<
      PhotoRow[]
    >`select * from photo where landlord_id = ${landlordId} and property_id = ${params.id} order by position, id`,
  ])
  return home ? photos.map(photoOf) : notFound('Property')
})

const order = serve(orderPhotos, async ({ actor, params, body: { photoIds }, db }) => {
  const named = { landlordId: actor.landlordId, id: params.id }
  return db.transaction(actor, async (tx) => {
    const { photos, tell } = await lockPhotos(tx, named)
    const wanted = [...new Set(photoIds)].map((id) => photos.find((one) => one.id === id))
    if (wanted.includes(undefined)) refuse('conflict', 'The photos have changed meanwhile. Please look at them again.')
    // What the page did not know of yet keeps its order, behind the others.
    const ordered = [...new Set([...(wanted as PhotoRow[]), ...photos])]
    for (const [position, one] of ordered.entries())
      if (one.position !== position)
        await tx
          .update(photo)
          .set({ position })
          .where(and(eq(photo.landlordId, named.landlordId), eq(photo.id, one.id)))
    await tell()
    return ordered.map(photoOf)
  })
})

const remove = (files: Files) =>
  serve(deletePhoto, async ({ actor, params, db, clock }) => {
    const named = { landlordId: actor.landlordId, id: params.id }
    await db.transaction(actor, async (tx) => {
      const { photos, tell } = await lockPhotos(tx, named)
      const found = photos.find((one) => one.id === params.photoId) ?? notFound('Photo')
      await tx.delete(photo).where(and(eq(photo.landlordId, named.landlordId), eq(photo.id, found.id)))
      await files.discard(tx, named.landlordId, 'photo', [found.blobName], clock.now())
      await tell()
    })
  })

// Beyond row level security: the landlord, and who lives there now.
const mayLook = (actor: UserActor) => ({
  landlordId: actor.landlordId,
  tenantId: actor.role === 'tenant' ? actor.tenantId : null,
  isTenant: actor.role === 'tenant',
})

/** `gigabytes`: what a landlord may fill. */
export const photoRoutes = (files: Files, gigabytes: number) => [
  list,
  order,
  remove(files),

  serve(addPhoto, async ({ actor, params, body, db, clock }) => {
    const named = { landlordId: actor.landlordId, id: params.id }
    // Asked before the work; what decides is asked again below.
    const [home] = await db.read(
      actor,
      (read) => read<{ photos: number; bytes: number }[]>`
        select (select count(*) from photo where landlord_id = ${named.landlordId} and property_id = ${named.id}) as photos,
          (select coalesce(sum(bytes), 0) from photo where landlord_id = ${named.landlordId}) as bytes
        from property where landlord_id = ${named.landlordId} and id = ${named.id} and deleted_at is null`,
    )
    if (!home) notFound('Property')
    if (home.photos >= maxPhotos) full()
    // Archived properties have photos too, and are without number. A few uploads at once may pass beyond it.
    if (home.bytes >= gigabytes * 1e9) noRoom(gigabytes)
    const { files: sizes, width, height } = await makeImages(body)
    const upload = await files.store(named.landlordId, 'photo', sizes, photoType)
    return db.transaction(actor, async (tx) => {
      const { photos, tell } = await lockPhotos(tx, named)
      if (photos.length >= maxPhotos) full()
      await files.claim(tx, named.landlordId, upload)
      const position = (photos.at(-1)?.position ?? -1) + 1
      const bytes = Object.values(sizes).reduce((sum, file) => sum + file.length, 0)
      const createdAt = clock.now().toISOString()
      const row = {
        landlordId: named.landlordId,
        propertyId: named.id,
        position,
        blobName: upload.blobName,
        width,
        height,
        bytes,
        createdAt,
      }
      const [made] = await tx.insert(photo).values(row).returning()
      if (!made) throw new Error('insert returned no row')
      await tell()
      return photoOf(made, photos.length)
    })
  }),

  serve(photoFile, async ({ actor, params, request, db, log }) => {
    const { landlordId, tenantId, isTenant } = mayLook(actor)
    const [found] = await db.read(
      actor,
      (read) => read<{ blobName: string }[]>`
        select ph.blob_name from photo ph join property p on p.landlord_id = ph.landlord_id and p.id = ph.property_id
        where ph.landlord_id = ${landlordId} and ph.id = ${params.id} and p.deleted_at is null
          ${isTenant ? read`and exists (select from occupancy o where o.landlord_id = p.landlord_id and o.tenant_id = ${tenantId} and o.property_id = p.id and o.is_active)` : read``}`,
    )
    return photoFileOf(files, { found, params, request, log })
  }),
]
