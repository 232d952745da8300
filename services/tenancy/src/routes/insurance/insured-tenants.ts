import { type InsuredTenant, listInsurance, listPolicies } from '@keyhold/contracts/tenancy/insurance'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { id } from '@keyhold/contracts/scalars'
import { cursorCodec, cursorText } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { hasProblem, insuredTenants } from '../../domain/insurance/insured-tenants.ts'
import { landlordOf } from '../../domain/landlord-of.ts'

const nameCursor = cursorCodec(cursorText, id)

export const insuredTenantRoutes = () => [
  serve(listInsurance, async ({ actor, query: { limit, cursor, show }, db, clock }) => {
    const behind = nameCursor.decode(cursor)
    const [rows, [counted]] = await db.read(actor, (read) => {
      const all = insuredTenants(read, actor.landlordId, clock.now().toISOString())
      const matching = show === 'problems' ? hasProblem(read) : show === 'no_proof' ? read`not i.has_proof` : read`true`
      return [
        read<InsuredTenant[]>`${all} where ${matching}
          ${behind ? read`and (lower(i.name), i.tenant_id) > (${behind[0]}, ${behind[1]}::uuid)` : read``}
          order by lower(i.name), i.tenant_id limit ${whole(read, limit + 1)}`,
        read<{ total: number }[]>`select count(*)::int as total from (${all} where ${matching}) n`,
      ] as const
    })
    return pageBy(rows, {
      limit,
      total: counted?.total ?? 0,
      cursorOf: ({ name, tenantId }) => nameCursor.encode(name.toLowerCase(), tenantId),
    })
  }),

  serve(listPolicies, async ({ actor, query: { limit, after }, db }) => {
    const landlordId = landlordOf(actor)
    const rows = await db.read(
      actor,
      (read) => read<ResponseOf<typeof listPolicies>>`
        select p.tenant_id, p.insurer, p.expiry_date from renters_insurance p
        join tenant_record t on t.landlord_id = p.landlord_id and t.id = p.tenant_id and t.is_active and t.archived_at is null
        where p.landlord_id = ${landlordId} ${after ? read`and p.tenant_id > ${after}` : read``}
        order by p.tenant_id limit ${whole(read, limit)}`,
    )
    return [...rows]
  }),
]
