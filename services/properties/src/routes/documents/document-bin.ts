import { listDeletedDocuments, purgeDocument } from '@keyhold/contracts/properties/document-bin'
import { DocumentChanged } from '@keyhold/contracts/properties/document-events'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { emit } from '@keyhold/kit/messaging/outbox'
import { pageBy } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { deletedDocumentOf, type DeletedRow, binPage, deleteForGood } from '../../domain/documents/document-bin.ts'
import { documentSnapshotOf } from '../../domain/documents/documents.ts'
import type { Files } from '../../domain/files.ts'
import { document } from '../../schema/documents.ts'

const list = serve(listDeletedDocuments, async ({ actor: { landlordId }, actor, query: { limit, cursor }, db }) => {
  const after = timeCursor.decode(cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<DeletedRow[]>`${binPage(sql, { landlordId, limit: limit + 1, after })}`,
    sql<
      { total: number }[]
    >`select count(*) as total from document where landlord_id = ${landlordId} and deleted_at is not null`,
  ])
  // The cursor has the time, since the document may have left the bin by the next page.
  const cursorOf = (last: DeletedRow) => timeCursor.encode(last.deletedAt, last.id)
  return pageBy(rows.map(deletedDocumentOf), { limit, total: counted?.total ?? 0, cursorOf })
})

const purge = (files: Files) =>
  serve(purgeDocument, async ({ actor, params, db, clock }) => {
    const isDocument = and(eq(document.landlordId, actor.landlordId), eq(document.id, params.id))
    await db.transaction(actor, async (tx) => {
      const [deleted] = await deleteForGood(tx, files, isDocument, clock.now())
      await emit(tx, DocumentChanged, documentSnapshotOf(deleted ?? notFound('Document')))
    })
  })

export const documentBinRoutes = (files: Files) => [list, purge(files)]
