import { documentTypes } from '@keyhold/contracts/properties/documents'
import {
  analysisStatuses,
  type DocumentAnalysis,
  documentCategories,
} from '@keyhold/contracts/properties/document-analysis'
import { createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** A document of a landlord. Its file is in the blob store under `blobName`. The linked tenant may read it. */
export const document = schema.table(
  'document',
  {
    id: id(),
    landlordId: landlordId(),
    fileName: text('file_name').notNull(),
    fileType: text('file_type', { enum: documentTypes }).notNull(),
    fileSize: integer('file_size').notNull(),
    blobName: text('blob_name').notNull(),
    category: text('category', { enum: documentCategories }).notNull(),
    propertyId: uuidRef('property_id'),
    tenantId: uuidRef('tenant_id'),
    requestId: uuidRef('request_id'),
    /** Of the last analysis. While the document is analysed again only its status changes. */
    analysis: jsonb('analysis').$type<DocumentAnalysis>().notNull(),
    /** A column of its own, so that filters and counts need not read the analysis. */
    status: text('status', { enum: analysisStatuses })
      .notNull()
      .generatedAlwaysAs(sql`analysis ->> 'status'`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** In the bin since then; deleted for good after `documentBinDays`. */
    deletedAt: instant('deleted_at'),
  },
  // One index for each order of the list, and one for each kind of linked record.
  (table) => [
    index('document_by_time').on(table.landlordId, table.createdAt, table.id),
    index('document_by_name').on(table.landlordId, sql`lower(file_name)`, table.id),
    index('document_by_size').on(table.landlordId, table.fileSize, table.id),
    index('document_by_property').on(table.landlordId, table.propertyId, table.createdAt, table.id),
    index('document_by_tenant').on(table.landlordId, table.tenantId, table.createdAt, table.id),
    index('document_by_request').on(table.landlordId, table.requestId, table.createdAt, table.id),
    // Covers counts and sums, with the tenant for row level security: the rows themselves are long and are not read.
    index('document_counts')
      .on(table.landlordId, table.category, table.status, table.fileType, table.fileSize, table.tenantId)
      .where(sql`deleted_at is null`),
    index('document_of_bin')
      .on(table.landlordId, table.deletedAt, table.id)
      .where(sql`deleted_at is not null`),
    // For the schedule that empties all bins. An expression, so that the planner does not use it for the bin of one landlord.
    index('document_in_bin')
      .on(sql`(deleted_at at time zone 'UTC')`)
      .where(sql`deleted_at is not null`),
  ],
)
export type DocumentRow = typeof document.$inferSelect

/**
 * The text of a document for the landlord's search. Without a tenant_id no tenant sees it. There is no full-text index: its operators are not
 * leakproof, so with row level security the planner could not use it, and a search reads all texts of one landlord.
 */
export const documentText = schema.table(
  'document_text',
  {
    landlordId: landlordId(),
    documentId: uuidRef('document_id').notNull(),
    /** In one line. */
    text: text('text').notNull(),
    /** The findings and the text, normalized by `domain/documents/document-texts.ts`. */
    searched: text('searched').notNull(),
  },
  (table) => [primaryKey({ columns: [table.landlordId, table.documentId] })],
)
