import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { and, inArray } from 'drizzle-orm'
import { deletedAtUtc, isExpired, deleteForGood } from '../domain/documents/document-bin.ts'
import type { Files } from '../domain/files.ts'
import { document } from '../schema/documents.ts'

const batch = 100

/** Deletes documents from the bin, every hour, when their time there is over. */
export const purgeDocuments = (files: Files, { db, clock }: Pick<Tools, 'db' | 'clock'>) =>
  every({
    name: 'purge-documents',
    cron: '23 * * * *',
    async run() {
      const now = clock.now()
      for (let more = true; more;) {
        more = await db.adminTransaction('the bins of all landlords', async (tx) => {
          const oldest = tx
            .select({ id: document.id })
            .from(document)
            .where(isExpired(now))
            .orderBy(deletedAtUtc)
            .limit(batch)
          const deleted = await deleteForGood(tx, files, and(inArray(document.id, oldest), isExpired(now)), now)
          return deleted.length === batch
        })
      }
    },
  })
