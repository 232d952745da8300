import { analyseDocument, deleteDocument, getDocument, updateDocument } from '@keyhold/contracts/properties/documents'
import { restoreDocument } from '@keyhold/contracts/properties/document-bin'
import { DocumentChanged, DocumentUploaded } from '@keyhold/contracts/properties/document-events'
import { emit } from '@keyhold/kit/messaging/outbox'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { validateLinks, storeTenantName, type Links } from '../../domain/documents/document-links.ts'
import {
  documentSnapshotOf,
  documentOf,
  findDocument,
  namedColumns,
  type NamedDocument,
  visibleTo,
  withPropertyNames,
} from '../../domain/documents/documents.ts'
import { displayName } from '../../domain/documents/file-names.ts'
import { document, type DocumentRow } from '../../schema/documents.ts'

const isDocument = ({ landlordId, id }: Pick<DocumentRow, 'landlordId' | 'id'>) =>
  and(eq(document.landlordId, landlordId), eq(document.id, id))

const get = serve(getDocument, async ({ actor, params, db }) => {
  const rows = await db.read(
    actor,
    (read) =>
      read<
        NamedDocument[]
      >`select ${namedColumns(read)} from document where ${visibleTo(read, actor)} and id = ${params.id}`,
  )
  const [found] = await withPropertyNames(db, actor, rows)
  return found ? documentOf(found) : notFound('Document')
})

/** The links that change: an unchanged one may stay even where its record is gone. */
const newLinks = (before: Links, wanted: Links): Links =>
  Object.fromEntries(
    (['propertyId', 'tenantId', 'requestId'] as const).flatMap((name) =>
      wanted[name] === before[name] ? [] : [[name, wanted[name]]],
    ),
  )

const update = serve(updateDocument, async ({ actor, params, body, db, call, clock }) => {
  const named = { landlordId: actor.landlordId, id: params.id }
  const [before] = await db.read(
    actor,
    (read) => read<DocumentRow[]>`select * from document where ${visibleTo(read, actor)} and id = ${named.id}`,
  )
  if (!before) notFound('Document')
  const tenant = await validateLinks(actor, newLinks(before, body), { db, call })
  const { fileName } = body
  return db.transaction(actor, async (tx) => {
    await storeTenantName(tx, tenant)
    await tx
      .update(document)
      .set({
        ...body,
        ...(fileName === undefined ? {} : { fileName: displayName(fileName, before.fileType) }),
        updatedAt: clock.now().toISOString(),
      })
      .where(and(isDocument(named), isNull(document.deletedAt)))
    const after = (await findDocument(tx, named)) ?? notFound('Document')
    await emit(tx, DocumentChanged, documentSnapshotOf(after))
    return documentOf(after)
  })
})

const remove = serve(deleteDocument, async ({ actor, params, db, clock }) => {
  const deletedAt = clock.now().toISOString()
  await db.transaction(actor, async (tx) => {
    const [deleted] = await tx
      .update(document)
      .set({ deletedAt, updatedAt: deletedAt })
      .where(and(isDocument({ landlordId: actor.landlordId, id: params.id }), isNull(document.deletedAt)))
      .returning()
    await emit(tx, DocumentChanged, documentSnapshotOf(deleted ?? notFound('Document')))
  })
})

const restore = serve(restoreDocument, async ({ actor, params, db, clock }) => {
  const named = { landlordId: actor.landlordId, id: params.id }
  return db.transaction(actor, async (tx) => {
    const [restored] = await tx
      .update(document)
      .set({ deletedAt: null, updatedAt: clock.now().toISOString() })
      .where(and(isDocument(named), isNotNull(document.deletedAt)))
      .returning()
    const found = (await findDocument(tx, named)) ?? notFound('Document')
    if (restored) await emit(tx, DocumentChanged, documentSnapshotOf(restored))
    // An analysis that finished while the document was in the bin was ignored.
    if (restored?.status === 'pending') await emit(tx, DocumentUploaded, documentSnapshotOf(restored))
    return documentOf(found)
  })
})

const analyse = serve(analyseDocument, async ({ actor, params, db, clock }) => {
  const named = { landlordId: actor.landlordId, id: params.id }
  return db.transaction(actor, async (tx) => {
    // The old findings stay until the new analysis replaces them.
    await tx
      .update(document)
      .set({
        analysis: sql`jsonb_set(${document.analysis}, '{status}', '"pending"')`,
        updatedAt: clock.now().toISOString(),
      })
      .where(and(isDocument(named), isNull(document.deletedAt)))
    const found = (await findDocument(tx, named)) ?? notFound('Document')
    await emit(tx, DocumentUploaded, documentSnapshotOf(found))
    return documentOf(found)
  })
})

export const documentRoutes = [get, update, remove, restore, analyse]
