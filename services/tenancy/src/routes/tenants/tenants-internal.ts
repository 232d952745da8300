import {
  getTenantSnapshot,
  listTenantSnapshots,
  type TenantSnapshot,
  tenantSummary,
} from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { ReadSql } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { landlordOf } from '../../domain/landlord-of.ts'

const columns = (read: ReadSql) => read`
  id as tenant_id, landlord_id, first_name, last_name, email, phone, property_id, lease_start_date, lease_end_date, monthly_rent, is_active,
  unit_id, tenancy_id, account_id`

export const tenantInternalRoutes = () => [
  // Archived tenants too: ledgers and requests still refer to them.
  serve(getTenantSnapshot, async ({ actor, params, db }) => {
    const landlordId = landlordOf(actor)
    const [row] = await db.read(
      actor,
      (read) => read<z.output<typeof TenantSnapshot>[]>`
      select ${columns(read)} from tenant_record where landlord_id = ${landlordId} and id = ${params.id}`,
    )
    return row ?? notFound('Tenant')
  }),

  serve(listTenantSnapshots, async ({ actor, query: { limit, after }, db }) => {
    const landlordId = landlordOf(actor)
    const rows = await db.read(
      actor,
      (read) => read<z.output<typeof TenantSnapshot>[]>`
      select ${columns(read)} from tenant_record where landlord_id = ${landlordId} ${after ? read`and id > ${after}` : read``} order by id limit ${whole(read, limit)}`,
    )
    return [...rows]
  }),

  serve(tenantSummary, async ({ actor, db }) => {
    const landlordId = landlordOf(actor)
    const [row] = await db.read(
      actor,
      (read) =>
        read<
          { active: number }[]
        >`select count(*)::int as active from tenant where landlord_id = ${landlordId} and is_active`,
    )
    return { active: row?.active ?? 0 }
  }),
]
