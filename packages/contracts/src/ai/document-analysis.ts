import { event } from '../event.ts'
import { DocumentAnalysis, documentTextLength } from '../properties/document-analysis.ts'
import { id } from '../scalars.ts'
import { z } from '../zod.ts'

/** At most 60 findings and 20 notes, quotes of at most 300 characters: it has to fit into an event. */
export const DocumentAnalysed = event({
  type: 'ai.document.analysed',
  version: 1,
  subject: 'documentId',
  data: z.object({
    documentId: id,
    landlordId: id,
    analysis: DocumentAnalysis,
    /** What stands in it, from the beginning, as one line of words; it is searched and shown to the landlord alone. */
    text: z.string().max(documentTextLength).default(''),
  }),
})
