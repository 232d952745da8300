import type { documentCategories } from '@keyhold/contracts/properties/documents'
import { DocumentAnalysed } from '@keyhold/contracts/ai/document-analysis'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Reading } from '../../providers/reading/read-file.ts'
import { reading } from '../../schema.ts'

export interface Asked {
  landlordId: string
  documentId: string
  category: (typeof documentCategories)[number]
  askedAt: string
}

/** A document whose turn it is. */
export interface Turn extends Asked {
  misses: number
  /** This one counted. */
  tries: number
}

/** Longer than a reading and the fetch before it may take together. */
const leaseSeconds = 180
/** How far apart the documents of one landlord stand in the order of work. */
const spacing = '10 seconds'

/** Queues a document to be read, in the transaction of the fact that asked for it; asked for again, from the beginning. */
export async function queueReading(tx: Tx, { landlordId, documentId, category, askedAt }: Asked): Promise<void> {
  const turnAt = sql`greatest(${askedAt}::timestamptz, (select max(turn_at) + ${spacing}::interval from reading where landlord_id = ${landlordId} and status = 'waiting'))`
  const fresh = {
    category,
    askedAt,
    status: 'waiting' as const,
    turnAt,
    misses: 0,
    tries: 0,
    dueAt: askedAt,
    leaseUntil: null,
  }
  await tx
    .insert(reading)
    .values({ landlordId, documentId, ...fresh })
    .onConflictDoUpdate({
      target: [reading.landlordId, reading.documentId],
      set: fresh,
      setWhere: lt(reading.askedAt, askedAt),
    })
}

/** Takes the next document for as long as the lease: after that another process may, since this one seems to have crashed. */
export function takeTurn(db: Database, now: Date): Promise<Turn | undefined> {
  return db.adminTransaction('documents of all landlords are read in turn', async (tx) => {
    const [row] = await tx
      .update(reading)
      .set({
        tries: sql`${reading.tries} + 1`,
        leaseUntil: sql`clock_timestamp() + ${leaseSeconds} * interval '1 second'`,
      })
      .where(
        sql`(landlord_id, document_id) in (
          select landlord_id, document_id from reading
          where status = 'waiting' and due_at <= ${now.toISOString()}::timestamptz and coalesce(lease_until < clock_timestamp(), true)
          order by turn_at limit 1 for update skip locked)`,
      )
      .returning()
    return row
  })
}

// What was asked for again meanwhile is another reading.
const same = ({ landlordId, documentId, askedAt }: Asked) =>
  and(
    eq(reading.landlordId, landlordId),
    eq(reading.documentId, documentId),
    eq(reading.askedAt, askedAt),
    eq(reading.status, 'waiting'),
  )

/** Tells what was read, once. */
export async function settleReading(db: Database, asked: Asked, { text, ...read }: Reading, now: Date): Promise<void> {
  const { landlordId, documentId } = asked
  await db.transaction(serviceActor('ai', landlordId), async (tx) => {
    const ours = await tx
      .update(reading)
      .set({ status: 'done', leaseUntil: null })
      .where(same(asked))
      .returning({ documentId: reading.documentId })
    if (ours.length > 0)
      await emit(tx, DocumentAnalysed, {
        documentId,
        landlordId,
        analysis: { ...read, analysedAt: now.toISOString() },
        text,
      })
  })
}

/** The document is gone: nobody waits for it. */
export async function dropReading(db: Database, asked: Asked): Promise<void> {
  await db.transaction(serviceActor('ai', asked.landlordId), (tx) => tx.delete(reading).where(same(asked)))
}

/** Puts it back: from `dueAt` on it is tried again, with this many misses and tries behind it. */
export async function postponeReading(
  db: Database,
  asked: Asked,
  { misses, tries, dueAt }: { misses: number; tries: number; dueAt: Date },
): Promise<void> {
  await db.transaction(serviceActor('ai', asked.landlordId), (tx) =>
    tx.update(reading).set({ misses, tries, dueAt: dueAt.toISOString(), leaseUntil: null }).where(same(asked)),
  )
}
