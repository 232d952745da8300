import {
  createTenantMaintenance,
  listTenantMaintenance,
  type TenantMaintenanceRequest,
} from '@keyhold/contracts/maintenance/tenant-requests'
import type { z } from '@keyhold/contracts/zod'
import { Refusal, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { type Directory } from '../projections/tenants-and-properties.ts'
import { openRequest } from '../domain/open-request.ts'
import { limitReports } from '../domain/report-limits.ts'
import { tenantRequestRows } from '../domain/request-rows.ts'

const list = serve(listTenantMaintenance, async ({ actor, query, db, clock }) => {
  const { landlordId, tenantId } = actor
  const behind = readCursor(query.cursor)
  const [rows, [counted]] = await db.read(
    actor,
    (sql) =>
      [
        sql<z.output<typeof TenantMaintenanceRequest>[]>`
          ${tenantRequestRows(sql, clock.now())} where r.landlord_id = ${landlordId} and r.tenant_id = ${tenantId}
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
    const property = tenant.propertyId ? await directory.findProperty(landlordId, tenant.propertyId) : null
    const now = clock.now()
    // The service acts itself, since the tenant cannot see what others report.
    return db.transaction(serviceActor('maintenance', landlordId), async (tx) => {
      await limitReports(tx, { landlordId, tenantId, priority: body.priority }, now)
      const opened = await openRequest(tx, actor, {
        wanted: body,
        landlordId,
        tenant,
        property,
        now: now.toISOString(),
      })
      return { ...opened, canRate: false, canReopen: false, timesToPick: 0 }
    })
  })

  return [list, create]
}
