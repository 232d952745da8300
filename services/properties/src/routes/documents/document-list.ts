import { documentSummary, listDocuments } from '@keyhold/contracts/properties/documents'
import { documentCategories } from '@keyhold/contracts/properties/document-analysis'
import type { ReadSql } from '@keyhold/kit/database/database'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { documentsContaining, excerptsOf } from '../../domain/documents/document-texts.ts'
import {
  documentOf,
  namedColumns,
  type NamedDocument,
  visibleTo,
  withPropertyNames,
} from '../../domain/documents/documents.ts'

/** The orders of the list, with the condition for rows after the record `id`. The id breaks ties. */
const orders = {
  newest: {
    by: (sql: ReadSql) => sql`created_at desc, id desc`,
    after: (sql: ReadSql, id: string) =>
      sql`and (created_at, id) < ((select created_at from document where id = ${id}), ${id}::uuid)`,
  },
  name: {
    by: (sql: ReadSql) => sql`lower(file_name), id`,
    after: (sql: ReadSql, id: string) =>
      sql`and (lower(file_name), id) > ((select lower(file_name) from document where id = ${id}), ${id}::uuid)`,
  },
  size: {
    by: (sql: ReadSql) => sql`file_size desc, id desc`,
    after: (sql: ReadSql, id: string) =>
      sql`and (file_size, id) < ((select file_size from document where id = ${id}), ${id}::uuid)`,
  },
}

const isProcessed = (sql: ReadSql) => sql`status in ('processed', 'partial')`

const list = serve(listDocuments, async ({ actor, query, db }) => {
  const { limit, q, category, fileType, processed, propertyId, tenantId, requestId } = query
  const order = orders[query.sort]
  const behind = readCursor(query.cursor)
  // A tenant's search is by name only.
  const reader = actor.role === 'tenant' ? undefined : actor
  const containingIds = q && reader ? await documentsContaining(db, reader, q) : []
  const matching = (sql: ReadSql) => sql`
    ${visibleTo(sql, actor)}
    ${q ? sql`and (file_name ilike ${containing(q)} or id = any(${containingIds}))` : sql``}
    ${category ? sql`and category = ${category}` : sql``}
    ${fileType ? sql`and file_type = ${fileType}` : sql``}
    ${processed === undefined ? sql`` : sql`and (${isProcessed(sql)}) = ${processed}`}
    ${propertyId ? sql`and property_id = ${propertyId}` : sql``}
    ${tenantId ? sql`and tenant_id = ${tenantId}` : sql``}
    ${requestId ? sql`and request_id = ${requestId}` : sql``}`
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<NamedDocument[]>`
      select ${namedColumns(sql)} from document where ${matching(sql)} ${behind ? order.after(sql, behind) : sql``}
      order by ${order.by(sql)} limit ${whole(sql, limit + 1)}`,
    sql<{ total: number }[]>`select count(*) as total from document where ${matching(sql)}`,
  ])
  const named = await withPropertyNames(db, actor, rows)
  const excerpts = q && reader ? await excerptsOf(db, { actor: reader, q, rows: named }) : new Map<string, string>()
  const found = named.map((row) => {
    const excerpt = excerpts.get(row.id)
    return { ...documentOf(row), ...(excerpt === undefined ? {} : { excerpt }) }
  })
  return pageOf(found, limit, counted?.total ?? 0)
})

interface Sum {
  category: (typeof documentCategories)[number]
  count: number
  bytes: number
  processed: number
  pending: number
}

const summary = serve(documentSummary, async ({ actor, db }) => {
  const sums = await db.read(
    actor,
    (sql) => sql<Sum[]>`
      select category, count(*) as count, sum(file_size) as bytes,
        count(*) filter (where ${isProcessed(sql)}) as processed, count(*) filter (where status = 'pending') as pending
      from document where ${visibleTo(sql, actor)} group by category`,
  )
  const total = (figure: 'count' | 'bytes' | 'processed' | 'pending') => sums.reduce((sum, one) => sum + one[figure], 0)
  return {
    count: total('count'),
    bytes: total('bytes'),
    processed: total('processed'),
    pending: total('pending'),
    byCategory: Object.fromEntries(
      documentCategories.map((category) => [category, sums.find((one) => one.category === category)?.count ?? 0]),
    ) as Record<Sum['category'], number>,
  }
})

export const documentListRoutes = [list, summary]
