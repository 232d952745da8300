import { documentBinDays } from '@keyhold/contracts/properties/documents'
import type { DeletedDocument } from '@keyhold/contracts/properties/document-bin'
import type { ReadSql, Tx } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { document, type DocumentRow, documentText } from '../../schema/documents.ts'
import { linkNames, type NamedDocument } from './documents.ts'
import type { Files } from '../files.ts'

const keepForMs = documentBinDays * 24 * 60 * 60 * 1000

/** When a document was deleted, as in the index over all bins. */
export const deletedAtUtc = sql`(${document.deletedAt} at time zone 'UTC')`
/** Deleted longer ago than the bin keeps documents. */
export const isExpired = (now: Date): SQL =>
  sql`${document.deletedAt} is not null and ${deletedAtUtc} <= ${new Date(now.getTime() - keepForMs).toISOString()}::timestamptz at time zone 'UTC'`

export type DeletedRow = Pick<
  NamedDocument,
  'id' | 'fileName' | 'fileType' | 'fileSize' | 'category' | 'propertyName' | 'tenantName'
> & {
  deletedAt: string
}

/** A document in the bin as the API answers it. */
export const deletedDocumentOf = (row: DeletedRow): DeletedDocument => ({
  ...row,
  goneAt: new Date(new Date(row.deletedAt).getTime() + keepForMs).toISOString(),
})

/** `limit` rows of a landlord's bin after `after`, the last deleted first. */
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

/** Deletes those of `which` that are in the bin, with their texts. Their files are removed after the commit. */
export async function deleteForGood(tx: Tx, files: Files, which: SQL | undefined, now: Date): Promise<DocumentRow[]> {
  // Checks both conditions in the statement: a document that is being restored at this moment stays.
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
