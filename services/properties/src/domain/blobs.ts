import { type PhotoSize, photoSizes } from '@keyhold/contracts/properties'
import { type BlobStore, blobName } from '@keyhold/kit/blobs'
import type { Tx } from '@keyhold/kit/db'
import { refuse } from '@keyhold/kit/problem'
import type { Tools } from '@keyhold/kit/request'
import { and, eq, inArray, lte } from 'drizzle-orm'
import { blobRemoval } from '../schema.ts'
import { photoType } from './images.ts'

/** Longer than any upload takes: what has not become a photo by then never will. */
const uploadMs = 60 * 60 * 1000
const batch = 50
const sizes = Object.keys(photoSizes) as PhotoSize[]

export const keyOf = (name: string, size: PhotoSize) => `photos/${name}-${size}`

/** Blobs that are stored and still nobody's. */
export interface Upload {
  removalId: string
  blobName: string
}

/**
 * Stores a photo's files. Before that it is written down that they go in an hour: `claimUpload`, in the transaction that makes the photo, undoes it.
 * Takes the service's own door: an Idempotency-Key belongs to the photo, not to this note.
 */
export async function storeUpload(
  landlordId: string,
  files: Record<PhotoSize, Uint8Array>,
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
  blobs: BlobStore,
): Promise<Upload> {
  const name = blobName()
  const dueAt = new Date(clock.now().getTime() + uploadMs).toISOString()
  const [noted] = await db.as({ role: 'service', name: 'properties', landlordId }, (tx) =>
    tx.insert(blobRemoval).values({ landlordId, blobName: name, dueAt }).returning({ id: blobRemoval.id }),
  )
  if (!noted) throw new Error('insert returned no row')
  await Promise.all(sizes.map((size) => blobs.put(keyOf(name, size), files[size], photoType)))
  return { removalId: noted.id, blobName: name }
}

/** The blobs stay. @throws Refusal 503 where they are being removed already */
export async function claimUpload(tx: Tx, landlordId: string, { removalId }: Upload): Promise<void> {
  const claimed = await tx
    .delete(blobRemoval)
    .where(and(eq(blobRemoval.landlordId, landlordId), eq(blobRemoval.id, removalId), eq(blobRemoval.isTaken, false)))
    .returning({ id: blobRemoval.id })
  if (claimed.length === 0) refuse('unavailable', 'Storing the photo took too long. Please try again.')
}

/** The blobs go, once this transaction has committed. */
export async function discardBlobs(tx: Tx, landlordId: string, names: string[], now: Date): Promise<void> {
  if (names.length > 0) await tx.insert(blobRemoval).values(names.map((name) => ({ landlordId, blobName: name, dueAt: now.toISOString() })))
}

/** Removes the blobs that are due. Safe to repeat and to run twice at once; a store that is away leaves the rest for the next time. */
export async function removeDue({ db, clock }: Pick<Tools, 'db' | 'clock'>, blobs: BlobStore): Promise<void> {
  for (let more = true; more;) {
    const due = await db.system('blobs of all landlords go when they are due', (tx) =>
      tx
        .update(blobRemoval)
        .set({ isTaken: true })
        .where(
          inArray(
            blobRemoval.id,
            tx
              .select({ id: blobRemoval.id })
              .from(blobRemoval)
              .where(lte(blobRemoval.dueAt, clock.now().toISOString()))
              .orderBy(blobRemoval.dueAt)
              .limit(batch),
          ),
        )
        .returning(),
    )
    for (const { id, blobName: name } of due) {
      for (const size of sizes) await blobs.delete(keyOf(name, size))
      await db.system('the blob is gone', (tx) => tx.delete(blobRemoval).where(eq(blobRemoval.id, id)))
    }
    more = due.length === batch
  }
}
