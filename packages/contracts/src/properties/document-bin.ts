import * as routes from './document-bin.routes.ts'
import { endpoint } from '../endpoint.ts'
import { instant, pageQuery } from '../scalars.ts'
import { z } from '../zod.ts'
import { Document } from './documents.ts'

export const DeletedDocument = Document.pick({
  id: true,
  fileName: true,
  fileType: true,
  fileSize: true,
  category: true,
  propertyName: true,
  tenantName: true,
})
  .extend({
    deletedAt: instant,
    /** The document is removed for good within an hour of this instant. */
    goneAt: instant,
  })
  .meta({ id: 'DeletedDocument' })

export type DeletedDocument = z.output<typeof DeletedDocument>

export const listDeletedDocuments = endpoint(routes.listDeletedDocuments, {
  query: pageQuery,
  response: z.array(DeletedDocument),
  paged: true,
  summary: 'Documents in the bin, the last deleted first',
})

export const restoreDocument = endpoint(routes.restoreDocument, {
  response: Document,
  summary: 'Restore a document from the bin',
})

export const purgeDocument = endpoint(routes.purgeDocument, {
  summary: 'Remove a document from the bin for good',
})
