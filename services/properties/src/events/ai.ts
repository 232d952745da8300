import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import { DocumentChanged } from '@keyhold/contracts/properties/document-events'
import { on } from '@keyhold/kit/messaging/handlers'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { storeText } from '../domain/documents/document-texts.ts'
import { documentSnapshotOf } from '../domain/documents/documents.ts'
import { document } from '../schema/documents.ts'

/** Stores the analysis of a document, unless a later one is stored or the document is in the bin. */
const storeAnalysis = on(
  DocumentAnalysed,
  async ({ data: { documentId, landlordId, analysis, text }, event, tx, clock }) => {
    const analysedAt = analysis.analysedAt ?? event.time
    const [row] = await tx
      .update(document)
      .set({ analysis: { ...analysis, analysedAt }, updatedAt: clock.now().toISOString() })
      .where(
        and(
          eq(document.landlordId, landlordId),
          eq(document.id, documentId),
          isNull(document.deletedAt),
          sql`coalesce((${document.analysis} ->> 'analysedAt')::timestamptz, '-infinity') <= ${analysedAt}::timestamptz`,
        ),
      )
      .returning()
    if (!row) return
    await storeText(tx, row, text, analysis.findings)
    await emit(tx, DocumentChanged, documentSnapshotOf(row))
  },
)

export const aiEvents = [storeAnalysis]
