import { and, eq, inArray, lte } from 'drizzle-orm'
import { boolean, index, type PgSchema, text } from 'drizzle-orm/pg-core'
import { serviceActor } from '../runtime/actor.ts'
import { type BlobStore, blobName } from './blobs.ts'
import { id, instant, landlordId } from '../database/columns.ts'
import type { Tx } from '../database/database.ts'
import { refuse } from '../http/problem.ts'
import type { Tools } from '../http/request.ts'
import { every, type Schedule } from '../jobs/schedule.ts'

/** Longer than any upload takes: what has not become a record by then never will. */
const uploadMs = 60 * 60 * 1000
const batch = 50

/**
 * Blobs that go when their time comes: those of a deleted record at once, those of an upload in an hour unless its record was made by then.
 * So neither a crash nor a store that is away leaves a blob that nobody knows of.
 */
export const blobRemovalTable = (schema: PgSchema) =>
  schema.table(
    'blob_removal',
    {
      id: id(),
      landlordId: landlordId(),
      /** What it is a file of: says which keys belong to the name. */
      kind: text('kind').notNull().default('photo'),
      blobName: text('blob_name').notNull(),
      dueAt: instant('due_at').notNull(),
      /** Being removed: no record may be made of it any more. */
      isTaken: boolean('is_taken').notNull().default(false),
    },
    (table) => [index('blob_removal_of').on(table.landlordId, table.id), index('blob_removal_due').on(table.dueAt)],
  )
export type BlobRemovalTable = ReturnType<typeof blobRemovalTable>

/** Blobs that are stored and still nobody's. */
export interface Upload {
  removalId: string
  blobName: string
}

export interface FileStore<Parts extends Record<string, readonly string[]>> {
  /**
   * Stores the parts of a file. Before that it is written down that they go in an hour: `claim`, in the transaction that makes the record, undoes it.
   * Takes the service's own door: an Idempotency-Key belongs to the record, not to this note.
   */
  store<K extends keyof Parts & string>(
    landlordId: string,
    kind: K,
    files: Record<Parts[K][number], Uint8Array>,
    type: string,
  ): Promise<Upload>
  /** The blobs stay. @throws Refusal 503 where they are being removed already */
  claim(tx: Tx, landlordId: string, upload: Upload): Promise<void>
  /** The blobs go, once this transaction has committed. */
  discard(tx: Tx, landlordId: string, kind: keyof Parts & string, names: string[], now: Date): Promise<void>
  /** The bytes of a part; null where the store has none. */
  get<K extends keyof Parts & string>(kind: K, name: string, part: Parts[K][number]): Promise<Uint8Array | null>
  /** Removes the blobs that are due. Safe to repeat and to run twice at once; a store that is away leaves the rest for the next time. */
  removeDue(): Promise<void>
  /** Does so every minute. */
  schedule: Schedule
}

/**
 * Keeps the files of a service's records: `kinds` names the parts of each kind (the sizes of a photo), `table` is its `blobRemovalTable`.
 * `tools` are the service's own.
 */
export function openFileStore<const Parts extends Record<string, readonly string[]>>({
  service,
  kinds,
  table,
  blobs,
  tools: { db, clock },
}: {
  service: string
  kinds: Parts
  table: BlobRemovalTable
  blobs: BlobStore
  tools: Pick<Tools, 'db' | 'clock'>
}): FileStore<Parts> {
  const keyOf = (kind: string, name: string, part: string) => `${kind}s/${name}-${part}`

  async function removeDue(): Promise<void> {
    for (let more = true; more;) {
      const due = await db.adminTransaction('blobs of all landlords go when they are due', (tx) =>
        tx
          .update(table)
          .set({ isTaken: true })
          .where(
            inArray(
              table.id,
              tx
                .select({ id: table.id })
                .from(table)
                .where(lte(table.dueAt, clock.now().toISOString()))
                .orderBy(table.dueAt)
                .limit(batch),
            ),
          )
          .returning(),
      )
      for (const { id: removalId, kind, blobName: name } of due) {
        for (const part of kinds[kind] ?? []) await blobs.delete(keyOf(kind, name, part))
        await db.adminTransaction('the blob is gone', (tx) => tx.delete(table).where(eq(table.id, removalId)))
      }
      more = due.length === batch
    }
  }

  return {
    async store(landlord, kind, files, type) {
      const name = blobName()
      const dueAt = new Date(clock.now().getTime() + uploadMs).toISOString()
      const [noted] = await db.transaction(serviceActor(service, landlord), (tx) =>
        tx.insert(table).values({ landlordId: landlord, kind, blobName: name, dueAt }).returning({ id: table.id }),
      )
      if (!noted) throw new Error('insert returned no row')
      await Promise.all(
        Object.entries<Uint8Array>(files).map(([part, bytes]) => blobs.put(keyOf(kind, name, part), bytes, type)),
      )
      return { removalId: noted.id, blobName: name }
    },
    async claim(tx, landlord, { removalId }) {
      const claimed = await tx
        .delete(table)
        .where(and(eq(table.landlordId, landlord), eq(table.id, removalId), eq(table.isTaken, false)))
        .returning({ id: table.id })
      if (claimed.length === 0) refuse('unavailable', 'Storing the file took too long. Please try again.')
    },
    async discard(tx, landlord, kind, names, now) {
      if (names.length > 0)
        await tx
          .insert(table)
          .values(names.map((name) => ({ landlordId: landlord, kind, blobName: name, dueAt: now.toISOString() })))
    },
    get: (kind, name, part) => blobs.get(keyOf(kind, name, part)),
    removeDue,
    schedule: every({ name: 'remove-blobs', cron: '* * * * *', run: removeDue }),
  }
}
