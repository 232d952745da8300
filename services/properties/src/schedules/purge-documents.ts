import { documentKeptDays } from '@keyhold/contracts/documents'
import type { Tools } from '@keyhold/kit/request'
import { every } from '@keyhold/kit/schedule'
import { and, inArray, lte } from 'drizzle-orm'
import type { Files } from '../domain/files.ts'
import { document } from '../schema.ts'

const batch = 100
const dayMs = 24 * 60 * 60 * 1000

/** Empties the bin, every hour, of documents that have lain in it for 30 days; their files follow. */
export const purgeDocuments = (files: Files, { db, clock }: Pick<Tools, 'db' | 'clock'>) =>
  every({
    name: 'purge-documents',
    cron: '23 * * * *',
    async run() {
      const now = clock.now()
      const isOver = lte(document.deletedAt, new Date(now.getTime() - documentKeptDays * dayMs).toISOString())
      for (let more = true; more;) {
        more = await db.system('the bins of all landlords', async (tx) => {
          const oldest = tx.select({ id: document.id }).from(document).where(isOver).orderBy(document.deletedAt).limit(batch)
          // Both conditions: one that is being restored at this moment stays.
          const gone = await tx
            .delete(document)
            .where(and(inArray(document.id, oldest), isOver))
            .returning({ landlordId: document.landlordId, blobName: document.blobName })
          for (const [landlordId, theirs] of Map.groupBy(gone, (one) => one.landlordId))
            await files.discard(
              tx,
              landlordId,
              'document',
              theirs.map(({ blobName }) => blobName),
              now,
            )
          return gone.length === batch
        })
      }
    },
  })
