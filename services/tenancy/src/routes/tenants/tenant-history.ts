import { type TenantChange, tenantHistory } from '@keyhold/contracts/tenancy/tenants'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'

export const tenantHistoryRoutes = () => [
  serve(tenantHistory, async ({ actor: { landlordId }, actor, params: { id }, query: { limit, cursor }, db }) => {
    const after = timeCursor.decode(cursor)
    const [known, rows, counts] = await db.read(
      actor,
      (read) =>
        [
          read<{ id: string }[]>`select id from tenant where landlord_id = ${landlordId} and id = ${id}`,
          read<TenantChange[]>`
            select id, at, "by", what, changes from tenant_change where landlord_id = ${landlordId} and record_id = ${id}
            ${after ? read`and (at, id) < (${after[0]}::timestamptz, ${after[1]})` : read``} order by at desc, id desc limit ${whole(read, limit + 1)}`,
          read<
            { total: number }[]
          >`select count(*)::int as total from tenant_change where landlord_id = ${landlordId} and record_id = ${id}`,
        ] as const,
    )
    if (known.length === 0) notFound('Tenant')
    return pageBy(rows, { limit, total: counts[0]?.total ?? 0, cursorOf: (row) => timeCursor.encode(row.at, row.id) })
  }),
]
