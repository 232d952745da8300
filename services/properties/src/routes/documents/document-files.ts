import { documentFile, maxDocumentBytes, uploadDocument } from '@keyhold/contracts/properties/documents'
import { documentContent, DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { validateLinks, storeTenantName } from '../../domain/documents/document-links.ts'
import {
  documentSnapshotOf,
  documentOf,
  findDocument,
  pendingAnalysis,
  visibleTo,
} from '../../domain/documents/documents.ts'
import { documentTypeOf, isShown, mediaTypeOf } from '../../domain/documents/document-types.ts'
import { fileNameOf, disposition, savedName } from '../../domain/documents/file-names.ts'
import type { Files } from '../../domain/files.ts'
import { document, type DocumentRow } from '../../schema/documents.ts'

type FileRow = Pick<DocumentRow, 'id' | 'fileName' | 'fileType' | 'blobName'>

const upload = (files: Files, gigabytes: number) =>
  serve(uploadDocument, async ({ actor, body, db, call, clock }) => {
    const { landlordId } = actor
    const { file, category, ...links } = body
    const fileSize = file.bytes.length
    if (fileSize > maxDocumentBytes)
      refuse(
        'payload-too-large',
        `This file is larger than ${maxDocumentBytes / 1024 / 1024} MB. Please choose a smaller one.`,
      )
    const fileType = documentTypeOf(file.bytes)
    const [used] = await db.read(
      actor,
      // Documents in the bin count too.
      (sql) =>
        sql<
          { bytes: number }[]
        >`select coalesce(sum(file_size), 0) as bytes from document where landlord_id = ${landlordId}`,
    )
    // Concurrent uploads may exceed it a little.
    if ((used?.bytes ?? 0) + fileSize > gigabytes * 1e9)
      refuse(
        'document-limit-reached',
        `Your documents fill your storage of ${gigabytes} GB. Documents in the bin count too: delete them for good to make room.`,
      )
    const tenant = await validateLinks(actor, links, { db, call })
    const stored = await files.store(landlordId, 'document', { file: file.bytes }, mediaTypeOf[fileType])
    return db.transaction(actor, async (tx) => {
      await files.claim(tx, stored)
      await storeTenantName(tx, tenant)
      const now = clock.now().toISOString()
      const fileName = fileNameOf(file.name, fileType)
      const row = {
        landlordId,
        fileName,
        fileType,
        fileSize,
        blobName: stored.blobName,
        category,
        ...links,
        analysis: pendingAnalysis,
        createdAt: now,
        updatedAt: now,
      }
      const [made] = await tx.insert(document).values(row).returning()
      if (!made) throw new Error('insert returned no row')
      await emit(tx, DocumentUploaded, documentSnapshotOf(made))
      return documentOf((await findDocument(tx, made)) ?? notFound('Document'))
    })
  })

const view = (files: Files) =>
  serve(documentFile, async ({ actor, params, query, request, db, log }) => {
    const [found] = await db.read(
      actor,
      (sql) =>
        sql<
          FileRow[]
        >`select id, file_name, file_type, blob_name from document where ${visibleTo(sql, actor)} and id = ${params.id}`,
    )
    if (!found) notFound('Document')
    const { fileName, fileType } = found
    const use = isShown(fileType) && !query.download ? 'inline' : 'attachment'
    return replyWithFile(
      {
        noun: 'Document',
        id: found.id,
        contentType: mediaTypeOf[fileType],
        contentDisposition: disposition(use, savedName(fileName, fileType)),
        read: () => files.get('document', found.blobName, 'file'),
      },
      { request, log },
    )
  })

const content = (files: Files) =>
  serve(documentContent, async ({ actor, params, db, log }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const [found] = await db.read(
      actor,
      (sql) => sql<FileRow[]>`
      select id, file_name, file_type, blob_name from document where landlord_id = ${landlordId} and id = ${params.id} and deleted_at is null`,
    )
    if (!found) notFound('Document')
    const bytes = await files.get('document', found.blobName, 'file')
    if (!bytes) {
      log.error({ documentId: found.id }, 'a file is missing in the store')
      // Not 404: for the analysis that would mean that the document was deleted.
      return refuse('unavailable', 'The file of this document is missing in the store.')
    }
    return new Reply(bytes, [['content-type', mediaTypeOf[found.fileType]]])
  })

/** `gigabytes`: the storage of one landlord. */
export const documentFileRoutes = (files: Files, gigabytes: number) => [
  upload(files, gigabytes),
  view(files),
  content(files),
]
