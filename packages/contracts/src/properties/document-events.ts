import * as routes from './document-events.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { bytes, id } from '../scalars.ts'
import { z } from '../zod.ts'
import { documentCategories } from './document-analysis.ts'
import { documentTypes } from './documents.ts'

export const documentContent = endpoint(routes.documentContent, {
  response: bytes,
  summary: 'The bytes of a document, for its analysis',
})

const documentSnapshot = z.object({
  documentId: id,
  landlordId: id,
  tenantId: id.nullable(),
  propertyId: id.nullable(),
  fileType: z.enum(documentTypes),
  fileSize: z.int(),
  category: z.enum(documentCategories),
})

/** A document was uploaded, or is to be analysed again. */
export const DocumentUploaded = event({
  type: 'properties.document.uploaded',
  version: 1,
  subject: 'documentId',
  data: documentSnapshot,
})

/** A document was analysed, renamed, linked, deleted or restored. */
export const DocumentChanged = event({
  type: 'properties.document.changed',
  version: 1,
  subject: 'documentId',
  data: documentSnapshot,
})
