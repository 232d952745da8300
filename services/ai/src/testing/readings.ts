import { randomUUID } from 'node:crypto'
import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import { documentContent, DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { z } from '@keyhold/contracts/zod'
import { Refusal } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { defineService } from '@keyhold/kit/runtime/service'
import { startTestApp } from '@keyhold/kit/testing/test-app'
import { wakeWorkers } from '@keyhold/kit/testing/jobs'
import { until } from '@keyhold/kit/testing/wait'
import { sql } from 'drizzle-orm'
import { readDocument } from '../domain/documents/readings.ts'
import type { Reader } from '../providers/reading/reader.ts'
import type { Reading } from '../providers/reading/read-file.ts'
import { aiThatReads } from '../service.ts'

export const nothingFound: Reading = {
  status: 'processed',
  engine: 'pdf-text',
  detected: null,
  findings: [],
  notes: [],
  pages: 1,
  characters: 10,
  text: 'ten letters',
}

/** The service with the owner of the documents beside it, which has what the test says, or is away. */
export async function openReadings(read: Reader) {
  const store = { files: new Map<string, { landlordId: string; bytes: Uint8Array }>(), isAway: false, asked: 0 }
  const owner = defineService({
    name: 'properties',
    config: z.object({}),
    build: () => ({
      routes: [
        serve(documentContent, async ({ actor, params }) => {
          store.asked++
          if (store.isAway) throw new Refusal('unavailable', 'No store now')
          const file = store.files.get(params.id)
          if (!file || actor.role !== 'service' || actor.landlordId !== file.landlordId)
            throw new Refusal('not-found', 'Document not found')
          return new Reply(file.bytes, [['content-type', 'application/octet-stream']])
        }),
      ],
    }),
  })
  const app = await startTestApp([aiThatReads(read), owner])

  /** Uploads a file, as its owner tells. */
  async function upload(
    { landlordId }: { landlordId: string },
    bytes: Uint8Array = Buffer.from('x'),
    documentId: string = randomUUID(),
  ) {
    store.files.set(documentId, { landlordId, bytes })
    await app.publish(DocumentUploaded, {
      documentId,
      landlordId,
      tenantId: null,
      propertyId: null,
      fileType: 'pdf',
      fileSize: bytes.length,
      category: 'lease',
    })
    return documentId
  }
  const rows = (where = sql`true`) =>
    app.db('ai').adminTransaction('for the test', async (tx) => [
      ...(await tx.execute<{ documentId: string; status: string; tries: number; misses: number }>(sql`
          select r.document_id as "documentId", r.status, j.attempts as tries, j.postponed as misses
          from reading r join job j on j.name = 'read-document' and j.data ->> 'documentId' = r.document_id::text
          where (j.data ->> 'askedAt')::timestamptz = r.asked_at and ${where} order by j.id`)),
    ])
  /** Later: what is due by then runs. */
  const advance = (ms: number) => {
    app.clock.advance(ms)
    wakeWorkers(readDocument)
  }
  const told = () => app.published(DocumentAnalysed)
  const analysed = (documentId: string) =>
    until(() => told().find((one) => one.documentId === documentId)?.analysis, {
      what: 'the document to be read',
      timeoutMs: 15_000,
    })
  return { ...app, store, upload, rows, advance, told, analysed }
}
