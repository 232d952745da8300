import { namesOn } from '../ledger/accounts.ts'
import { type AsOf, chargesOn, isPast, isPostedBy } from './report-charges.ts'
import { creditToday } from '../sums/liabilities.ts'
import { openAtEndOf } from '../sums/open-at-end.ts'
import type { Tag } from '../ledger/sql.ts'

export interface RevenueRow {
  /** The period, counting from 1. */
  n: number
  propertyId: string | null
  revenue: number
  deposits: number
}

/** The first days of the periods and the last day of the last one. */
export interface Span {
  starts: string[]
  to: string
}

/** Days as an SQL date array. */
export const daysOf = <F>(sql: Tag<F>, days: string[]): F =>
  sql`(select string_to_array(${days.join(',')}, ',')::date[])`

/**
 * Revenue by period and property on a cash basis: money counts on the day on which it was received and pays a charge; a return takes it back on its own
 * day. Deposits are separate and credit is left out, since both are owed to the tenants.
 */
export const revenueOf = <F>(sql: Tag<F>, { landlordId, propertyId }: Where, { starts, to }: Span): F => {
  const here = propertyId === null ? sql`` : sql`and e.property_id = ${propertyId}`
  return sql`
    select n, property_id, coalesce(sum(amount) filter (where charge_type <> 'security_deposit'), 0) as revenue,
      coalesce(sum(amount) filter (where charge_type = 'security_deposit'), 0) as deposits
    from (
      select width_bucket(e.effective_on, ${daysOf(sql, starts)}) as n, e.property_id, e.charge_type, e.amount
      from posting e where e.landlord_id = ${landlordId} and e.account = 'tenant_credit' and e.effective_on between ${starts[0] ?? to}::date and ${to}::date ${here}
    ) moved group by n, property_id`
}

export interface ChargesRow {
  status: 'pending' | 'paid' | 'overdue' | 'partial'
  /** Due within the period. */
  isWithin: boolean
  count: number
  amount: number
  open: number
  /** Open and due by the day. */
  due: number
  /** Open and due on the day or later. */
  toCome: number
}

/** Charges due within a period, and those that were open before it, by status, as of its last day, or today if that is earlier. */
export const chargesOf = <F>(
  sql: Tag<F>,
  asOf: AsOf,
  { propertyId, from, to }: { propertyId: string | null; from: string; to: string },
): F => sql`
  select status, is_within, count(*) as count, sum(amount) as amount, sum(open) as open,
    coalesce(sum(open) filter (where due_date <= day), 0) as due, coalesce(sum(open) filter (where due_date >= day), 0) as to_come
  from (
    select case when c.open <= 0 then 'paid' when c.due_date < c.day then 'overdue' when c.paid > 0 then 'partial' else 'pending' end as status,
      c.due_date >= ${from}::date as is_within, c.amount, c.open, c.due_date, c.day
    from (${chargesOn(sql, asOf, { propertyId, settledFrom: from, to: sql`${to}::date` })}) c
  ) c group by 1, 2`

export interface OpenRow {
  open: number
  /** Open and due by the day. */
  due: number
  /** Due within the period, and on the day or later. */
  toCome: number
}

/** What is open on charges due by the end of a period, as of that day, or today if that is earlier. Of a period that is over it is summed already. */
export const openOf = <F>(
  sql: Tag<F>,
  asOf: AsOf,
  { propertyId, from, to }: { propertyId: string | null; from: string; to: string },
): F => {
  const sums = (since: string | undefined) => sql`
    select coalesce(sum(c.open), 0) as open, coalesce(sum(c.open) filter (where c.due_date <= c.day), 0) as due, coalesce(sum(c.open) filter (where c.due_date >= greatest(c.day, ${from}::date)), 0) as to_come
    from (${chargesOn(sql, asOf, { propertyId, to: sql`${to}::date`, ...(since === undefined ? {} : { from: since }) })}) c`
  if (propertyId !== null || asOf.knownAt !== undefined || !isPast(asOf)) return sums(undefined)
  return sql`select o.open, o.open as due, s.to_come from (${openAtEndOf(sql, asOf.landlordId, asOf.day)}) o cross join (${sums(asOf.day)}) s`
}

/** Of all properties or one. */
interface Where {
  landlordId: string
  propertyId: string | null
}

export interface OccupancyRow {
  /** The day, counting from 1. */
  n: number
  units: number
  occupied: number
}

/**
 * The tenancy `y` is occupied on that day: from its start date (always, if unknown), even after the end date, to the day of the move-out, which is
 * billed. If the next tenancy of the unit begins on the day of the move-out, the unit is the new tenants' on that day.
 */
export const isOccupiedOn = <F>(sql: Tag<F>, day: F): F =>
  sql`not y.is_void and (y.start_date is null or y.start_date <= ${day}) and (y.moved_out_on is null or y.moved_out_on > ${day}
    or y.moved_out_on = ${day} and (y.start_date = ${day} or not exists (
      select from tenancy n where n.landlord_id = y.landlord_id and n.start_date = ${day} and (n.moved_out_on is null or n.moved_out_on >= ${day})
        and not n.is_void and coalesce(n.unit_id, n.property_id) = coalesce(y.unit_id, y.property_id))) is true)`

/** Selects existing units (`unit_id`, `property_id`), some twice. Every property has its first unit, even before that unit's first event. */
const homesOf = <F>(sql: Tag<F>, { landlordId, propertyId }: Where): F => sql`
  select p.property_id as unit_id, p.property_id from property p where p.landlord_id = ${landlordId} and not p.is_gone ${placeOf(sql, sql`p`, propertyId)}
  union all
  select u.unit_id, u.property_id from unit u join property p on p.landlord_id = u.landlord_id and p.property_id = u.property_id
  where u.landlord_id = ${landlordId} and u.unit_id <> u.property_id and not u.is_deleted and not p.is_gone ${placeOf(sql, sql`p`, propertyId)}`

const placeOf = <F>(sql: Tag<F>, table: F, propertyId: string | null): F =>
  propertyId === null ? sql`` : sql`and ${table}.property_id = ${propertyId}`

/** Units and occupied units on a day by property. Deleted units and properties count on days when they were occupied. */
export const occupancyOn = <F>(sql: Tag<F>, where: Where, day: string): F => sql`
  select property_id, count(*) as units, count(*) filter (where is_lived_in) as occupied from (
    select property_id, unit_id, bool_or(is_lived_in) as is_lived_in from (
      select h.property_id, h.unit_id, false as is_lived_in from (${homesOf(sql, where)}) h
      union all
      select y.property_id, coalesce(y.unit_id, y.property_id), true from tenancy y
      where y.landlord_id = ${where.landlordId} and y.property_id is not null and ${isOccupiedOn(sql, sql`${day}::date`)} ${placeOf(sql, sql`y`, where.propertyId)}
    ) seen group by 1, 2
  ) units group by 1`

/** Units and occupied units on up to 60 days in order, of all properties or one. A unit is read once: its bits say on which of the days it is occupied. */
export const occupancyTotals = <F>(sql: Tag<F>, where: Where, days: string[]): F => sql`
  with seen as (
    select unit_id, bit_or(bits) as bits, bool_or(is_home) as is_home from (
      select h.unit_id, 0::bigint as bits, true as is_home from (${homesOf(sql, where)}) h
      union all
      select l.unit_id, (1::bigint << l.until) - (1::bigint << l.first), false from (
        select coalesce(y.unit_id, y.property_id) as unit_id, width_bucket(coalesce(y.start_date, '-infinity') - 1, ${daysOf(sql, days)}) as first,
          width_bucket(coalesce(y.moved_out_on, 'infinity'), ${daysOf(sql, days)}) as until
        from tenancy y where y.landlord_id = ${where.landlordId} and not y.is_void and y.property_id is not null ${placeOf(sql, sql`y`, where.propertyId)}
      ) l where l.first < l.until
    ) units group by 1
  ), alike as materialized (select bits, is_home, count(*) as units from seen group by 1, 2)
  select d.n::int as n, coalesce(sum(a.units) filter (where a.is_home or a.bits >> (d.n::int - 1) & 1 = 1), 0) as units,
    coalesce(sum(a.units) filter (where a.bits >> (d.n::int - 1) & 1 = 1), 0) as occupied
  from generate_series(1, ${days.length}::int) d (n) left join alike a on true group by 1`

/** Deposits and credit of each account as of the day, with the tenancy they are shown with. Credit includes what is paid ahead for charges that are not due. */
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
      select ${landlordId}::uuid as landlord_id, tenant_id, sum(credit) as credit, sum(received) as received, sum(refunded) as refunded, sum(applied) as applied, sum(held) as held
      from (${creditOn(sql, asOf)} union all ${depositsOn(sql, asOf)}) parts
      group by tenant_id having sum(credit) <> 0 or sum(received) <> 0 or sum(refunded) <> 0 or sum(applied) <> 0 or sum(held) <> 0
    )
    select s.tenant_id, ${namesOn(sql, { landlord: sql`s.landlord_id`, account: sql`s.tenant_id`, day: sql`${day}::date` })} as name,
      exists (select from tenant o where o.landlord_id = s.landlord_id and o.account_id = s.tenant_id and o.active) as is_active,
      home.tenancy_id, place.property_id, (select p.name from property p where p.landlord_id = s.landlord_id and p.property_id = place.property_id) as property_name,
      s.credit, s.received as deposits_received, s.refunded, s.applied, s.held as deposit_held
    from sums s
    cross join lateral (select t.property_id from tenant t where t.landlord_id = ${landlordId} and t.tenant_id = s.tenant_id limit 1) t
    left join lateral (
      select y.tenancy_id, y.property_id from tenancy y where y.landlord_id = ${landlordId} and y.tenant_id = s.tenant_id and not y.is_void
      order by (y.start_date is null or y.start_date <= ${day}::date) desc, (y.moved_out_on is null or y.moved_out_on >= ${day}::date) desc,
        y.start_date desc nulls last, y.tenancy_id desc limit 1
    ) home on true
    cross join lateral (select coalesce(home.property_id, t.property_id) as property_id) place`
}

/** Today's credit comes from the few receipts and charges that hold any, a past day's from the journal. */
const creditOn = <F>(sql: Tag<F>, asOf: AsOf): F => {
  const { landlordId } = asOf
  if (isPast(asOf))
    return sql`
      select e.tenant_id, -sum(e.amount) as credit, 0 as received, 0 as refunded, 0 as applied, 0 as held from posting e
      where e.landlord_id = ${landlordId} and e.account in ('tenant_credit', 'allowance', 'prepaid') and ${isPostedBy(sql, asOf)} group by e.tenant_id`
  return sql`select c.tenant_id, sum(c.credit) as credit, 0 as received, 0 as refunded, 0 as applied, 0 as held from (${creditToday(sql, asOf)}) c group by c.tenant_id`
}

/** What was received pays a deposit; what of it is held is the liability. */
const depositsOn = <F>(sql: Tag<F>, asOf: AsOf): F => sql`
  select e.tenant_id, 0, coalesce(sum(e.amount) filter (where e.account <> 'deposits_held'), 0),
    coalesce(sum(e.amount) filter (where e.account = 'deposits_held' and e.charge_type is null and e.receipt_id is null and exists (
      select from journal_entry j where j.landlord_id = e.landlord_id and j.id = e.entry_id and j.kind in ('deposit_refunded', 'deposit_refund_undone'))), 0),
    coalesce(sum(e.amount) filter (where e.account = 'deposits_held' and e.charge_type is null and e.receipt_id is not null), 0),
    coalesce(-sum(e.amount) filter (where e.account = 'deposits_held'), 0)
  from posting e where e.landlord_id = ${asOf.landlordId} and (e.account = 'deposits_held' or e.account in ('tenant_credit', 'allowance') and e.charge_type = 'security_deposit')
    and ${isPast(asOf) ? isPostedBy(sql, asOf) : sql`true`} group by e.tenant_id`
