import {
  getPropertySnapshot,
  listPropertySnapshots,
  type PropertySummary,
  propertySummary,
} from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { propertySnapshotOf, snapshotColumns } from '../domain/properties/property-snapshot.ts'

type Row = Parameters<typeof propertySnapshotOf>[0]

const get = serve(getPropertySnapshot, async ({ actor, params, db }) => {
  const landlordId = scopeOf(actor).landlordId || null
  const [row] = await db.read(
    actor,
    (sql) =>
      sql<Row[]>`select ${sql(snapshotColumns)} from property where landlord_id = ${landlordId} and id = ${params.id}`,
  )
  return row ? propertySnapshotOf(row) : notFound('Property')
})

const list = serve(listPropertySnapshots, async ({ actor, query: { limit, after }, db }) => {
  const landlordId = scopeOf(actor).landlordId || null
  const rows = await db.read(
    actor,
    (sql) => sql<Row[]>`
      select ${sql(snapshotColumns)} from property
      where landlord_id = ${landlordId} ${after ? sql`and id > ${after}` : sql``} order by id limit ${whole(sql, limit)}`,
  )
  return rows.map(propertySnapshotOf)
})

// The day it was added and the current month are both in the property's time zone.
const summary = serve(propertySummary, async ({ actor, db, clock }) => {
  const landlordId = scopeOf(actor).landlordId || null
  const now = clock.now().toISOString()
  const [row] = await db.read(
    actor,
    (sql) => sql<z.output<typeof PropertySummary>[]>`
      select count(*) as total, coalesce(sum(unit_count), 0) as units, coalesce(sum(occupied_units), 0) as occupied_units,
        count(*) filter (where date_trunc('month', created_at at time zone time_zone) = date_trunc('month', ${now}::timestamptz at time zone time_zone)) as new_this_month
      from property where landlord_id = ${landlordId} and deleted_at is null and archived_at is null`,
  )
  return row ?? { total: 0, units: 0, occupiedUnits: 0, newThisMonth: 0 }
})

export const internalRoutes = [get, list, summary]
