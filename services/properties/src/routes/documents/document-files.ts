import {
  documentFile,
  tenantDocuments,
  uploadDocument,
  uploadTenantDocument,
} from '@keyhold/contracts/properties/documents'
import { documentContent } from '@keyhold/contracts/properties/document-events'
import { scopeOf, serviceActor } from '@keyhold/kit/runtime/actor'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { addDocument, assertFits } from '../../domain/documents/add-document.ts'
import { unnamedTenant, validateLinks } from '../../domain/documents/document-links.ts'
import { visibleTo } from '../../domain/documents/documents.ts'
import { isShown, mediaTypeOf } from '../../domain/documents/document-types.ts'
import { disposition, savedName } from '../../domain/documents/file-names.ts'
import type { Files } from '../../domain/files.ts'
import type { DocumentRow } from '../../schema/documents.ts'

type FileRow = Pick<DocumentRow, 'id' | 'fileName' | 'fileType' | 'blobName'>

const upload = (files: Files, most: number) =>
  serve(uploadDocument, async ({ actor, body: { file, category, ...links }, db, call, clock }) => {
    await assertFits(actor, file.bytes, { db, most })
    const tenant = await validateLinks(actor, links, { db, call })
    return addDocument(actor, { landlordId: actor.landlordId, file, category, links, tenant }, { files, db, clock })
  })

/** As the service: a tenant may write no documents. It belongs to the landlord, linked to the tenant. */
const uploadOwn = (files: Files, most: number) =>
  serve(uploadTenantDocument, async ({ actor, body: { file, category }, db, call, clock }) => {
    const { landlordId, tenantId } = actor
    if (landlordId === null || tenantId === null)
      refuse('not-linked', 'Your account is not linked to a home yet. Ask your landlord for an invitation.')
    const owner = { role: 'landlord', landlordId } as const
    const [own] = await db.read(
      actor,
      (sql) => sql<{ count: number }[]>`
        select count(*) as count from document where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
    )
    // The landlord's storage is theirs to fill.
    if ((own?.count ?? 0) >= tenantDocuments)
      refuse(
        'document-limit-reached',
        `You have ${tenantDocuments} documents already. Ask your landlord to remove some.`,
      )
    await assertFits(owner, file.bytes, { db, most })
    const tenant = await unnamedTenant({ landlordId, tenantId }, { db, call })
    const as = serviceActor('properties', landlordId)
    return addDocument(as, { landlordId, file, category, links: { tenantId }, tenant }, { files, db, clock })
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
      return refuse('unavailable', 'The file for this document is missing from storage.')
    }
    return new Reply(bytes, [['content-type', mediaTypeOf[found.fileType]]])
  })

/** `most`: the gigabytes of one landlord, whatever the plan. */
export const documentFileRoutes = (files: Files, most: number) => [
  upload(files, most),
  uploadOwn(files, most),
  view(files),
  content(files),
]
