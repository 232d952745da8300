import { DocumentChanged, listDeletedDocuments, purgeDocument } from '@keyhold/contracts/properties/documents'
import { emit } from '@keyhold/kit/messaging/outbox'
import { pageOf } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import {
  cursorOf,
  deletedDocumentOf,
  type DeletedRow,
  pageOfBin,
  placeOf,
  removeForGood,
} from '../../domain/documents/document-bin.ts'
import { documentFactsOf } from '../../domain/documents/documents.ts'
import type { Files } from '../../domain/files.ts'
import { document } from '../../schema.ts'

const list = serve(listDeletedDocuments, async ({ actor: { landlordId }, actor, query: { limit, cursor }, db }) => {
  const after = placeOf(cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<DeletedRow[]>`${pageOfBin(sql, { landlordId, limit: limit + 1, after })}`,
    sql<
      { total: number }[]
    >`select count(*) as total from document where landlord_id = ${landlordId} and deleted_at is not null`,
  ])
  const page = pageOf(rows.map(deletedDocumentOf), limit, counted?.total ?? 0)
  const last = page.items.at(-1)
  return { ...page, next: page.next && last ? cursorOf(last, page.next) : null }
})

const purge = (files: Files) =>
  serve(purgeDocument, async ({ actor, params, db, clock }) => {
    const isNamed = and(eq(document.landlordId, actor.landlordId), eq(document.id, params.id))
    await db.transaction(actor, async (tx) => {
      const [gone] = await removeForGood(tx, files, isNamed, clock.now())
      await emit(tx, DocumentChanged, documentFactsOf(gone ?? notFound('Document')))
    })
  })

export const documentBinRoutes = (files: Files) => [list, purge(files)]
