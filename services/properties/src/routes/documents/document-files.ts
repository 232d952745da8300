import {
  documentContent,
  documentFile,
  DocumentUploaded,
  maxDocumentBytes,
  uploadDocument,
} from '@keyhold/contracts/properties/documents'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import type { Log } from '@keyhold/kit/runtime/log'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { askForLinks, keepName } from '../../domain/documents/document-links.ts'
import { documentFactsOf, documentOf, findDocument, unread, visibleTo } from '../../domain/documents/documents.ts'
import { documentTypeOf, isShown, mediaTypeOf } from '../../domain/documents/document-types.ts'
import { cleanName, disposition, savedName } from '../../domain/documents/file-names.ts'
import type { Files } from '../../domain/files.ts'
import { document, type DocumentRow } from '../../schema.ts'

// The bytes of a document never change.
const etag = '"1"'

type Kept = Pick<DocumentRow, 'id' | 'fileName' | 'fileType' | 'blobName'>

async function bytesOf(files: Files, { id, blobName }: Kept, log: Log): Promise<Uint8Array | null> {
  const bytes = await files.get('document', blobName, 'file')
  if (!bytes) log.error({ documentId: id, blobName }, 'the file of a document is missing in the store')
  return bytes
}

const upload = (files: Files, gigabytes: number) =>
  serve(uploadDocument, async ({ actor, body, db, call, clock }) => {
    const { landlordId } = actor
    const { file, category, ...links } = body
    const fileSize = file.bytes.length
    if (fileSize > maxDocumentBytes)
      refuse('payload-too-large', 'This file is larger than 25 MB. Please choose a smaller one.')
    const fileType = documentTypeOf(file.bytes)
    const [kept] = await db.read(
      actor,
      // Those in the bin take room too.
      (sql) =>
        sql<
          { bytes: number }[]
        >`select coalesce(sum(file_size), 0) as bytes from document where landlord_id = ${landlordId}`,
    )
    // A few uploads at once may pass beyond it.
    if ((kept?.bytes ?? 0) + fileSize > gigabytes * 1e9)
      refuse(
        'document-limit-reached',
        `Your documents fill the room there is for them, ${gigabytes} GB in all. Documents in the bin count until they are gone: delete them there for good to make room.`,
      )
    const asked = await askForLinks(actor, links, { db, call })
    const stored = await files.store(landlordId, 'document', { file: file.bytes }, mediaTypeOf[fileType])
    return db.transaction(actor, async (tx) => {
      await files.claim(tx, landlordId, stored)
      await keepName(tx, asked)
      const now = clock.now().toISOString()
      const fileName = cleanName(file.name, fileType)
      const row = {
        landlordId,
        fileName,
        fileType,
        fileSize,
        blobName: stored.blobName,
        category,
        ...links,
        analysis: unread,
        createdAt: now,
        updatedAt: now,
      }
      const [made] = await tx.insert(document).values(row).returning()
      if (!made) throw new Error('insert returned no row')
      await emit(tx, DocumentUploaded, documentFactsOf(made))
      return documentOf((await findDocument(tx, made)) ?? notFound('Document'))
    })
  })

const look = (files: Files) =>
  serve(documentFile, async ({ actor, params, query, request, db, log }) => {
    const [found] = await db.read(
      actor,
      (sql) =>
        sql<
          Kept[]
        >`select id, file_name, file_type, blob_name from document where ${visibleTo(sql, actor)} and id = ${params.id}`,
    )
    if (!found) notFound('Document')
    const { fileName, fileType } = found
    const headers: [string, string][] = [
      ['content-type', mediaTypeOf[fileType]],
      // Whether this caller may see it is asked each time: they may have signed out, or it may be linked to somebody else.
      ['cache-control', 'private, no-cache'],
      ['etag', etag],
      [
        'content-disposition',
        disposition(isShown(fileType) && !query.download ? 'inline' : 'attachment', savedName(fileName, fileType)),
      ],
    ]
    if (request.header('if-none-match') === etag) return new Reply(Buffer.alloc(0), headers)
    return new Reply((await bytesOf(files, found, log)) ?? notFound('Document'), headers)
  })

const content = (files: Files) =>
  serve(documentContent, async ({ actor, params, db, log }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const [found] = await db.read(
      actor,
      (sql) => sql<Kept[]>`
      select id, file_name, file_type, blob_name from document where landlord_id = ${landlordId} and id = ${params.id} and deleted_at is null`,
    )
    if (!found) notFound('Document')
    // The record is there: not found would mean that nobody waits for it to be read.
    const bytes =
      (await bytesOf(files, found, log)) ?? refuse('unavailable', 'The file of this document is missing in the store.')
    return new Reply(bytes, [['content-type', mediaTypeOf[found.fileType]]])
  })

/** `gigabytes`: what a landlord may fill. */
export const documentFileRoutes = (files: Files, gigabytes: number) => [
  upload(files, gigabytes),
  look(files),
  content(files),
]
