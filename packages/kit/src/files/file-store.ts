import { z } from '@keyhold/contracts/zod'
import type { Tx } from '../database/database.ts'
import { Refusal, refuse } from '../http/problem.ts'
import type { Tools } from '../http/request.ts'
import { cancelJob, enqueue, enqueueAll, job, type JobHandler, onJob, Postpone } from '../jobs/queue.ts'
import { serviceActor } from '../runtime/actor.ts'
import { type BlobStore, blobName } from './blobs.ts'
import type { VirusScanner } from './virus-scanner.ts'

const minute = 60_000
/** Longer than any upload takes: a file without a record by then never gets one. */
const uploadMs = 60 * minute

/** Removes the blobs of a file. `kind` says which parts it has. */
export const removeFile = job({ name: 'remove-file', data: z.object({ kind: z.string(), blobName: z.string() }) })

/** A stored file that belongs to no record yet. */
export interface Upload {
  removalId: string
  blobName: string
}

export interface FileStore<Parts extends Record<string, readonly string[]>> {
  /**
   * Stores the parts of a file. Before that it queues their removal, which `claim`, in the transaction that creates the record, cancels:
   * neither a crash nor a store that is down leaves blobs without a record. Uses a transaction of its own: an Idempotency-Key belongs to the record.
   * @throws Refusal 400 where the scanner finds a virus; 503 where the scanner or the store is down
   */
  store<K extends keyof Parts & string>(
    landlordId: string,
    kind: K,
    files: Record<Parts[K][number], Uint8Array>,
    type: string,
  ): Promise<Upload>
  /** `claimFile` */
  claim(tx: Tx, upload: Upload): Promise<void>
  /** The blobs are removed, once this transaction has committed. `landlordId`: null for the one of the transaction. */
  discard(tx: Tx, landlordId: string | null, kind: keyof Parts & string, names: string[], now: Date): Promise<void>
  /** The bytes of a part; null where the store has none. */
  get<K extends keyof Parts & string>(kind: K, name: string, part: Parts[K][number]): Promise<Uint8Array | null>
  /** Removes what was discarded or never claimed. While the store is down, it waits. */
  removals: JobHandler
}

/** Stores the files of a service's records. `kinds` names the parts of each kind, such as the sizes of a photo. `unclaimedMs`: when a file that no record has claimed is removed. `scanner`: for files of users. */
export function openFileStore<const Parts extends Record<string, readonly string[]>>({
  service,
  kinds,
  blobs,
  tools: { db, clock },
  scanner,
  unclaimedMs = uploadMs,
}: {
  service: string
  kinds: Parts
  blobs: BlobStore
  tools: Pick<Tools, 'db' | 'clock'>
  scanner?: VirusScanner | undefined
  unclaimedMs?: number
}): FileStore<Parts> {
  const keyOf = (kind: string, name: string, part: string) => `${kind}s/${name}-${part}`

  return {
    async store(landlordId, kind, files, type) {
      for (const bytes of Object.values<Uint8Array>(files)) await scanner?.scan(bytes)
      const name = blobName()
      const runAt = new Date(clock.now().getTime() + unclaimedMs)
      const removalId = await db.transaction(serviceActor(service, landlordId), (tx) =>
        enqueue(tx, removeFile, { kind, blobName: name }, { runAt }),
      )
      await Promise.all(
        Object.entries<Uint8Array>(files).map(([part, bytes]) => blobs.put(keyOf(kind, name, part), bytes, type)),
      )
      return { removalId, blobName: name }
    },
    claim: claimFile,
    discard: (tx, landlordId, kind, names, now) =>
      enqueueAll(
        tx,
        removeFile,
        names.map((name) => ({ kind, blobName: name })),
        { ...(landlordId === null ? {} : { landlordId }), runAt: now },
      ),
    get: (kind, name, part) => blobs.get(keyOf(kind, name, part)),
    removals: onJob(removeFile, async ({ data: { kind, blobName: name } }) => {
      for (const part of kinds[kind] ?? [])
        await blobs.delete(keyOf(kind, name, part)).catch((error: unknown) => {
          if (error instanceof Refusal && error.code === 'unavailable')
            throw new Postpone(minute, 'The file store is down', { cause: error })
          throw error
        })
    }),
  }
}

/** Keeps a stored file, in the transaction that creates its record; the blobs stay. @throws Refusal 503 where their removal has begun */
export async function claimFile(tx: Tx, { removalId }: Upload): Promise<void> {
  if (!(await cancelJob(tx, removeFile, removalId)))
    refuse('unavailable', 'Storing the file took too long. Please try again.')
}
