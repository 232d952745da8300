import * as routes from './tenant-documents.routes.ts'
import { endpoint } from '../endpoint.ts'
import { id } from '../scalars.ts'
import { z } from '../zod.ts'

/** Documents read for one tenant at most, the newest first, and characters of each. */
export const mostTenantDocuments = 20
export const mostDocumentCharacters = 40_000

/** Of the documents that the tenant may open; one without text (a picture, or not analysed yet) is left out. */
export const tenantDocumentTexts = endpoint(routes.tenantDocumentTexts, {
  response: z.array(z.object({ documentId: id, fileName: z.string(), text: z.string() })),
  summary: 'The texts of the documents that are shared with a tenant',
})
