import { listProperties, type Property } from '@keyhold/contracts/properties/properties'
import type { ReadSql } from '@keyhold/kit/database/database'
import { serve } from '@keyhold/kit/http/serve'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { imagesColumn } from '../../domain/photos/photos.ts'

/** The orders of the list, with the condition for rows after the record `id`. The id breaks ties. */
const orders = {
  newest: {
    by: (sql: ReadSql) => sql`created_at desc, id desc`,
    after: (sql: ReadSql, id: string) =>
      sql`and (created_at, id) < ((select created_at from property where id = ${id}), ${id}::uuid)`,
  },
  name: {
    by: (sql: ReadSql) => sql`lower(name), id`,
    after: (sql: ReadSql, id: string) =>
      sql`and (lower(name), id) > ((select lower(name) from property where id = ${id}), ${id}::uuid)`,
  },
  rent: {
    by: (sql: ReadSql) => sql`monthly_rent, id`,
    after: (sql: ReadSql, id: string) =>
      sql`and (monthly_rent, id) > ((select monthly_rent from property where id = ${id}), ${id}::uuid)`,
  },
  'rent-desc': {
    by: (sql: ReadSql) => sql`monthly_rent desc, id desc`,
    after: (sql: ReadSql, id: string) =>
      sql`and (monthly_rent, id) < ((select monthly_rent from property where id = ${id}), ${id}::uuid)`,
  },
}

type Counted = Property & { total: number }

// The busiest endpoint of the service: page and count are one statement.
const list = serve(listProperties, async ({ actor, query, db }) => {
  const { limit, q, propertyType, occupancy, archived } = query
  const order = orders[query.sort]
  const behind = readCursor(query.cursor)
  const pattern = q ? containing(q) : ''
  const matching = (sql: ReadSql) => sql`
    landlord_id = ${actor.landlordId} and deleted_at is null
    ${archived === 'include' ? sql`` : archived === 'only' ? sql`and archived_at is not null` : sql`and archived_at is null`}
    ${q ? sql`and (name ilike ${pattern} or address ilike ${pattern} or city ilike ${pattern})` : sql``}
    ${propertyType ? sql`and property_type = ${propertyType}` : sql``}
    ${occupancy ? sql`and is_occupied = ${occupancy === 'occupied'}` : sql``}`
  const rows = await db.read(
    actor,
    (sql) => sql<Counted[]>`
      select *, ${imagesColumn(sql)}, (select count(*) from property where ${matching(sql)}) as total
      from property where ${matching(sql)} ${behind ? order.after(sql, behind) : sql``} order by ${order.by(sql)} limit ${whole(sql, limit + 1)}`,
  )
  // An empty page has no row with the count.
  const total = rows[0]?.total ?? (behind ? await count() : 0)
  return pageOf(rows, limit, total)

  async function count(): Promise<number> {
    const [counted] = await db.read(
      actor,
      (sql) => sql<{ total: number }[]>`select count(*) as total from property where ${matching(sql)}`,
    )
    return counted?.total ?? 0
  }
})

export const propertyListRoutes = [list]
