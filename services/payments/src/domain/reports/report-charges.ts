import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { isCounted, isNotCancelled, chargeBalances, todayAtProperty, joinProperty } from '../ledger/charge-balance.ts'
import type { Tag } from '../ledger/sql.ts'

/**
 * The day that a report is of. For a past one only the entries up to that day count: receipts by the day they were received, reversals and
 * cancellations by the day they were made. For today things are as they stand, judged where each property stands; for a day to come likewise.
 */
export interface AsOf {
  landlordId: string
  day: string
  /** The day it is for this landlord. */
  today: string
  now: string
}

export const isPast = ({ day, today }: AsOf): boolean => day < today

/** The day of a moment at the place that has this time zone. */
export const dayAt = <F>(sql: Tag<F>, moment: F, timeZone: F): F =>
  sql`(${moment} at time zone coalesce(${timeZone}, ${defaultTimeZone}::text))::date`

/** The day on which the receipt with that id was taken back; null where it stands. Judged where the charge is that it was recorded on. */
const reversedOn = <F>(sql: Tag<F>, landlordId: F, receiptId: F): F => sql`(
  select ${dayAt(
    sql,
    sql`v.reversed_at`,
    sql`(select h.time_zone from receipt q
      join charge k on k.landlord_id = q.landlord_id and k.id = q.charge_id
      join property h on h.landlord_id = k.landlord_id and h.property_id = k.property_id
      where q.landlord_id = v.landlord_id and q.id = v.receipt_id)`,
  )}
  from reversal v where v.landlord_id = ${landlordId} and v.receipt_id = ${receiptId})`

/**
 * The day from which the allocation `a` counts: that of its receipt; of a reversal's counterpart, which carries none, the day of the reversal: what
 * it takes back was there until then. What was freed from a charge, and what it paid after that, names its own.
 */
const countsFrom = <F>(sql: Tag<F>): F => sql`coalesce(a.counts_from, greatest(
  (select r.received_on from receipt r where r.landlord_id = a.landlord_id and r.id = a.receipt_id),
  case when a.amount < 0 then ${reversedOn(sql, sql`a.landlord_id`, sql`a.receipt_id`)} end))`

/**
 * The day from which the charge `c` counts where it stands for one that Keyhold cancelled, for the same days: a move-out was told and taken back.
 * Until then that one counts, and the days are not charged twice. Null for all others.
 */
export const replacesFrom = <F>(sql: Tag<F>, timeZone: F): F => sql`(
  select max(${dayAt(sql, sql`o.cancelled_at`, timeZone)}) from charge o
  where c.rule_id is not null and o.landlord_id = c.landlord_id and o.tenant_id = c.tenant_id and o.cancelled_at is not null
    and o.rule_id = c.rule_id and o.cancelled_by is null and o.cancelled_at <= c.created_at and o.id <> c.id
    and o.covers_from <= c.covers_to and o.covers_to >= c.covers_from)`

/** The receipt `r` counted on that day: it was there, it is more than a tenant's word, and it had not been taken back. */
export const wasCounted = <F>(sql: Tag<F>, asOf: AsOf): F => {
  if (!isPast(asOf)) return isCounted(sql)
  return sql`(r.reported_by <> 'tenant' or r.verified_at is not null) and r.received_on <= ${asOf.day}::date
    and coalesce(${reversedOn(sql, sql`r.landlord_id`, sql`r.id`)} > ${asOf.day}::date, true)`
}

/**
 * Charges `c` where `where` as they stood on the day, each with `paid`, `open`, and `day`: what falls due after it is not due.
 * A charge counts by its due date, whenever it was entered; not on days on which the one counts that it stands for.
 */
export function chargesOn<F>(sql: Tag<F>, asOf: AsOf, where: F): F {
  const { day, today, now } = asOf
  if (!isPast(asOf))
    return sql`
      select c.id, c.tenant_id, c.property_id, c.tenancy_id, c.type, c.amount, c.due_date, c.paid, c.open, ${day === today ? sql`c.today` : sql`${day}::date`} as day
      from (${chargeBalances(sql, { where, now })}) c`
  // Receipts entered later for an earlier day can be more than the charge, and so can what a shorter last month left over: the rest was credit.
  return sql`
    select c.id, c.tenant_id, c.property_id, c.tenancy_id, c.type, c.amount, c.due_date, least(s.paid, c.amount) as paid,
      c.amount - least(s.paid, c.amount) as open, ${day}::date as day
    from charge c ${joinProperty(sql)}
    cross join lateral (
      select coalesce(sum(a.amount), 0) as paid from allocation a
      where a.landlord_id = c.landlord_id and a.charge_id = c.id
        and ${countsFrom(sql)} <= ${day}::date
    ) s
    where (${isNotCancelled(sql)} or ${dayAt(sql, sql`c.cancelled_at`, sql`p.time_zone`)} > ${day}::date)
      and coalesce(${replacesFrom(sql, sql`p.time_zone`)} <= ${day}::date, true) and ${where}`
}

/**
 * What was due and open at the end of each period, as the sums that a running total is made of: `n` is the period, 0 all before.
 * Gives at each end what `chargesOn` gives for that day, in one pass over the ledger.
 */
export function arrearsChanges<F>(sql: Tag<F>, asOf: AsOf, { starts, where }: { starts: F; where: F }): F {
  const { landlordId, day, today, now } = asOf
  const last = day === today ? todayAtProperty(sql, now) : sql`${day}::date`
  // Money that counts now counts by the last day, wherever it is already tomorrow.
  const inTime = (on: F) => (isPast(asOf) ? sql`${on} <= ${day}::date` : sql`true`)
  return sql`
    with owed as materialized (
      select c.id, c.landlord_id, c.amount, width_bucket(greatest(c.due_date, f.replaces_from), ${starts}) as due_n,
        ${dayAt(sql, sql`c.cancelled_at`, sql`p.time_zone`)} as cancelled_on
      from charge c ${joinProperty(sql)} cross join lateral (select ${replacesFrom(sql, sql`p.time_zone`)} as replaces_from) f
      where c.landlord_id = ${landlordId} and c.due_date <= ${last} and ${where} and (f.replaces_from is null or ${inTime(sql`f.replaces_from`)})
    ), paid as (
      select o.id, o.amount, greatest(o.due_n, width_bucket(m.on, ${starts})) as n, sum(m.amount) as moved
      from owed o
      cross join lateral (
        select a.amount, ${countsFrom(sql)} as on
        from allocation a where a.landlord_id = o.landlord_id and a.charge_id = o.id
      ) m
      where ${inTime(sql`m.on`)}
      group by o.id, o.amount, 3
    ), counted as (
      select id, n, least(amount, sum(moved) over (partition by id order by n)) as total from paid
    )
    select n, sum(moved) as moved from (
      select due_n as n, amount as moved from owed
      union all
      select greatest(due_n, width_bucket(cancelled_on, ${starts})), -amount from owed where cancelled_on is not null and ${inTime(sql`cancelled_on`)}
      union all
      select n, coalesce(lag(total) over (partition by id order by n), 0) - total from counted
    ) moves group by n order by n`
}
