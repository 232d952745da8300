import {
  addRequestPhoto,
  addTenantRequestPhoto,
  deleteRequestPhoto,
  listRequestPhotos,
  requestPhotoFile,
} from '@keyhold/contracts/maintenance/request-photos'
import { RequestChanged } from '@keyhold/contracts/maintenance/request-snapshots'
import { maxRequestPhotos, photoLimitSentence, type PhotoSize, photoSizes } from '@keyhold/contracts/photos'
import { type LandlordActor, serviceActor, type TenantActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { encodedImageType, encodeImage } from '@keyhold/kit/files/images'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { and, count, eq } from 'drizzle-orm'
import { type Directory } from '../projections/tenants-and-properties.ts'
import type { Files } from '../domain/files.ts'
import { recordChange } from '../domain/history.ts'
import { lockRequest, type Named } from '../domain/lock-request.ts'
import { requestSnapshotOf } from '../domain/open-request.ts'
import { photoOf } from '../domain/photos.ts'
import { request, requestPhoto, type RequestPhotoRow, type RequestRow } from '../schema.ts'

/** The share of a landlord's storage that one tenant may fill. */
const tenantShare = 1 / 20

const refuseTooMany = (): never => refuse('photo-limit-reached', photoLimitSentence('request'))
const refuseClosed = (): never =>
  refuse('conflict', 'This request is closed, so no more photos can be added. Report the problem again if it is back.')
const refuseFullStorage = (): never =>
  refuse('photo-limit-reached', 'The storage for photos is full. Please delete older ones first.')

const list = serve(listRequestPhotos, async ({ actor, params, db }) => {
  const { landlordId } = actor
  if (!landlordId) return notFound('Maintenance request')
  const [[found], photos] = await db.read(actor, (read) => [
    read<object[]>`select from request where landlord_id = ${landlordId} and id = ${params.id}`,
    read<
      RequestPhotoRow[]
    >`select * from request_photo where landlord_id = ${landlordId} and request_id = ${params.id} order by created_at, id`,
  ])
  return found ? photos.map(photoOf) : notFound('Maintenance request')
})

/** Records a change of the photos in the history and publishes it. */
async function recordPhotoChange(
  tx: Tx,
  actor: LandlordActor | TenantActor,
  row: RequestRow,
  now: Date,
  change: { from: string | null; to: string | null },
) {
  const updatedAt = now.toISOString()
  const newsFrom = actor.role === 'tenant' ? ('tenant' as const) : row.newsFrom
  await tx
    .update(request)
    .set({ updatedAt, newsFrom })
    .where(and(eq(request.landlordId, row.landlordId), eq(request.id, row.id)))
  await recordChange(tx, actor, row, updatedAt, [{ field: 'photo', ...change }])
  await emit(tx, RequestChanged, requestSnapshotOf(row))
}

type Given = Pick<Tools, 'db' | 'clock'> & { actor: LandlordActor | TenantActor; body: Uint8Array }

/** Stores an uploaded photo. For a tenant the service acts itself, since they cannot see the landlord's used storage. */
async function addPhoto(files: Files, gigabytes: number, named: Named, { actor, body, db, clock }: Given) {
  const { landlordId, id, tenantId } = named
  const writer = tenantId === null ? actor : serviceActor('maintenance', landlordId)
  // Checked before the expensive work, and the limit again in the transaction.
  const [found] = await db.read(
    writer,
    (read) => read<{ isClosed: boolean; photos: number; bytes: number; ofTenant: number }[]>`
      select r.is_closed, (select count(*) from request_photo where landlord_id = ${landlordId} and request_id = r.id) as photos,
        (select coalesce(sum(bytes), 0) from request_photo where landlord_id = ${landlordId}) as bytes,
        (select coalesce(sum(bytes), 0) from request_photo where landlord_id = ${landlordId} and tenant_id = ${tenantId}::uuid and by = 'tenant') as of_tenant
      from request r where r.landlord_id = ${landlordId} and r.id = ${id} ${tenantId === null ? read`` : read`and r.tenant_id = ${tenantId}`}`,
  )
  if (!found) notFound('Maintenance request')
  if (tenantId !== null && found.isClosed) refuseClosed()
  if (found.photos >= maxRequestPhotos) refuseTooMany()
  // Concurrent uploads may exceed it a little.
  if (found.bytes >= gigabytes * 1e9 || found.ofTenant >= gigabytes * 1e9 * tenantShare) refuseFullStorage()

  const { files: sizes, width, height } = await encodeImage(body, photoSizes, landlordId)
  const upload = await files.store(landlordId, 'photo', sizes, encodedImageType)
  return db.transaction(writer, async (tx) => {
    const row = await lockRequest(tx, named)
    if (tenantId !== null && row.isClosed) refuseClosed()
    const [counted] = await tx
      .select({ photos: count() })
      .from(requestPhoto)
      .where(and(eq(requestPhoto.landlordId, landlordId), eq(requestPhoto.requestId, id)))
    if (counted && counted.photos >= maxRequestPhotos) refuseTooMany()
    await files.claim(tx, upload)
    const now = clock.now()
    const [made] = await tx
      .insert(requestPhoto)
      .values({
        landlordId,
        requestId: id,
        tenantId: row.tenantId,
        by: actor.role === 'tenant' ? 'tenant' : 'landlord',
        blobName: upload.blobName,
        width,
        height,
        bytes: Object.values(sizes).reduce((sum, file) => sum + file.length, 0),
        createdAt: now.toISOString(),
      })
      .returning()
    if (!made) throw new Error('insert returned no row')
    await recordPhotoChange(tx, actor, row, now, { from: null, to: made.id })
    return photoOf(made)
  })
}

const remove = (files: Files) =>
  serve(deleteRequestPhoto, async ({ actor, params, db, clock }) => {
    const { landlordId } = actor
    await db.transaction(actor, async (tx) => {
      const row = await lockRequest(tx, { landlordId, id: params.id, tenantId: null })
      const [deleted] = await tx
        .delete(requestPhoto)
        .where(
          and(
            eq(requestPhoto.landlordId, landlordId),
            eq(requestPhoto.requestId, row.id),
            eq(requestPhoto.id, params.photoId),
          ),
        )
        .returning()
      if (!deleted) return notFound('Photo')
      await files.discard(tx, landlordId, 'photo', [deleted.blobName], clock.now())
      await recordPhotoChange(tx, actor, row, clock.now(), { from: deleted.id, to: null })
    })
  })

const file = (files: Files) =>
  serve(requestPhotoFile, async ({ actor, params, request: asked, db, log }) => {
    // Row level security limits a tenant to their own requests.
    const [found] = await db.read(
      actor,
      (read) =>
        read<
          { blobName: string }[]
        >`select blob_name from request_photo where landlord_id = ${actor.landlordId || null} and id = ${params.id}`,
    )
    if (!found) return notFound('Photo')
    const read = () => files.get('photo', found.blobName, params.size as PhotoSize)
    return replyWithFile(
      { noun: 'Photo', id: params.id, contentType: encodedImageType, contentDisposition: 'inline', read },
      { request: asked, log },
    )
  })

/** `gigabytes`: the storage for request photos of one landlord. */
export const photoRoutes = (files: Files, directory: Directory, gigabytes: number) => [
  list,
  remove(files),
  file(files),
  serve(addRequestPhoto, ({ params, ...given }) =>
    addPhoto(files, gigabytes, { landlordId: given.actor.landlordId, id: params.id, tenantId: null }, given),
  ),
  serve(addTenantRequestPhoto, async ({ params, ...given }) => {
    const { landlordId, tenantId } = given.actor
    if (!landlordId || !tenantId) return notFound('Maintenance request')
    const { isActive } = await directory.findTenant(landlordId, tenantId)
    if (!isActive)
      refuse('not-linked', 'Your tenancy has ended, so no photos can be added. Please contact your landlord.')
    return addPhoto(files, gigabytes, { landlordId, id: params.id, tenantId }, given)
  }),
]
