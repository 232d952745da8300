import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { releaseProperty, tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import type { InsuredTenant } from '@keyhold/contracts/tenancy/insurance'
import { listTenancySnapshots, type TenancySnapshot } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { ReadSql } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { fullName } from '@keyhold/kit/lib/names'
import { hasProblem, insuredTenants } from '../../domain/insurance/insured-tenants.ts'
import { landlordOf } from '../../domain/landlord-of.ts'
import { isEnding } from '../../domain/tenancies/current-tenancy.ts'
import { release } from '../../projections/properties.ts'
import type { TenancyRecord } from '../../schema/tenancies.ts'

export const tenancyInternalRoutes = () => [
  // Void tenancies too: services that know one must learn that it is void.
  serve(listTenancySnapshots, async ({ actor, query: { limit, after }, db }) => {
    const landlordId = landlordOf(actor)
    const rows = await db.read(
      actor,
      (read) => read<TenancySnapshot[]>`
        select y.id as tenancy_id, y.landlord_id, y.property_id, y.unit_id, y.account_id, y.start_date, y.end_date, y.term_kind, y.monthly_rent,
          y.rent_steps, y.security_deposit, y.billing, y.moved_out_on, y.is_void,
          array(select m.tenant_id from member m
            where m.landlord_id = y.landlord_id and m.tenancy_id = y.id
              and case when exists (select from member there where there.landlord_id = y.landlord_id and there.tenancy_id = y.id and not there.has_left)
                then not m.has_left else m.left_on = y.moved_out_on end
            order by m.tenant_id) as tenant_ids,
          coalesce((select jsonb_agg(jsonb_build_object('tenantId', m.tenant_id, 'joinedOn', m.joined_on, 'leftOn', m.left_on) order by m.tenant_id)
            from member m where m.landlord_id = y.landlord_id and m.tenancy_id = y.id), '[]'::jsonb) as members
        from tenancy y where y.landlord_id = ${landlordId} ${after ? read`and y.id > ${after}` : read``} order by y.id limit ${whole(read, limit)}`,
    )
    return [...rows]
  }),

  serve(tenancyAttention, async ({ actor, query: { days, limit }, db, clock }) => {
    const landlordId = landlordOf(actor)
    const now = clock.now().toISOString()
    const [rows, counts, homeless, homelessCounts, uninsured, uninsuredCounts] = await db.read(
      actor,
      (read) =>
        [
          read<TenancyRecord[]>`
            select y.* from tenancy_record y where y.landlord_id = ${landlordId} and ${isEnding(read, now, days)}
            order by y.end_date, y.id limit ${whole(read, limit)}`,
          read<{ total: number }[]>`
            select count(*)::int as total from tenancy_record y where y.landlord_id = ${landlordId} and ${isEnding(read, now, days)}`,
          read<WithoutHome[]>`
            select t.id as tenant_id, t.first_name || ' ' || t.last_name as name, p.name as property_name, i.updated_at as registered_at
            ${withoutHome(read, landlordId)} order by i.updated_at, i.id limit ${whole(read, limit)}`,
          read<{ total: number }[]>`select count(*)::int as total ${withoutHome(read, landlordId)}`,
          read<InsuredTenant[]>`${insuredTenants(read, landlordId, now)} where ${hasProblem(read)}
            order by i.expiry_date nulls first, i.tenant_id limit ${whole(read, limit)}`,
          read<{ total: number }[]>`
            select count(*)::int as total from (${insuredTenants(read, landlordId, now)} where ${hasProblem(read)}) n`,
        ] as const,
    )
    return {
      total: counts[0]?.total ?? 0,
      ending: rows.flatMap(attentionOf),
      insurance: { total: uninsuredCounts[0]?.total ?? 0, items: [...uninsured] },
      withoutHome: { total: homelessCounts[0]?.total ?? 0, items: [...homeless] },
    }
  }),

  serve(releaseProperty, async ({ actor, body, db }) => {
    const landlordId = landlordOf(actor)
    await db.transaction(actor, (tx) => release(tx, { landlordId, ...body }))
    return { propertyId: body.propertyId }
  }),
]

type WithoutHome = ResponseOf<typeof tenancyAttention>['withoutHome']['items'][number]

/** Active tenants who registered by a link, could not be given its home, and have none yet. */
const withoutHome = (read: ReadSql, landlordId: string) => read`
  from invitation i
  join tenant_record t on t.landlord_id = i.landlord_id and t.id = i.tenant_id and t.is_active and t.property_id is null
  left join property p on p.landlord_id = i.landlord_id and p.property_id = i.property_id
  where i.landlord_id = ${landlordId} and i.is_home_missed`

function attentionOf({ id: tenancyId, tenants, propertyName, endDate }: TenancyRecord) {
  const present = tenants.filter(({ leftOn }) => leftOn === null)
  const name = present.map(fullName).join(' & ')
  const [first] = present
  return first && endDate
    ? [{ tenancyId, tenantId: first.tenantId, name: name.slice(0, 400), propertyName, endDate }]
    : []
}
