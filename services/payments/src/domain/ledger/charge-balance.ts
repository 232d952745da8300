import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { Tag } from './sql.ts'

/** Joins the property `p` of a charge `c`. */
export const joinProperty = <F>(sql: Tag<F>): F =>
  sql`left join property p on p.landlord_id = c.landlord_id and p.property_id = c.property_id`

/** The day it is at the charge's property. Needs `p`. */
export const todayAtProperty = <F>(sql: Tag<F>, now: string): F =>
  sql`(${now}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date`

/** The status of a charge `c` on which `paid` counts as received. Needs `p`. */
export const statusOf = <F>(sql: Tag<F>, paid: F, now: string): F => sql`
  case when ${paid} >= c.amount then 'paid' when ${paid} > 0 then 'partial' when c.due_date < ${todayAtProperty(sql, now)} then 'overdue' else 'pending' end`

/** Somebody owes the charge `c`. Word for word the condition of its indexes: all that lists, counts or adds up asks for it. */
export const isNotCancelled = <F>(sql: Tag<F>): F => sql`c.cancelled_at is null`

/** The receipt `r` still stands. */
export const isNotReversed = <F>(sql: Tag<F>): F =>
  sql`not exists (select from reversal v where v.landlord_id = r.landlord_id and v.receipt_id = r.id)`

/** What counts as received on the charge `c`. What was taken back or freed has its counterpart in the sum. */
export const paidAmount = <F>(sql: Tag<F>): F =>
  sql`(select coalesce(sum(a.amount), 0) from allocation a where a.landlord_id = c.landlord_id and a.charge_id = c.id)`

/** A tenant's report on the charge `c` waits for the landlord's answer. */
export const hasOpenReport = <F>(
  sql: Tag<F>,
): F => sql`exists (select from receipt r where r.landlord_id = c.landlord_id and r.charge_id = c.id
  and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)})`

/** Money stands on the charge `c`, reported money too. What was recorded on it and pays others by now does not. */
export const hasMoney = <F>(sql: Tag<F>): F => sql`(${paidAmount(sql)} > 0 or ${hasOpenReport(sql)})`

/** The receipt `r` stands and counts: it is more than a tenant's word. */
export const isCounted = <F>(sql: Tag<F>): F =>
  sql`(r.reported_by <> 'tenant' or r.verified_at is not null) and ${isNotReversed(sql)}`

/**
 * Charges `c` where `where`, without the cancelled ones, each with `paid` (what counts), `open`, `status` and `today`: what sums, counts and filters are made from.
 * Allocations exist only of receipts that count, and a reversal writes their counterparts, so their sum is what counts.
 * Each charge is looked up by index: with row level security the planner misjudges how many rows there are, and a join it
 * chose for ten would run for ten thousand.
 */
export const chargeBalances = <F>(sql: Tag<F>, { where, now }: { where: F; now: string }): F => sql`
  select c.*, s.paid, c.amount - s.paid as open, ${statusOf(sql, sql`s.paid`, now)} as status, ${todayAtProperty(sql, now)} as today
  from charge c ${joinProperty(sql)}
  cross join lateral (select coalesce(sum(a.amount), 0) as paid from allocation a where a.landlord_id = c.landlord_id and a.charge_id = c.id) s
  where ${isNotCancelled(sql)} and ${where}`
