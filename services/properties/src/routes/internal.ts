import {
  listPropertySnapshots,
  type PropertySnapshot,
  getPropertySnapshot,
  type PropertySummary,
  propertySummary,
} from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'
import type { ReadSql } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'

const columns = (sql: ReadSql) => sql`
  id as property_id, landlord_id, name, address, city, state, time_zone, monthly_rent, property_type, bedrooms, square_feet,
  archived_at is not null as is_archived, deleted_at is not null as is_deleted`

const facts = serve(getPropertySnapshot, async ({ actor, params, db }) => {
  const landlordId = scopeOf(actor).landlordId || null
  const [row] = await db.read(
    actor,
    (sql) => sql<z.output<typeof PropertySnapshot>[]>`
      select ${columns(sql)} from property where landlord_id = ${landlordId} and id = ${params.id}`,
  )
  return row ?? notFound('Property')
})

const allFacts = serve(listPropertySnapshots, async ({ actor, query: { limit, after }, db }) => {
  const landlordId = scopeOf(actor).landlordId || null
  const rows = await db.read(
    actor,
    (sql) => sql<z.output<typeof PropertySnapshot>[]>`
      select ${columns(sql)} from property where landlord_id = ${landlordId} ${after ? sql`and id > ${after}` : sql``} order by id limit ${whole(sql, limit)}`,
  )
  return [...rows]
})

// Both the day it was added and the month that it is now are those of where the property stands.
const summary = serve(propertySummary, async ({ actor, db, clock }) => {
  const landlordId = scopeOf(actor).landlordId || null
  const now = clock.now().toISOString()
  const [row] = await db.read(
    actor,
    (sql) => sql<z.output<typeof PropertySummary>[]>`
      select count(*) as total, count(*) filter (where is_occupied) as occupied,
        count(*) filter (where date_trunc('month', created_at at time zone time_zone) = date_trunc('month', ${now}::timestamptz at time zone time_zone)) as new_this_month
      from property where landlord_id = ${landlordId} and deleted_at is null and archived_at is null`,
  )
  return row ?? { total: 0, occupied: 0, newThisMonth: 0 }
})

export const internalRoutes = [facts, allFacts, summary]
