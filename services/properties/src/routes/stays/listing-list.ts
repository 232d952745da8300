import {
  getRental,
  listRentals,
  rentalHistory,
  type ShortTermRental,
} from '@keyhold/contracts/properties/stays/listings'
import type { ReadSql } from '@keyhold/kit/database/database'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { containing, pageBy, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import {
  readRental,
  rentalColumns,
  rentalJoins,
  totalsJoin,
  withTiers,
} from '../../domain/stays/listings/read-rentals.ts'
import { readHistory } from '../../domain/stays/read-history.ts'

type Counted = ShortTermRental & { total: number }

const list = serve(listRentals, async ({ actor, query, db }) => {
  const { limit, q, propertyId, isActive } = query
  const behind = timeCursor.decode(query.cursor)
  const pattern = q ? containing(q) : ''
  const matching = (sql: ReadSql) => sql`
    r.landlord_id = ${actor.landlordId} and r.deleted_at is null
    ${q ? sql`and (r.listing_name ilike ${pattern} or p.name ilike ${pattern})` : sql``}
    ${propertyId ? sql`and r.property_id = ${propertyId}` : sql``}
    ${isActive === undefined ? sql`` : sql`and r.is_active = ${isActive}`}`
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<Counted[]>`
      select ${rentalColumns(sql)}, t.* from rental r ${rentalJoins(sql)} ${totalsJoin(sql)}
      where ${matching(sql)} ${behind ? sql`and (r.created_at, r.id) < (${behind[0]}::timestamptz, ${behind[1]}::uuid)` : sql``}
      order by r.created_at desc, r.id desc limit ${whole(sql, limit + 1)}`,
    sql<{ total: number }[]>`select count(*) as total from rental r ${rentalJoins(sql)} where ${matching(sql)}`,
  ])
  return pageBy(rows.map(withTiers), {
    limit,
    total: counted?.total ?? 0,
    cursorOf: ({ createdAt, id }) => timeCursor.encode(createdAt, id),
  })
})

const get = serve(getRental, async ({ actor, params, db }) => readRental(db, actor, params.id))

const history = serve(rentalHistory, async ({ actor, params, query, db }) => readHistory(db, actor, params.id, query))

export const listingListRoutes = [list, get, history]
