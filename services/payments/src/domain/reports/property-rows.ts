import type { Tag } from '../ledger/sql.ts'
import { type AsOf, chargesOn } from './report-charges.ts'
import { occupancyOn } from './report-figures.ts'

/** The sums of a property, or of those that share a row: it has no `propertyId` and more than one of `properties`. */
export interface PropertySums {
  /** Null also for what belongs to no property. */
  propertyId: string | null
  name: string | null
  properties: number
  units: number
  occupied: number
  revenue: number
  outstanding: number
}

/**
 * Selects the properties with any figures in a period, highest revenue first. If they are more than `most` rows, those beyond share one row. What
 * belongs to no property has a row of its own.
 */
export function propertyRows<F>(
  sql: Tag<F>,
  asOf: AsOf,
  { propertyId, from, to, most }: { propertyId: string | null; from: string; to: string; most: number },
): F {
  const { landlordId } = asOf
  return sql`
    with found as (
      select f.property_id, sum(f.units) as units, sum(f.occupied) as occupied, sum(f.revenue) as revenue, sum(f.outstanding) as outstanding from (
        select h.property_id, h.units::int as units, h.occupied::int as occupied, 0::numeric as revenue, 0::numeric as outstanding from (${occupancyOn(sql, { landlordId, propertyId }, asOf.day)}) h
        union all
        select e.property_id, 0, 0, sum(e.amount), 0 from posting e
        where e.landlord_id = ${landlordId} and e.account = 'tenant_credit' and e.charge_type <> 'security_deposit' and e.effective_on between ${from}::date and ${to}::date
          ${propertyId === null ? sql`` : sql`and e.property_id = ${propertyId}`} group by e.property_id
        union all
        select c.property_id, 0, 0, 0, sum(c.open) from (${chargesOn(sql, asOf, { propertyId })}) c where c.due_date <= c.day group by c.property_id
      ) f group by f.property_id
    ), counting as materialized (
      select * from found f where f.units <> 0 or f.revenue <> 0 or f.outstanding <> 0
    ), counted as materialized (
      select count(*) as rows, count(s.property_id) as properties, sum(s.units) as units, sum(s.occupied) as occupied, sum(s.revenue) as revenue, sum(s.outstanding) as outstanding from counting s
    ), shown as materialized (
      select s.* from counting s where s.property_id is not null order by s.revenue desc, s.property_id
      limit (select case when c.rows <= ${most}::int then c.rows else ${most}::int - 1 - (c.rows - c.properties) end from counted c)
    ), alone as materialized (
      select * from shown union all select * from counting s where s.property_id is null
    )
    select a.property_id, (select p.name from property p where p.landlord_id = ${landlordId} and p.property_id = a.property_id) as name,
      1 as properties, a.units, a.occupied, a.revenue, a.outstanding from alone a
    union all
    select null, null, c.properties - a.properties, c.units - a.units, c.occupied - a.occupied, c.revenue - a.revenue, c.outstanding - a.outstanding
    from counted c cross join (
      select count(a.property_id) as properties, sum(a.units) as units, sum(a.occupied) as occupied, sum(a.revenue) as revenue, sum(a.outstanding) as outstanding from alone a
    ) a where c.properties > a.properties`
}
