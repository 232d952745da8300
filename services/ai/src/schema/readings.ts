import { documentCategories } from '@keyhold/contracts/properties/document-analysis'
import { instant, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { primaryKey, text } from 'drizzle-orm/pg-core'
import { ai } from './schema.ts'

/**
 * Documents that are queued or were read. One that is requested again is queued again, and the result of the earlier request is no
 * longer published.
 */
export const reading = ai.table(
  'reading',
  {
    landlordId: landlordId(),
    documentId: uuidRef('document_id').notNull(),
    category: text('category', { enum: documentCategories }).notNull(),
    /** Time of the event that requested it. */
    askedAt: instant('asked_at').notNull(),
    status: text('status', { enum: ['waiting', 'done'] })
      .notNull()
      .default('waiting'),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.documentId] })],
)
export type ReadingRow = typeof reading.$inferSelect
