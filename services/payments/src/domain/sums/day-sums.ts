import { addDays, addMonths, startOfMonth } from '@keyhold/kit/lib/dates'
import type { sumKinds } from '../../schema/sums.ts'
import type { Tag } from '../ledger/sql.ts'

type SumKind = (typeof sumKinds)[number]

/** Days; each end is left open if it is not given. Both are included. */
export interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** Selects the sums of a landlord's days: `kind`, `on`, `is_deposit`, `count`, `amount`, in parts that are still to be added up. */
export function daySums<F>(
  sql: Tag<F>,
  landlordId: string,
  { kinds, from, to }: { kinds: readonly SumKind[] } & Days,
): F {
  const where = sql`s.landlord_id = ${landlordId} and s.kind = any(string_to_array(${kinds.join(',')}, ','))
    ${from === undefined ? sql`` : sql`and s.on >= ${from}::date`} ${to === undefined ? sql`` : sql`and s.on <= ${to}::date`}`
  return sql`
    select s.kind, s.on, s.is_deposit, s.count, s.amount from day_sum s where ${where}
    union all
    select s.kind, s.on, s.is_deposit, s.count, s.amount from day_change s where ${where}`
}

/**
 * Like `daySums`, for sums that are not asked for by day: `on` is the first day of a month that lies within the days as a whole, so that years of
 * history are a few rows.
 */
export function monthSums<F>(
  sql: Tag<F>,
  landlordId: string,
  { kinds, from, to }: { kinds: readonly SumKind[] } & Days,
): F {
  const first = from === undefined || from === startOfMonth(from) ? from : addMonths(startOfMonth(from), 1)
  const end = to === undefined ? undefined : startOfMonth(addDays(to, 1))
  if (first !== undefined && end !== undefined && first >= end) return daySums(sql, landlordId, { kinds, from, to })
  const of = sql`s.landlord_id = ${landlordId} and s.kind = any(string_to_array(${kinds.join(',')}, ','))`
  const days = (where: F) =>
    sql`union all select s.kind, s.on, s.is_deposit, s.count, s.amount from day_sum s where ${of} and ${where}`
  const since = (column: F, day: string | undefined) => (day === undefined ? sql`` : sql`and ${column} >= ${day}::date`)
  const upTo = (column: F, day: string | undefined) => (day === undefined ? sql`` : sql`and ${column} <= ${day}::date`)
  return sql`
    select s.kind, s.month as on, s.is_deposit, s.count, s.amount from month_sum s
    where ${of} ${since(sql`s.month`, first)} ${end === undefined ? sql`` : sql`and s.month < ${end}::date`}
    ${from === undefined || first === undefined || from === first ? sql`` : days(sql`s.on >= ${from}::date and s.on < ${first}::date`)}
    ${to === undefined || end === undefined || end > to ? sql`` : days(sql`s.on >= ${end}::date and s.on <= ${to}::date`)}
    union all
    select s.kind, s.on, s.is_deposit, s.count, s.amount from day_change s where ${of} ${since(sql`s.on`, from)} ${upTo(sql`s.on`, to)}`
}

/** The sums as the postings and charges have them: what `day_sum` and `day_change` add up to. */
export const sumsOfPostings = <F>(sql: Tag<F>, landlordId: string): F => sql`
  select s.kind, s.on, s.is_deposit, sum(s.count) as count, sum(s.amount) as amount from (
    select k.kind, n.effective_on as on, n.is_deposit, 0 as count, k.amount from (
      select p.effective_on, p.charge_type = 'security_deposit' as is_deposit, sum(p.amount) as total from posting p
      where p.landlord_id = ${landlordId} and p.account = 'receivable' and p.receipt_id is null group by p.charge_id, p.effective_on, p.charge_type
    ) n cross join lateral (values ('charged', greatest(n.total, 0)), ('cancelled', greatest(-n.total, 0))) k (kind, amount)
    union all
    select k.kind, p.effective_on, k.is_deposit, 0, k.amount from posting p cross join lateral (values
      (case when p.account = 'receivable' and p.receipt_id is not null then 'paid' end, p.charge_type = 'security_deposit', -p.amount),
      (case when p.account = 'tenant_credit' and p.charge_type is not null then 'earned' end, p.charge_type = 'security_deposit', p.amount),
      (case when p.account in ('tenant_credit', 'allowance', 'prepaid') then 'credit' end, false, -p.amount),
      (case when p.account = 'deposits_held' then 'held' end, false, -p.amount)) k (kind, is_deposit, amount)
    where p.landlord_id = ${landlordId} and k.kind is not null
    union all
    select 'settled', date_trunc('year', c.due_date)::date, c.type = 'security_deposit', 1, c.amount from charge c
    where c.landlord_id = ${landlordId} and c.settled_on is not null and c.cancelled_at is null
  ) s group by 1, 2, 3`
