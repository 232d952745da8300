import {
  createVendor,
  deleteVendor,
  listVendors,
  updateVendor,
  type Vendor,
  VendorChanged,
} from '@keyhold/contracts/maintenance/vendors'
import type { ReadSql } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { containing, pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { mapNameConflict, vendorKey } from '../domain/vendors.ts'
import { request, vendor } from '../schema.ts'

/** Vendors with the number and cost of their requests; `selected` selects rows of `vendor`. */
const vendorRows = (read: ReadSql, landlordId: string, selected: ReturnType<typeof read>) => read<Vendor[]>`
  with selected as (${selected})
  select v.*, coalesce(w.requests, 0)::int as requests, coalesce(w.open_requests, 0)::int as open_requests, coalesce(w.spent, 0) as spent
  from selected v left join (
    select vendor_id, count(*) as requests, count(*) filter (where not is_closed) as open_requests, sum(actual_cost) as spent
    from request where landlord_id = ${landlordId} and vendor_id in (select id from selected) group by vendor_id
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
      vendorRows(
        read,
        landlordId,
        read`select * from vendor where ${matching}
          ${behind ? read`and (name_key, id) > (select name_key, id from vendor where id = ${behind})` : read``}
          order by name_key, id limit ${whole(read, limit + 1)}`,
      ),
      read<{ total: number }[]>`select count(*) as total from vendor where ${matching}`,
    ] as const
  })
  return pageOf(rows, limit, counted?.total ?? 0)
})

const create = serve(createVendor, async ({ actor, body, db, clock }) => {
  const { landlordId } = actor
  const at = clock.now().toISOString()
  return mapNameConflict(body.name, () =>
    db.transaction(actor, async (tx) => {
      const [row] = await tx
        .insert(vendor)
        .values({ ...body, landlordId, nameKey: vendorKey(body.name), createdAt: at, updatedAt: at })
        .returning()
      if (!row) throw new Error('insert returned no row')
      await emit(tx, VendorChanged, { vendorId: row.id, landlordId })
      return { ...row, requests: 0, openRequests: 0, spent: 0 }
    }),
  )
})

/** Requests keep the name and contact from when the vendor was chosen. */
const update = serve(updateVendor, async ({ actor, params, body, db, clock }) => {
  const { landlordId } = actor
  await mapNameConflict(body.name, () =>
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
      if (!row) notFound('Vendor')
      await emit(tx, VendorChanged, { vendorId: row.id, landlordId })
    }),
  )
  const [row] = await db.read(actor, (read) =>
    vendorRows(read, landlordId, read`select * from vendor where landlord_id = ${landlordId} and id = ${params.id}`),
  )
  return row ?? notFound('Vendor')
})

const remove = serve(deleteVendor, async ({ actor, params, db }) => {
  const { landlordId } = actor
  await db.transaction(actor, async (tx) => {
    // Deleted first, which waits for transactions that choose this vendor, before its requests are updated.
    const deleted = await tx
      .delete(vendor)
      .where(and(eq(vendor.landlordId, landlordId), eq(vendor.id, params.id)))
      .returning({ id: vendor.id })
    if (deleted.length === 0) notFound('Vendor')
    await tx
      .update(request)
      .set({ vendorId: null })
      .where(and(eq(request.landlordId, landlordId), eq(request.vendorId, params.id)))
    await emit(tx, VendorChanged, { vendorId: params.id, landlordId })
  })
})

export const vendorRoutes = [list, create, update, remove]
