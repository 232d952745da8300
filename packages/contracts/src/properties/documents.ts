import * as routes from './documents.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { bytes, flag, id, instant, line, optional, pageQuery, search, sentFile } from '../scalars.ts'
import { z } from '../zod.ts'

export const documentCategories = [
  'lease',
  'invoice',
  'receipt',
  'maintenance',
  'inspection',
  'insurance',
  'tax',
  'other',
] as const

/** What is taken, told apart by content. */
export const documentTypes = ['pdf', 'doc', 'docx', 'jpg', 'png', 'gif'] as const

export const documentExtensions = ['pdf', 'doc', 'docx', 'jpg', 'jpeg', 'png', 'gif'] as const

export const maxDocumentBytes = 25 * 1024 * 1024

/** A deleted document can be taken back for so many days. */
export const documentKeptDays = 30

/** Of what was read in a document so many characters are kept, to be searched. */
export const documentTextLength = 20_000

/** `partial`: some of it could not be read, `unreadable`: none. */
export const analysisStatuses = ['pending', 'processed', 'partial', 'unreadable'] as const

/** Something the analysis found, and where in the document it stands. */
export const Finding = z.object({
  /** As in `extractedData`, such as `monthlyRent`. */
  key: z.string(),
  label: z.string(),
  /** As a form would take it: `1850.00`, `2026-03-01`. */
  value: z.string(),
  kind: z.enum(['text', 'money', 'date', 'number']),
  /** 0 to 1. */
  confidence: z.number(),
  /** From 1; null where the kind of document has no pages. */
  page: z.int().nullable(),
  /** The words it was read from. */
  quote: z.string(),
})

export type Finding = z.output<typeof Finding>

export const DocumentAnalysis = z.object({
  status: z.enum(analysisStatuses),
  /** Which engine read it: `pdf-text`, `docx`, `ocr`, `pdf-ocr`. */
  engine: z.string().nullable(),
  /** What kind of document it seems to be. */
  detected: z.enum(documentCategories).nullable(),
  findings: z.array(Finding),
  /** What could not be read, and why, as sentences. */
  notes: z.array(z.string()),
  pages: z.int().nullable(),
  characters: z.int(),
  analysedAt: instant.nullable(),
})

export type DocumentAnalysis = z.output<typeof DocumentAnalysis>

export const Document = z
  .object({
    id,
    landlordId: id,
    fileName: z.string(),
    fileType: z.enum(documentTypes),
    /** Bytes. */
    fileSize: z.int(),
    /** Where its bytes are served. */
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
    /** In a search, where its name does not say why it is in the list: the words around what was found in it. Plain text. */
    excerpt: z.string().optional(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Document' })

export type Document = z.output<typeof Document>

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
    /** Within an hour of it the document is removed for good. */
    goneAt: instant,
  })
  .meta({ id: 'DeletedDocument' })

export type DeletedDocument = z.output<typeof DeletedDocument>

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
    "A landlord's documents, searched by name and by what stands in them; to a tenant those that name them, by name",
})

export const listDeletedDocuments = endpoint(routes.listDeletedDocuments, {
  query: pageQuery,
  response: z.array(DeletedDocument),
  paged: true,
  summary: 'What lies in the bin, the latest first',
})

export const documentSummary = endpoint(routes.documentSummary, {
  response: z.object({
    count: z.int(),
    bytes: z.int(),
    processed: z.int(),
    pending: z.int(),
    byCategory: z.record(z.enum(documentCategories), z.int()),
  }),
  summary: 'How many there are, how large, and how far analysis is',
})

export const getDocument = endpoint(routes.getDocument, {
  response: Document,
  summary: 'One document with what was read in it',
})

export const uploadDocument = endpoint(routes.uploadDocument, {
  status: 201,
  encoding: 'multipart',
  // The file and a little for the fields around it.
  maxBody: maxDocumentBytes + 64 * 1024,
  body: z.object({ file: sentFile('Choose a file'), category: z.enum(documentCategories).default('other'), ...links }),
  response: Document,
  summary: 'Keep a file; analysis follows',
})

export const updateDocument = endpoint(routes.updateDocument, {
  body: z
    .object({ fileName: line(200, 'A name is required'), category: z.enum(documentCategories), ...links })
    .partial(),
  response: Document,
  summary: 'Rename, sort or link a document',
})

export const deleteDocument = endpoint(routes.deleteDocument, {
  summary: 'Put a document in the bin for 30 days',
})

export const restoreDocument = endpoint(routes.restoreDocument, {
  response: Document,
  summary: 'Take a document back out of the bin',
})

export const purgeDocument = endpoint(routes.purgeDocument, {
  summary: 'Remove a document in the bin for good',
})

export const analyseDocument = endpoint(routes.analyseDocument, {
  response: Document,
  summary: 'Read the document once more',
})

export const documentFile = endpoint(routes.documentFile, {
  query: z.object({ download: flag.optional() }),
  response: bytes,
  summary: 'The file itself; as a download unless it is an image or a PDF',
})

/** For the analysis. */
export const documentContent = endpoint(routes.documentContent, {
  response: bytes,
  summary: 'The bytes of a document',
})

const documentFacts = z.object({
  documentId: id,
  landlordId: id,
  tenantId: id.nullable(),
  propertyId: id.nullable(),
  fileType: z.enum(documentTypes),
  fileSize: z.int(),
  category: z.enum(documentCategories),
})

/** Uploaded, or asked to be read again: analysis begins with it. */
export const DocumentUploaded = event({
  type: 'properties.document.uploaded',
  version: 1,
  subject: 'documentId',
  data: documentFacts,
})

/** Anything else about it changed: read, renamed, linked, deleted, restored. */
export const DocumentChanged = event({
  type: 'properties.document.changed',
  version: 1,
  subject: 'documentId',
  data: documentFacts,
})
