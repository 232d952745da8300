import * as routes from './documents.routes.ts'
import { endpoint } from '../endpoint.ts'
import { bytes, flag, id, instant, line, optional, pageQuery, search, sentFile } from '../scalars.ts'
import { z } from '../zod.ts'
import { DocumentAnalysis, documentCategories } from './document-analysis.ts'

/** Accepted types, recognized by content. */
export const documentTypes = ['pdf', 'doc', 'docx', 'jpg', 'png', 'gif'] as const

export const documentExtensions = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'gif'] as const

export const maxDocumentBytes = 25 * 1024 * 1024

/** A tenant can upload documents until so many are linked to them. */
export const tenantDocuments = 200

/** Deleted documents can be restored for this many days. */
export const documentBinDays = 30

export const Document = z
  .object({
    id,
    landlordId: id,
    fileName: z.string(),
    fileType: z.enum(documentTypes),
    /** Bytes. */
    fileSize: z.int(),
    /** Address of the file. */
    filePath: z.string(),
    category: z.enum(documentCategories),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    tenantId: id.nullable(),
    tenantName: z.string().nullable(),
    /** Of a maintenance request. */
    requestId: id.nullable(),
    aiProcessed: z.boolean(),
    extractedData: z.record(z.string(), z.string()),
    analysis: DocumentAnalysis,
    /** In a search that matched the text and not the name: the words around the match, as plain text. */
    excerpt: z.string().optional(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Document' })

export type Document = z.output<typeof Document>

const links = { propertyId: optional(id), tenantId: optional(id), requestId: optional(id) }

export const listDocuments = endpoint(routes.listDocuments, {
  query: pageQuery.extend({
    q: search,
    category: z.enum(documentCategories).optional(),
    fileType: z.enum(documentTypes).optional(),
    processed: flag.optional(),
    propertyId: id.optional(),
    tenantId: id.optional(),
    requestId: id.optional(),
    sort: z.enum(['newest', 'name', 'size']).default('newest'),
  }),
  response: z.array(Document),
  paged: true,
  summary:
    "A landlord's documents, searched by name and text; for a tenant the documents linked to them, searched by name",
})

export const documentSummary = endpoint(routes.documentSummary, {
  response: z.object({
    count: z.int(),
    bytes: z.int(),
    processed: z.int(),
    pending: z.int(),
    byCategory: z.record(z.enum(documentCategories), z.int()),
  }),
  summary: 'Number and size of the documents, and the progress of their analysis',
})

export const getDocument = endpoint(routes.getDocument, {
  response: Document,
  summary: 'One document with its analysis',
})

export const uploadDocument = endpoint(routes.uploadDocument, {
  status: 201,
  encoding: 'multipart',
  // The file and the fields around it.
  maxBody: maxDocumentBytes + 64 * 1024,
  body: z.object({ file: sentFile('Choose a file'), category: z.enum(documentCategories).default('other'), ...links }),
  response: Document,
  summary: 'Upload a document; it is analysed afterwards',
})

export const uploadTenantDocument = endpoint(routes.uploadTenantDocument, {
  status: 201,
  encoding: 'multipart',
  maxBody: maxDocumentBytes + 64 * 1024,
  body: z.object({ file: sentFile('Choose a file'), category: z.enum(['insurance', 'other']).default('other') }),
  response: Document,
  summary: 'Upload a document of one’s own for the landlord, such as a proof of insurance',
})

export const updateDocument = endpoint(routes.updateDocument, {
  body: z
    .object({ fileName: line(200, 'A name is required'), category: z.enum(documentCategories), ...links })
    .partial(),
  response: Document,
  summary: 'Rename, categorize or link a document',
})

export const deleteDocument = endpoint(routes.deleteDocument, {
  summary: `Move a document to the bin, for ${documentBinDays} days`,
})

export const analyseDocument = endpoint(routes.analyseDocument, {
  response: Document,
  summary: 'Analyse the document again',
})

export const documentFile = endpoint(routes.documentFile, {
  query: z.object({ download: flag.optional() }),
  response: bytes,
  summary: 'The file itself; as a download unless it is an image or a PDF',
})
