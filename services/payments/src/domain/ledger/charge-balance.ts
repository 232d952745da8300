import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { Tag } from './sql.ts'

/** Joins the property `p` of a charge `c`. */
export const joinProperty = <F>(sql: Tag<F>): F =>
  sql`left join property p on p.landlord_id = c.landlord_id and p.property_id = c.property_id`

/** Today at the charge's property. Requires `p`. */
export const todayAtProperty = <F>(sql: Tag<F>, now: string): F =>
  sql`(${now}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}::text))::date`

/** The status of a charge `c` with `paid` received. Requires `p`. */
export const statusOf = <F>(sql: Tag<F>, paid: F, now: string): F => sql`
  case when ${paid} >= c.amount then 'paid' when ${paid} > 0 then 'partial' when c.due_date < ${todayAtProperty(sql, now)} then 'overdue' else 'pending' end`

/** The condition of the partial indexes, word for word. Every list, count and sum of charges uses it. */
export const isNotCancelled = <F>(sql: Tag<F>): F => sql`c.cancelled_at is null`

/** The receipt `r` has not been reversed. */
export const isNotReversed = <F>(sql: Tag<F>): F =>
  sql`not exists (select from reversal v where v.landlord_id = r.landlord_id and v.receipt_id = r.id)`

/** The amount that counts as paid on the charge `c`, which is not cancelled. */
export const paidAmount = <F>(sql: Tag<F>): F => sql`(c.amount - c.open)`

/** The charge `c` has a report that the landlord has not answered. */
export const hasOpenReport = <F>(
  sql: Tag<F>,
): F => sql`exists (select from receipt r where r.landlord_id = c.landlord_id and r.charge_id = c.id
  and r.reported_by = 'tenant' and r.verified_at is null and ${isNotReversed(sql)})`

/** The charge `c`, which is not cancelled, has money on it, recorded or reported. Money that was recorded on it but now pays other charges does not count. */
export const hasMoney = <F>(sql: Tag<F>): F => sql`(${paidAmount(sql)} > 0 or ${hasOpenReport(sql)})`

/** The receipt `r` counts: it is not an unconfirmed report, and it was not reversed. */
export const isCounted = <F>(sql: Tag<F>): F =>
  sql`(r.reported_by <> 'tenant' or r.verified_at is not null) and ${isNotReversed(sql)}`

/** Selects the charges `c` that match `where` and are not cancelled, each with `paid`, `open`, `status` and `today`. */
export const chargeBalances = <F>(sql: Tag<F>, { where, now }: { where: F; now: string }): F => sql`
  select c.*, ${paidAmount(sql)} as paid, ${statusOf(sql, paidAmount(sql), now)} as status, ${todayAtProperty(sql, now)} as today
  from charge c ${joinProperty(sql)}
  where ${isNotCancelled(sql)} and ${where}`
