import type { documentCategories } from '@keyhold/contracts/properties/document-analysis'
import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, lt } from 'drizzle-orm'
import type { Reading } from '../../providers/reading/read-file.ts'
import { reading } from '../../schema/readings.ts'

export interface Asked {
  landlordId: string
  documentId: string
  category: (typeof documentCategories)[number]
  askedAt: string
}

/** Reads a document. A request after `askedAt` belongs to another job. */
export const readDocument = job({
  name: 'read-document',
  data: z.object({ documentId: z.guid(), askedAt: z.iso.datetime() }),
})

/** Queues a document for reading, in the transaction of the event that requested it. A repeated request starts over. */
export async function queueReading(tx: Tx, { landlordId, documentId, category, askedAt }: Asked): Promise<void> {
  const fresh = { category, askedAt, status: 'waiting' as const }
  const asked = await tx
    .insert(reading)
    .values({ landlordId, documentId, ...fresh })
    .onConflictDoUpdate({
      target: [reading.landlordId, reading.documentId],
      set: fresh,
      setWhere: lt(reading.askedAt, askedAt),
    })
    .returning({ askedAt: reading.askedAt })
  for (const { askedAt: at } of asked) await enqueue(tx, readDocument, { documentId, askedAt: at })
}

/** Undefined when it was read, deleted, or requested again. */
export async function findReading(
  tx: Tx,
  asked: Pick<Asked, 'landlordId' | 'documentId' | 'askedAt'>,
): Promise<Asked | undefined> {
  const [row] = await tx.select().from(reading).where(same(asked))
  return row
}

// A repeated request is a new reading.
const same = ({ landlordId, documentId, askedAt }: Pick<Asked, 'landlordId' | 'documentId' | 'askedAt'>) =>
  and(
    eq(reading.landlordId, landlordId),
    eq(reading.documentId, documentId),
    eq(reading.askedAt, askedAt),
    eq(reading.status, 'waiting'),
  )

/** Publishes the result, once. */
export async function settleReading(tx: Tx, asked: Asked, { text, ...read }: Reading, now: Date): Promise<void> {
  const { landlordId, documentId } = asked
  const ours = await tx
    .update(reading)
    .set({ status: 'done' })
    .where(same(asked))
    .returning({ documentId: reading.documentId })
  if (ours.length > 0)
    await emit(tx, DocumentAnalysed, {
      documentId,
      landlordId,
      analysis: { ...read, analysedAt: now.toISOString() },
      text,
    })
}

/** Removes the reading of a deleted document. */
export async function dropReading(tx: Tx, asked: Asked): Promise<void> {
  await tx.delete(reading).where(same(asked))
}
