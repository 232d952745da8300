import { DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { queueReading } from '../domain/documents/readings.ts'

/** Queues a document for reading, so that other events do not wait for it. */
export const documentEvents: EventHandler[] = [
  on(DocumentUploaded, async ({ tx, data: { landlordId, documentId, category }, event }) => {
    await queueReading(tx, { landlordId, documentId, category, askedAt: event.time })
  }),
]
