import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { isCounted, isNotCancelled, chargeBalances, todayAtProperty, joinProperty } from '../ledger/charge-balance.ts'
import type { Tag } from '../ledger/sql.ts'

/**
 * The day of a report. For a past day, only entries up to that day count: receipts by the day they were received, reversals and cancellations by
 * the day they were made. For today and future days, the current state counts, with today in each property's time zone.
 */
export interface AsOf {
  landlordId: string
  day: string
  /** Today for this landlord. */
  today: string
  now: string
}

export const isPast = ({ day, today }: AsOf): boolean => day < today

/** The date of a moment in a time zone. */
export const dayAt = <F>(sql: Tag<F>, moment: F, timeZone: F): F =>
  sql`(${moment} at time zone coalesce(${timeZone}, ${defaultTimeZone}::text))::date`

/** The day on which the receipt was reversed, in the time zone of the charge it was recorded on; null if it was not. */
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
 * The day from which the allocation `a` counts: its `counts_from` if set (deallocated and reallocated money), the day of the reversal for a reversal's
 * negative amount, otherwise the day its receipt was received.
 */
const countsFrom = <F>(sql: Tag<F>): F => sql`coalesce(a.counts_from, greatest(
  (select r.received_on from receipt r where r.landlord_id = a.landlord_id and r.id = a.receipt_id),
  case when a.amount < 0 then ${reversedOn(sql, sql`a.landlord_id`, sql`a.receipt_id`)} end))`

/**
 * The day from which the charge `c` counts if it replaces one that Keyhold cancelled for the same days, because a move-out was recorded and undone.
 * Until then the cancelled one counts, so no day counts twice. Null for all other charges.
 */
export const replacesFrom = <F>(sql: Tag<F>, timeZone: F): F => sql`(
  select max(${dayAt(sql, sql`o.cancelled_at`, timeZone)}) from charge o
  where c.rule_id is not null and o.landlord_id = c.landlord_id and o.tenant_id = c.tenant_id and o.cancelled_at is not null
    and o.rule_id = c.rule_id and o.cancelled_by is null and o.cancelled_at <= c.created_at and o.id <> c.id
    and o.covers_from <= c.covers_to and o.covers_to >= c.covers_from)`

/** The receipt `r` counted on that day: it was received by then, is not an unconfirmed report, and was not yet reversed. */
export const wasCounted = <F>(sql: Tag<F>, asOf: AsOf): F => {
  if (!isPast(asOf)) return isCounted(sql)
  return sql`(r.reported_by <> 'tenant' or r.verified_at is not null) and r.received_on <= ${asOf.day}::date
    and coalesce(${reversedOn(sql, sql`r.landlord_id`, sql`r.id`)} > ${asOf.day}::date, true)`
}

/**
 * Selects the charges `c` that match `where` as of the day, each with `paid`, `open` and `day`; what is due after `day` is not due yet.
 * A charge counts by its due date, whenever it was entered, except on days when the charge it replaces still counts.
 */
export function chargesOn<F>(sql: Tag<F>, asOf: AsOf, where: F): F {
  const { day, today, now } = asOf
  if (!isPast(asOf))
    return sql`
      select c.id, c.tenant_id, c.property_id, c.tenancy_id, c.type, c.amount, c.due_date, c.paid, c.open, ${day === today ? sql`c.today` : sql`${day}::date`} as day
      from (${chargeBalances(sql, { where, now })}) c`
  // Backdated receipts, or a last month that became shorter, can make `paid` exceed the amount; the excess was credit.
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
 * The change of the arrears in each period `n`; 0 is everything before. The running total at the end of a period equals what `chargesOn` gives for
 * that day, in one pass over the ledger.
 */
export function arrearsChanges<F>(sql: Tag<F>, asOf: AsOf, { starts, where }: { starts: F; where: F }): F {
  const { landlordId, day, today, now } = asOf
  const last = day === today ? todayAtProperty(sql, now) : sql`${day}::date`
  // For today, all current money counts, even at properties where it is already tomorrow.
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
