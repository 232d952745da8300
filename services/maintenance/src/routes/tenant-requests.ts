import {
  createTenantMaintenance,
  listTenantMaintenance,
  type TenantMaintenanceRequest,
} from '@keyhold/contracts/maintenance/tenant-requests'
import type { z } from '@keyhold/contracts/zod'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { type Directory } from '../projections/tenants-and-properties.ts'
import { openRequest } from '../domain/open-request.ts'
import { requestRows } from '../domain/request-rows.ts'

const list = serve(listTenantMaintenance, async ({ actor, query, db, clock }) => {
  const { landlordId, tenantId } = actor
  const behind = readCursor(query.cursor)
  const [rows, [counted]] = await db.read(
    actor,
    (sql) =>
      [
        sql<z.output<typeof TenantMaintenanceRequest>[]>`
          ${requestRows(sql, clock.now())} where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId}
          ${behind ? sql`and (r.created_at, r.id) < ((select created_at from request where id = ${behind}), ${behind}::uuid)` : sql``}
          order by r.created_at desc, r.id desc limit ${whole(sql, query.limit + 1)}`,
        sql<
          { total: number }[]
        >`select count(*) as total from request where landlord_id = ${landlordId} and tenant_id = ${tenantId}`,
      ] as const,
  )
  return pageOf(rows, query.limit, counted?.total ?? 0)
})

const refuseUnlinked = () =>
  refuse(
    'not-linked',
    'Your account is not linked to a home yet. Ask your landlord for an invitation, then you can report problems here.',
  )

/** Each request notifies the landlord, so the number is limited. Concurrent requests may exceed it a little. */
export const maxReportsPerDay = 30
const dayMs = 24 * 60 * 60 * 1000

async function refuseTooMany(
  { landlordId, tenantId }: { landlordId: string; tenantId: string },
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
) {
  const since = new Date(clock.now().getTime() - dayMs).toISOString()
  const [recent] = await db.read(
    serviceActor('maintenance', landlordId),
    (sql) => sql<{ reported: number }[]>`
      select count(*) as reported from request
      where landlord_id = ${landlordId} and tenant_id = ${tenantId} and opened_by = 'tenant' and created_at > ${since}`,
  )
  if ((recent?.reported ?? 0) >= maxReportsPerDay)
    refuse(
      'too-many-requests',
      `You have reported ${maxReportsPerDay} problems since yesterday. Please call your landlord if something is urgent.`,
    )
}

export const tenantRequestRoutes = (directory: Directory) => {
  const create = serve(createTenantMaintenance, async ({ actor, body, db, clock }) => {
    const { landlordId, tenantId } = actor
    if (!landlordId || !tenantId) return refuseUnlinked()
    const tenant = await directory.findTenant(landlordId, tenantId).catch((error: unknown) => {
      if (error instanceof Refusal && error.code === 'not-found') return refuseUnlinked()
      throw error
    })
    if (!tenant.isActive)
      refuse('not-linked', 'Your tenancy has ended, so no new request can be opened. Please contact your landlord.')
    await refuseTooMany(tenant, { db, clock })
    const property = tenant.propertyId ? await directory.findProperty(landlordId, tenant.propertyId) : null
    return db.transaction(actor, (tx) =>
      openRequest(tx, actor, { wanted: body, landlordId, tenant, property, now: clock.now().toISOString() }),
    )
  })

  return [list, create]
}
