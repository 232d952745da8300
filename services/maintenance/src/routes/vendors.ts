import {
  createVendor,
  deleteVendor,
  listVendors,
  updateVendor,
  type Vendor,
  VendorChanged,
} from '@keyhold/contracts/maintenance/vendors'
import type { ReadSql, Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, count, eq, sql, sum } from 'drizzle-orm'
import { unlessKept, vendorKey } from '../domain/vendors.ts'
import { request, vendor, type VendorRow } from '../schema.ts'

/** What their requests come to, for vendors that were picked before: one look for all of them. */
const withWork = (read: ReadSql, landlordId: string) => read`
  select v.*, coalesce(w.requests, 0)::int as requests, coalesce(w.open_requests, 0)::int as open_requests, coalesce(w.spent, 0) as spent
  from picked v left join (
    select vendor_id, count(*) as requests, count(*) filter (where not is_closed) as open_requests, sum(actual_cost) as spent
    from request where landlord_id = ${landlordId} and vendor_id in (select id from picked) group by vendor_id
  ) w on w.vendor_id = v.id
  order by v.name_key, v.id`

const list = serve(listVendors, async ({ actor, query, db }) => {
  const { landlordId } = actor
  const { limit, q, trade } = query
  const behind = readCursor(query.cursor)
  const [rows, [counted]] = await db.read(actor, (read) => {
    const pattern = q ? containing(q) : ''
    const matching = read`
      landlord_id = ${landlordId}
      ${q ? read`and (name ilike ${pattern} or phone ilike ${pattern} or email ilike ${pattern} or notes ilike ${pattern})` : read``}
      ${trade ? read`and trades ? ${trade}` : read``}`
    return [
      read<Vendor[]>`
        with picked as (
          select * from vendor where ${matching}
          ${behind ? read`and (name_key, id) > (select name_key, id from vendor where id = ${behind})` : read``}
          order by name_key, id limit ${whole(read, limit + 1)}
        ) ${withWork(read, landlordId)}`,
      read<{ total: number }[]>`select count(*) as total from vendor where ${matching}`,
    ] as const
  })
  return pageOf(rows, limit, counted?.total ?? 0)
})

/** The vendor as the wire shows it. */
async function described(tx: Tx, row: VendorRow): Promise<Vendor> {
  const [work] = await tx
    .select({
      requests: count(),
      openRequests: sql<number>`count(*) filter (where not ${request.isClosed})`.mapWith(Number),
      spent: sum(request.actualCost).mapWith(Number),
    })
    .from(request)
    .where(and(eq(request.landlordId, row.landlordId), eq(request.vendorId, row.id)))
  return { ...row, requests: work?.requests ?? 0, openRequests: work?.openRequests ?? 0, spent: work?.spent ?? 0 }
}

const create = serve(createVendor, async ({ actor, body, db, clock }) => {
  const { landlordId } = actor
  const at = clock.now().toISOString()
  return unlessKept(body.name, () =>
    db.transaction(actor, async (tx) => {
      const [row] = await tx
        .insert(vendor)
        .values({ ...body, landlordId, nameKey: vendorKey(body.name), createdAt: at, updatedAt: at })
        .returning()
      if (!row) throw new Error('insert returned no row')
      await emit(tx, VendorChanged, { vendorId: row.id, landlordId })
      return described(tx, row)
    }),
  )
})

/** Requests keep name and contact as they were when the vendor was chosen. */
const update = serve(updateVendor, async ({ actor, params, body, db, clock }) => {
  const { landlordId } = actor
  return unlessKept(body.name, () =>
    db.transaction(actor, async (tx) => {
      const [row] = await tx
        .update(vendor)
        .set({
          ...body,
          ...(body.name === undefined ? {} : { nameKey: vendorKey(body.name) }),
          updatedAt: clock.now().toISOString(),
        })
        .where(and(eq(vendor.landlordId, landlordId), eq(vendor.id, params.id)))
        .returning()
      if (!row) return notFound('Vendor')
      await emit(tx, VendorChanged, { vendorId: row.id, landlordId })
      return described(tx, row)
    }),
  )
})

const remove = serve(deleteVendor, async ({ actor, params, db }) => {
  const { landlordId } = actor
  await db.transaction(actor, async (tx) => {
    // First, so that who is choosing this vendor right now is done before its requests are looked for.
    const gone = await tx
      .delete(vendor)
      .where(and(eq(vendor.landlordId, landlordId), eq(vendor.id, params.id)))
      .returning({ id: vendor.id })
    if (gone.length === 0) notFound('Vendor')
    await tx
      .update(request)
      .set({ vendorId: null })
      .where(and(eq(request.landlordId, landlordId), eq(request.vendorId, params.id)))
    await emit(tx, VendorChanged, { vendorId: params.id, landlordId })
  })
})

export const vendorRoutes = [list, create, update, remove]
