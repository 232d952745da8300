import type { Tag } from '../ledger/sql.ts'

/** Selects the charge that a fee is about, or the account's last tenancy where a returned payment paid none. For one row of `landlord`, `account` and `charge`. */
export const placeOfFee = <F>(
  sql: Tag<F>,
  { landlord, account, charge }: { landlord: F; account: F; charge: F },
): F => sql`
  select k.landlord_id, k.id, k.tenant_id, k.tenancy_id, k.property_id, k.unit_id, k.due_date, k.method
  from charge k where k.landlord_id = ${landlord} and k.id = ${charge}
  union all
  select t.landlord_id, null, t.tenant_id, y.tenancy_id, coalesce(y.property_id, t.property_id), y.unit_id, null, 'check'
  from tenant t left join lateral (
    select y.tenancy_id, y.property_id, y.unit_id from tenancy y where y.landlord_id = t.landlord_id and y.tenant_id = t.tenant_id and not y.is_void
    order by y.start_date desc nulls last, y.tenancy_id desc limit 1) y on true
  where t.landlord_id = ${landlord} and t.tenant_id = ${account} and ${charge} is null`
