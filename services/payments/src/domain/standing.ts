import type { Tag } from './sql.ts'

/** Where a charge has no property, or the property's time zone is not known yet. */
export const defaultTimeZone = 'America/New_York'

/** Joins the property `p` of a charge `c`. */
export const withProperty = <F>(sql: Tag<F>): F => sql`left join property p on p.landlord_id = c.landlord_id and p.property_id = c.property_id`

/** The day it is at the charge's property. Needs `p`. */
export const todayThere = <F>(sql: Tag<F>, now: string): F => sql`(${now}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date`

/** The status of a charge `c` on which `paid` counts as received. Needs `p`. */
export const statusOf = <F>(sql: Tag<F>, paid: F, now: string): F => sql`
  case when ${paid} >= c.amount then 'paid' when ${paid} > 0 then 'partial' when c.due_date < ${todayThere(sql, now)} then 'overdue' else 'pending' end`

/** The receipt of `from` still stands. Allocations exist only of receipts that count, so of them this is all that is to be asked. */
export const stands = <F>(sql: Tag<F>, from: 'a' | 'r'): F =>
  from === 'a'
    ? sql`not exists (select from reversal v where v.landlord_id = a.landlord_id and v.receipt_id = a.receipt_id)`
    : sql`not exists (select from reversal v where v.landlord_id = r.landlord_id and v.receipt_id = r.id)`

/**
 * Charges `c` where `where`, each with `paid` (what counts), `open`, `status` and `today`: what sums, counts and filters are made from.
 * `few` says that they are one tenant's or one property's: then each is looked up, else the landlord's allocations are added up in one go.
 */
export function standingOf<F>(sql: Tag<F>, { landlordId, where, few, now }: { landlordId: string; where: F; few: boolean; now: string }): F {
  const received = few
    ? sql`left join lateral (select sum(a.amount) as paid from allocation a where a.landlord_id = c.landlord_id and a.charge_id = c.id and ${stands(sql, 'a')}) s on true`
    : sql`left join (select a.charge_id, sum(a.amount) as paid from allocation a where a.landlord_id = ${landlordId} and ${stands(sql, 'a')} group by a.charge_id) s on s.charge_id = c.id`
  return sql`
    select c.*, coalesce(s.paid, 0) as paid, c.amount - coalesce(s.paid, 0) as open, ${statusOf(sql, sql`coalesce(s.paid, 0)`, now)} as status, ${todayThere(sql, now)} as today
    from charge c ${withProperty(sql)} ${received}
    where ${where}`
}
