import { joinProperty, todayAtProperty } from '../ledger/charge-balance.ts'
import { namesOf } from '../ledger/accounts.ts'
import type { Tag } from '../ledger/sql.ts'

/** A tenancy in which people live after the last day that is charged. */
export interface EndedBilling {
  tenancyId: string
  tenantId: string
  name: string
  propertyId: string | null
  propertyName: string | null
  endedOn: string
  total: number
}

/**
 * Selects the tenancies whose rents have ended while people live there, the longest first. Only a fixed term ends before its tenants leave. Each rule
 * is looked up by its key: under row level security the planner would read all rules of the landlord.
 */
export const selectEndedBilling = <F>(
  sql: Tag<F>,
  { landlordId, now, limit }: { landlordId: string; now: string; limit: F },
): F => sql`
  with e as materialized (
    select c.*, p.name as property_name, r.ends_on, count(*) over ()::int as total
    from tenancy c
    cross join lateral (select o.ends_on from rule o where o.landlord_id = c.landlord_id and o.id = c.tenancy_id offset 0) r
    ${joinProperty(sql)}
    where c.landlord_id = ${landlordId} and c.term_kind = 'fixed' and not c.is_void and not c.is_past
      and (c.moved_out_on is null or c.moved_out_on > c.end_date) and c.end_date <= (${now}::timestamptz + interval '1 day')::date
      and r.ends_on < ${todayAtProperty(sql, now)} and (c.moved_out_on is null or c.moved_out_on > ${todayAtProperty(sql, now)})
    order by r.ends_on, c.tenancy_id limit ${limit})
  select e.tenancy_id as "tenancyId", coalesce(e.tenant_ids[1], e.tenant_id) as "tenantId", e.property_id as "propertyId", e.property_name as "propertyName",
    ${namesOf(sql, { landlord: sql`e.landlord_id`, account: sql`e.tenant_id` })} as name, e.ends_on as "endedOn", e.total
  from e order by e.ends_on, e.tenancy_id`
