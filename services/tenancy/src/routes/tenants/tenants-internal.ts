import {
  getTenantSnapshot,
  type LeftAccount,
  listTenantSnapshots,
  type TenantSnapshot,
  tenantsWithEmail,
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
    const [[row], [left = null], accounts] = await db.read(
      actor,
      (read) =>
        [
          read<z.output<typeof TenantSnapshot>[]>`
            select ${columns(read)} from tenant_record where landlord_id = ${landlordId} and id = ${params.id}`,
          read<z.output<typeof LeftAccount>[]>`
            select y.account_id, m.left_on from member m join tenancy y on y.landlord_id = m.landlord_id and y.id = m.tenancy_id
            where m.landlord_id = ${landlordId} and m.tenant_id = ${params.id} and m.has_left
              and (y.moved_out_on is null or y.moved_out_on > m.left_on) and not y.is_void
            order by m.left_on desc, m.tenancy_id desc limit 1`,
          read<{ accountId: string }[]>`
            select distinct y.account_id from member m join tenancy y on y.landlord_id = m.landlord_id and y.id = m.tenancy_id
            where m.landlord_id = ${landlordId} and m.tenant_id = ${params.id}`,
        ] as const,
    )
    return row ? { ...row, left, accountIds: accounts.map(({ accountId }) => accountId) } : notFound('Tenant')
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

  serve(tenantsWithEmail, async ({ actor, query: { email }, db }) => {
    const landlordId = landlordOf(actor)
    const rows = await db.read(
      actor,
      (read) => read<z.output<typeof TenantSnapshot>[]>`
        select ${columns(read)} from tenant_record where landlord_id = ${landlordId} and email = ${email} and is_active order by id limit 2`,
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
