import { maxPropertyPhotos, photoLimitSentence, type PhotoSize, photoSizes } from '@keyhold/contracts/photos'
import {
  addPhoto,
  deletePhoto,
  listPhotos,
  orderPhotos,
  photoFile,
} from '@keyhold/contracts/properties/property-photos'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { encodedImageType, encodeImage } from '@keyhold/kit/files/images'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { propertySnapshotOf } from '../../domain/properties/property-snapshot.ts'
import type { Files } from '../../domain/files.ts'
import { storageOf } from '../../domain/storage.ts'
import { photoOf, photosOf } from '../../domain/photos/photos.ts'
import { lockProperty } from '../../projections/tenants.ts'
import { photo, type PhotoRow } from '../../schema/photos.ts'

const refuseTooMany = (): never => refuse('photo-limit-reached', photoLimitSentence('property'))

const refuseFullStorage = (gigabytes: number): never =>
  refuse('photo-limit-reached', `Your photo storage of ${gigabytes} GB is full. Delete some photos to add more.`)

/** Locks the property, so that changes of its photos run one after the other. */
async function lockPhotos(tx: Tx, named: { landlordId: string; id: string }) {
  const home = (await lockProperty(tx, named)) ?? notFound('Property')
  // The snapshot is unchanged: the event makes open pages load the photos again.
  const publish = () => emit(tx, PropertyUpdated, propertySnapshotOf(home))
  return { photos: await photosOf(tx, named), publish }
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
    const { photos, publish } = await lockPhotos(tx, named)
    const wanted = [...new Set(photoIds)].map((id) => photos.find((one) => one.id === id))
    if (wanted.includes(undefined))
      refuse('conflict', 'The photos have changed in the meantime. Please check them again.')
    // Photos that the page did not know of yet follow in their order.
    const ordered = [...new Set([...(wanted as PhotoRow[]), ...photos])]
    for (const [position, one] of ordered.entries())
      if (one.position !== position)
        await tx
          .update(photo)
          .set({ position })
          .where(and(eq(photo.landlordId, named.landlordId), eq(photo.id, one.id)))
    await publish()
    return ordered.map(photoOf)
  })
})

const remove = (files: Files) =>
  serve(deletePhoto, async ({ actor, params, db, clock }) => {
    const named = { landlordId: actor.landlordId, id: params.id }
    await db.transaction(actor, async (tx) => {
      const { photos, publish } = await lockPhotos(tx, named)
      const found = photos.find((one) => one.id === params.photoId) ?? notFound('Photo')
      await tx.delete(photo).where(and(eq(photo.landlordId, named.landlordId), eq(photo.id, found.id)))
      await files.discard(tx, named.landlordId, 'photo', [found.blobName], clock.now())
      await publish()
    })
  })

// Beyond row level security: the landlord, and tenants who live there now.
const viewerOf = (actor: UserActor) => ({
  landlordId: actor.landlordId,
  tenantId: actor.role === 'tenant' ? actor.tenantId : null,
  isTenant: actor.role === 'tenant',
})

/** `most`: the gigabytes of one landlord, whatever the plan. */
export const photoRoutes = (files: Files, most: number) => [
  list,
  order,
  remove(files),

  serve(addPhoto, async ({ actor, params, body, db, clock }) => {
    const named = { landlordId: actor.landlordId, id: params.id }
    // Checked before the expensive work, and the limit again in the transaction.
    const [home] = await db.read(
      actor,
      (read) => read<{ photos: number; bytes: number }[]>`
        select (select count(*) from photo where landlord_id = ${named.landlordId} and property_id = ${named.id}) as photos,
          (select coalesce(sum(bytes), 0) from photo where landlord_id = ${named.landlordId}) as bytes
        from property where landlord_id = ${named.landlordId} and id = ${named.id} and deleted_at is null`,
    )
    if (!home) notFound('Property')
    if (home.photos >= maxPropertyPhotos) refuseTooMany()
    // Bounds archived properties too, of which there is no limit. Concurrent uploads may exceed it a little.
    const gigabytes = await storageOf(actor, { db, most })
    if (home.bytes >= gigabytes * 1e9) refuseFullStorage(gigabytes)
    const { files: sizes, width, height } = await encodeImage(body, photoSizes, named.landlordId)
    const upload = await files.store(named.landlordId, 'photo', sizes, encodedImageType)
    return db.transaction(actor, async (tx) => {
      const { photos, publish } = await lockPhotos(tx, named)
      if (photos.length >= maxPropertyPhotos) refuseTooMany()
      await files.claim(tx, upload)
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
      await publish()
      return photoOf(made, photos.length)
    })
  }),

  serve(photoFile, async ({ actor, params, request, db, log }) => {
    const { landlordId, tenantId, isTenant } = viewerOf(actor)
    const [found] = await db.read(
      actor,
      (read) => read<{ blobName: string }[]>`
        select ph.blob_name from photo ph join property p on p.landlord_id = ph.landlord_id and p.id = ph.property_id
        where ph.landlord_id = ${landlordId} and ph.id = ${params.id} and p.deleted_at is null
          ${isTenant ? read`and exists (select from occupancy o where o.landlord_id = p.landlord_id and o.tenant_id = ${tenantId} and o.property_id = p.id and o.is_active)` : read``}`,
    )
    if (!found) return notFound('Photo')
    const read = () => files.get('photo', found.blobName, params.size as PhotoSize)
    return replyWithFile(
      { noun: 'Photo', id: params.id, contentType: encodedImageType, contentDisposition: 'inline', read },
      { request, log },
    )
  }),
]
