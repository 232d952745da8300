import { DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { type EventHandler, on } from '@keyhold/kit/messaging/handlers'
import { queueReading } from '../domain/documents/readings.ts'

/** A document to be read: noted here, read afterwards, so that no other fact waits for it. */
export const documentEvents: EventHandler[] = [
  on(DocumentUploaded, async ({ tx, data: { landlordId, documentId, category }, event }) => {
    await queueReading(tx, { landlordId, documentId, category, askedAt: event.time })
  }),
]
