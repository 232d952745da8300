import { namesOf } from '../ledger/accounts.ts'
import { type AsOf, chargesOn, wasCounted, isPast } from './report-charges.ts'
import type { Tag } from '../ledger/sql.ts'
import { isCounted } from '../ledger/charge-balance.ts'

export interface RevenueRow {
  /** The period, counting from 1. */
  n: number
  propertyId: string | null
  revenue: number
  deposits: number
  /** Unallocated money; it belongs to no property. */
  credit: number
}

/** The first days of the periods and the last day of the last one. */
export interface Span {
  starts: string[]
  to: string
}

/** Days as an SQL date array. */
export const daysOf = <F>(sql: Tag<F>, days: string[]): F => sql`string_to_array(${days.join(',')}, ',')::date[]`

/**
 * Revenue by period and property: counted receipts by the day they were received, split by the charges they paid. Deposits are separate, since they
 * are a liability. A receipt that was reversed later does not count as revenue of its day.
 */
export const revenueOf = <F>(
  sql: Tag<F>,
  { landlordId, propertyId }: { landlordId: string; propertyId: string | null },
  { starts, to }: Span,
): F => sql`
  with r as materialized (
    select r.id, r.landlord_id, r.amount, width_bucket(r.received_on, ${daysOf(sql, starts)}) as n from receipt r
    where r.landlord_id = ${landlordId} and r.received_on between ${starts[0] ?? to}::date and ${to}::date and ${isCounted(sql)}
  ), shares as materialized (
    select r.n, c.property_id, c.type, a.amount
    from r
    cross join lateral (select a.charge_id, a.amount from allocation a where a.landlord_id = r.landlord_id and a.receipt_id = r.id) a
    cross join lateral (select c.property_id, c.type from charge c where c.landlord_id = r.landlord_id and c.id = a.charge_id limit 1) c
  )
  select n, property_id, coalesce(sum(amount) filter (where type <> 'security_deposit'), 0) as revenue,
    coalesce(sum(amount) filter (where type = 'security_deposit'), 0) as deposits, 0 as credit
  from shares where ${propertyId === null ? sql`true` : sql`property_id = ${propertyId}`} group by n, property_id
  union all
  select n, null, sum(amount), 0, sum(amount) from (select n, amount from r union all select n, -amount from shares) left_over
  where ${propertyId === null ? sql`true` : sql`false`} group by n having sum(amount) <> 0`

export interface ChargesRow {
  propertyId: string | null
  status: 'pending' | 'paid' | 'overdue' | 'partial'
  /** Due within the period. */
  isWithin: boolean
  count: number
  amount: number
  /** Without security deposits. */
  charged: number
  open: number
  /** Open and due by the day. */
  due: number
  /** Open and due on the day or later. */
  toCome: number
}

/** Charges due by the end of a period, by property and status, as of its last day, or today if that is earlier. */
export const chargesOf = <F>(
  sql: Tag<F>,
  asOf: AsOf,
  { propertyId, from, to }: { propertyId: string | null; from: string; to: string },
): F => {
  const where = sql`c.landlord_id = ${asOf.landlordId} and c.due_date <= ${to}::date ${propertyId === null ? sql`` : sql`and c.property_id = ${propertyId}`}`
  return sql`
    select property_id, case when open <= 0 then 'paid' when paid > 0 then 'partial' when due_date < day then 'overdue' else 'pending' end as status,
      due_date >= ${from}::date as is_within, count(*) as count, sum(amount) as amount,
      coalesce(sum(amount) filter (where type <> 'security_deposit'), 0) as charged, sum(open) as open,
      coalesce(sum(open) filter (where due_date <= day), 0) as due, coalesce(sum(open) filter (where due_date >= day), 0) as to_come
    from (${chargesOn(sql, asOf, where)}) c group by 1, 2, 3`
}

export interface OccupancyRow {
  /** The day, counting from 1. */
  n: number
  propertyId: string
  units: number
  occupied: number
}

/** The tenancy `y` is occupied on that day: from its start date (always, if unknown) until the move-out, even after the end date. */
export const isOccupiedOn = <F>(sql: Tag<F>, day: F): F =>
  sql`not y.is_void and (y.start_date is null or y.start_date <= ${day}) and (y.moved_out_on is null or y.moved_out_on > ${day})`

/** Units and occupied units by day and property. Deleted units and properties count on days when they were occupied. */
export const occupancyOn = <F>(
  sql: Tag<F>,
  { landlordId, propertyId }: { landlordId: string; propertyId: string | null },
  days: string[],
): F => {
  const here = (table: F) => (propertyId === null ? sql`true` : sql`${table}.property_id = ${propertyId}`)
  return sql`
    with asked as materialized (select d.day, d.n from unnest(${daysOf(sql, days)}) with ordinality as d (day, n)),
    homes as materialized (
      select p.property_id as unit_id, p.property_id from property p where p.landlord_id = ${landlordId} and not p.is_gone and ${here(sql`p`)}
      union
      select u.unit_id, u.property_id from unit u join property p on p.landlord_id = u.landlord_id and p.property_id = u.property_id
      where u.landlord_id = ${landlordId} and not u.is_deleted and not p.is_gone and ${here(sql`p`)}
    )
    select n, property_id, count(*) as units, count(*) filter (where is_lived_in) as occupied from (
      select n, property_id, unit_id, bool_or(is_lived_in) as is_lived_in from (
        select a.n, y.property_id, coalesce(y.unit_id, y.property_id) as unit_id, true as is_lived_in
        from tenancy y join asked a on ${isOccupiedOn(sql, sql`a.day`)} where y.landlord_id = ${landlordId} and y.property_id is not null and ${here(sql`y`)}
        union all
        select a.n, h.property_id, h.unit_id, false from homes h cross join asked a
      ) seen group by 1, 2, 3
    ) units group by 1, 2`
}

/**
 * Deposits and credit of each account as of the day, with the tenancy they are shown with. If a deposit payment bounced after the deposit was used,
 * `depositHeld` is 0, not negative, so it does not reduce the total of the others.
 */
export interface AccountRow {
  tenantId: string
  name: string
  isActive: boolean
  tenancyId: string | null
  propertyId: string | null
  propertyName: string | null
  credit: number
  depositsReceived: number
  refunded: number
  applied: number
  depositHeld: number
}

export const accountsOn = <F>(sql: Tag<F>, asOf: AsOf): F => {
  const { landlordId, day } = asOf
  return sql`
    with sums as materialized (
      select ${landlordId}::uuid as landlord_id, tenant_id, sum(credit) as credit, sum(received) as received, sum(refunded) as refunded, sum(applied) as applied from (
        select c.tenant_id, -sum(c.paid) as credit, coalesce(sum(c.paid) filter (where c.type = 'security_deposit'), 0) as received, 0 as refunded, 0 as applied
        from (${chargesOn(sql, asOf, sql`c.landlord_id = ${landlordId}`)}) c group by c.tenant_id
        union all
        select r.tenant_id, sum(r.amount), 0, 0, 0 from receipt r where r.landlord_id = ${landlordId} and ${wasCounted(sql, asOf)} group by r.tenant_id
        union all
        select m.tenant_id, 0, 0, coalesce(sum(m.amount) filter (where m.kind = 'refunded'), 0),
          coalesce(sum(m.amount) filter (where m.kind = 'applied' and exists (
            select from receipt r where r.landlord_id = m.landlord_id and r.tenant_id = m.tenant_id and r.deposit_movement_id = m.id and ${wasCounted(sql, asOf)})), 0)
        from deposit_movement m where m.landlord_id = ${landlordId} and ${isPast(asOf) ? sql`m.on <= ${day}::date` : sql`true`} group by m.tenant_id
      ) parts group by tenant_id having sum(credit) <> 0 or sum(received) <> 0 or sum(refunded) <> 0 or sum(applied) <> 0
    )
    select s.tenant_id, ${namesOf(sql, { landlord: sql`s.landlord_id`, account: sql`s.tenant_id` })} as name,
      exists (select from tenant o where o.landlord_id = s.landlord_id and o.account_id = s.tenant_id and o.active) as is_active,
      home.tenancy_id, place.property_id, (select p.name from property p where p.landlord_id = s.landlord_id and p.property_id = place.property_id) as property_name,
      s.credit, s.received as deposits_received, s.refunded, s.applied, greatest(s.received - s.refunded - s.applied, 0) as deposit_held
    from sums s
    cross join lateral (select t.property_id from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = s.tenant_id limit 1) t
    left join lateral (
      select y.tenancy_id, y.property_id from tenancy y where y.landlord_id = ${landlordId} and y.tenant_id = s.tenant_id and not y.is_void
      order by (y.start_date is null or y.start_date <= ${day}::date) desc, (y.moved_out_on is null or y.moved_out_on > ${day}::date) desc,
        y.start_date desc nulls last, y.tenancy_id desc limit 1
    ) home on true
    cross join lateral (select coalesce(home.property_id, t.property_id) as property_id) place`
}
