import { addWorkPhoto, sendBill, workPhotoFile } from '@keyhold/contracts/maintenance/vendor-links'
import { type PhotoSize, photoSizes } from '@keyhold/contracts/photos'
import { encodedImageType, encodeImage } from '@keyhold/kit/files/images'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Database } from '@keyhold/kit/database/database'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { actVia, findWork } from '../domain/act-via-link.ts'
import { billNameOf, billTypeOf } from '../domain/bill-files.ts'
import type { Files } from '../domain/files.ts'
import type { GuessLimit } from '../domain/link-guesses.ts'
import { takeStep } from '../domain/progress.ts'
import { assertOpen } from '../domain/visits.ts'
import { billsPerWorkOrder, photosPerWorkOrder } from '../limits.ts'
import { requestPhoto, vendorBill, type WorkOrderRow } from '../schema.ts'

const refuseTooMany = (): never =>
  refuse('photo-limit-reached', `At most ${photosPerWorkOrder} photos can be added through this link.`)
const refuseBills = (): never =>
  refuse('document-limit-reached', `At most ${billsPerWorkOrder} invoices can be sent through this link.`)

const photosOf = ({ landlordId, id }: WorkOrderRow) =>
  and(eq(requestPhoto.landlordId, landlordId), eq(requestPhoto.workOrderId, id))
const billsOf = ({ landlordId, id }: WorkOrderRow) =>
  and(eq(vendorBill.landlordId, landlordId), eq(vendorBill.workOrderId, id))

/** Before the expensive work: the vendor's own count, and whether the landlord has room for photos. */
async function assertRoom(db: Database, work: WorkOrderRow, gigabytes: number): Promise<void> {
  const [used] = await db.read(
    serviceActor('maintenance', work.landlordId),
    (read) => read<{ own: number; bills: number; bytes: number }[]>`
      select (select count(*) from request_photo where landlord_id = ${work.landlordId} and work_order_id = ${work.id}) as own,
        (select count(*) from vendor_bill where landlord_id = ${work.landlordId} and work_order_id = ${work.id}) as bills,
        (select coalesce(sum(bytes), 0) from request_photo where landlord_id = ${work.landlordId}) as bytes`,
  )
  if ((used?.own ?? 0) >= photosPerWorkOrder) refuseTooMany()
  if ((used?.bytes ?? 0) >= gigabytes * 1e9)
    refuse('photo-limit-reached', 'The storage for photos is full. Please tell the landlord.')
}

const assertTakesFiles = ({ status }: WorkOrderRow): void => {
  if (status === 'withdrawn') refuse('conflict', 'This work order was withdrawn. Please write to the landlord instead.')
  if (status !== 'accepted' && status !== 'done') refuse('conflict', 'Accept the work first.')
}

const addPhoto = (files: Files, guesses: GuessLimit, gigabytes: number) =>
  serve(addWorkPhoto, async ({ params, body, request, ...tools }) => {
    const work = await findWork(params.token, request.ip, guesses, tools)
    assertTakesFiles(work)
    await assertRoom(tools.db, work, gigabytes)
    const { landlordId } = work
    const { files: sizes, width, height } = await encodeImage(body, photoSizes, landlordId)
    const upload = await files.store(landlordId, 'photo', sizes, encodedImageType)
    return actVia(params.token, request.ip, guesses, tools, async (tx, { actor, row, workOrder, now }) => {
      assertTakesFiles(workOrder)
      assertOpen(row)
      if ((await tx.$count(requestPhoto, photosOf(workOrder))) >= photosPerWorkOrder) refuseTooMany()
      await files.claim(tx, upload)
      const at = now.toISOString()
      const [made] = await tx
        .insert(requestPhoto)
        .values({
          landlordId,
          requestId: row.id,
          tenantId: row.tenantId,
          by: 'vendor',
          workOrderId: workOrder.id,
          blobName: upload.blobName,
          width,
          height,
          bytes: Object.values(sizes).reduce((sum, one) => sum + one.length, 0),
          createdAt: at,
        })
        .returning()
      await takeStep(tx, actor, {
        row,
        at,
        entry: {
          changes: [{ field: 'photo', from: null, to: made!.id }],
          isShared: true,
          workOrder,
          isByVendor: true,
        },
        step: { what: 'photos', by: 'vendor', author: workOrder.vendorName, isForTenant: false },
      })
    })
  })

const addBill = (files: Files, guesses: GuessLimit) =>
  serve(sendBill, async ({ params, body: { amount, file }, request, ...tools }) => {
    const work = await findWork(params.token, request.ip, guesses, tools)
    assertTakesFiles(work)
    const { landlordId } = work
    if (file.bytes.length === 0) refuse('unsupported-media-type', 'This file is empty. Please choose another one.')
    const { contentType, extension } = billTypeOf(file.bytes)
    const stored = await files.store(landlordId, 'bill', { file: file.bytes }, contentType)
    return actVia(params.token, request.ip, guesses, tools, async (tx, { actor, row, workOrder, now }) => {
      assertTakesFiles(workOrder)
      if ((await tx.$count(vendorBill, billsOf(workOrder))) >= billsPerWorkOrder) refuseBills()
      await files.claim(tx, stored)
      const at = now.toISOString()
      await tx.insert(vendorBill).values({
        landlordId,
        requestId: row.id,
        workOrderId: workOrder.id,
        vendorName: workOrder.vendorName,
        amount,
        fileName: billNameOf(file.name, extension),
        contentType,
        blobName: stored.blobName,
        status: 'proposed',
        createdAt: at,
      })
      await takeStep(tx, actor, {
        row,
        at,
        entry: {
          changes: [{ field: 'vendorBill', from: null, to: amount.toFixed(2) }],
          isShared: false,
          workOrder,
          isByVendor: true,
        },
        step: { what: 'bill', by: 'vendor', author: workOrder.vendorName, isForTenant: false, amount },
      })
    })
  })

const showPhoto = (files: Files, guesses: GuessLimit) =>
  serve(workPhotoFile, async ({ params, request, ...tools }) => {
    const { db, log } = tools
    const { landlordId, requestId, id } = await findWork(params.token, request.ip, guesses, tools)
    const [found] = await db.read(
      serviceActor('maintenance', landlordId),
      (read) => read<{ blobName: string }[]>`
        select blob_name from request_photo where landlord_id = ${landlordId} and request_id = ${requestId} and id = ${params.photoId}
          and (by <> 'vendor' or work_order_id = ${id})`,
    )
    if (!found) return notFound('Photo')
    const read = () => files.get('photo', found.blobName, params.size as PhotoSize)
    return replyWithFile(
      { noun: 'Photo', id: params.photoId, contentType: encodedImageType, contentDisposition: 'inline', read },
      { request, log },
    )
  })

export const vendorFileRoutes = (files: Files, guesses: GuessLimit, gigabytes: number) => [
  addPhoto(files, guesses, gigabytes),
  addBill(files, guesses),
  showPhoto(files, guesses),
]
