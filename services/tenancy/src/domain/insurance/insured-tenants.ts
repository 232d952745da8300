import { expiringDays, type InsuredTenant } from '@keyhold/contracts/tenancy/insurance'
import type { ReadSql } from '@keyhold/kit/database/database'
import { whole } from '@keyhold/kit/http/paging'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'

/** Present tenants with the state of their insurance on their day, judged as `judgeInsurance` does. The statement continues with its conditions on `i`. */
export const insuredTenants = (read: ReadSql, landlordId: string, now: string) => read<InsuredTenant[]>`
  select i.* from (
    select t.id as tenant_id, t.first_name || ' ' || t.last_name as name, t.property_name, p.insurer, p.expiry_date, p.document_id is not null as has_proof,
      case when p.tenant_id is null then case when coalesce(r.is_required, false) then 'missing' else 'none' end
        when p.expiry_date < today then 'expired'
        when r.is_required and p.coverage < r.minimum_coverage then 'too_low'
        when p.expiry_date <= today + ${whole(read, expiringDays)} then 'expiring'
        when p.effective_date > today then 'upcoming' else 'active' end as status
    from tenant_record t
    left join insurance_requirement r on r.landlord_id = t.landlord_id and r.property_id = t.property_id
    left join renters_insurance p on p.landlord_id = t.landlord_id and p.tenant_id = t.id
    cross join lateral (select (${now}::timestamptz at time zone coalesce(t.time_zone, ${defaultTimeZone}))::date as today) d
    where t.landlord_id = ${landlordId} and t.is_active and t.archived_at is null
  ) i`

export const hasProblem = (read: ReadSql) => read`i.status in ('missing', 'expired', 'too_low', 'expiring')`
