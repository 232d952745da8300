import { documentBinDays } from '@keyhold/contracts/properties/documents'
import type { DeletedDocument } from '@keyhold/contracts/properties/document-bin'
import type { ReadSql, Tx } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { document, type DocumentRow, documentText } from '../../schema.ts'
import { linkNames, type NamedDocument } from './documents.ts'
import type { Files } from '../files.ts'

const keptMs = documentBinDays * 24 * 60 * 60 * 1000

/** When a document was deleted, as the index over all bins has it. */
export const deletedAtUtc = sql`(${document.deletedAt} at time zone 'UTC')`
/** Whether it has lain in the bin for as long as it may. */
export const isExpired = (now: Date): SQL =>
  sql`${document.deletedAt} is not null and ${deletedAtUtc} <= ${new Date(now.getTime() - keptMs).toISOString()}::timestamptz at time zone 'UTC'`

export type DeletedRow = Pick<
  NamedDocument,
  'id' | 'fileName' | 'fileType' | 'fileSize' | 'category' | 'propertyName' | 'tenantName'
> & {
  deletedAt: string
}

/** A document in the bin as the wire shows it. */
export const deletedDocumentOf = (row: DeletedRow): DeletedDocument => ({
  ...row,
  goneAt: new Date(new Date(row.deletedAt).getTime() + keptMs).toISOString(),
})

/** `limit` rows of a landlord's bin, the latest first, those behind `after`. */
export const binPage = (
  read: ReadSql,
  {
    landlordId,
    limit,
    after,
  }: { landlordId: string; limit: number; after: readonly [deletedAt: string, id: string] | undefined },
) => read`
  select id, file_name, file_type, file_size, category, deleted_at, ${linkNames(read)}
  from document where landlord_id = ${landlordId} and deleted_at is not null
    ${after ? read`and (deleted_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : read``}
  order by deleted_at desc, id desc limit ${whole(read, limit)}`

/** Removes those of `which` that lie in the bin, with what was read in them; their files follow once this has committed. */
export async function deleteForGood(tx: Tx, files: Files, which: SQL | undefined, now: Date): Promise<DocumentRow[]> {
  // Both conditions: one that is being restored at this moment stays.
  const gone = await tx
    .delete(document)
    .where(and(which, isNotNull(document.deletedAt)))
    .returning()
  for (const [landlordId, theirs] of Map.groupBy(gone, (one) => one.landlordId)) {
    const ids = theirs.map(({ id }) => id)
    await tx
      .delete(documentText)
      .where(and(eq(documentText.landlordId, landlordId), inArray(documentText.documentId, ids)))
    const blobs = theirs.map(({ blobName }) => blobName)
    await files.discard(tx, landlordId, 'document', blobs, now)
  }
  return gone
}
