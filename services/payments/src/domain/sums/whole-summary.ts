import type { Filter } from '../ledger/payment-filter.ts'
import type { Tag } from '../ledger/sql.ts'
import { monthSums } from './day-sums.ts'
import { openCharges } from './open-by-today.ts'

/** Nothing but the status limits the charges. */
export const isWholeLedger = ({ q, tenantId, accounts, propertyId, paymentType, from, to }: Filter): boolean =>
  [q, tenantId, accounts, propertyId, paymentType, from, to].every((one) => one === undefined)

/** Selects the sums of all charges that are paid as one row, like those of the other statuses. */
const paidSums = <F>(sql: Tag<F>, landlordId: string): F => sql`
  select 'paid' as status, s.count, s.amount, s.amount as settled, 0::numeric as open, s.revenue, 0::numeric as due_open, 0::numeric as late_open, 0::bigint as late_count
  from (
    select coalesce(sum(d.count), 0) as count, coalesce(sum(d.amount), 0) as amount, coalesce(sum(d.amount) filter (where not d.is_deposit), 0) as revenue
    from (${monthSums(sql, landlordId, { kinds: ['settled'] })}) d
  ) s where s.count > 0`

/** Selects the sums of all charges that are open, by status. The charges are added up by what tells them apart first: few sums are taken per charge. */
const openSums = <F>(sql: Tag<F>, landlordId: string, now: string): F => sql`
  select c.status, sum(c.count)::bigint as count, sum(c.amount) as amount, sum(c.amount - c.open) as settled, sum(c.open) as open,
    coalesce(sum(c.amount - c.open) filter (where not c.is_deposit), 0) as revenue,
    coalesce(sum(c.open) filter (where c.is_due), 0) as due_open, coalesce(sum(c.open) filter (where c.is_late), 0) as late_open,
    coalesce(sum(c.count) filter (where c.is_late), 0)::bigint as late_count
  from (
    select case when o.open < o.amount then 'partial' when o.is_late then 'overdue' else 'pending' end as status, o.type = 'security_deposit' as is_deposit, o.is_due, o.is_late,
      count(*) as count, sum(o.amount) as amount, sum(o.open) as open
    from (${openCharges(sql, landlordId, now)}) o group by 1, 2, 3, 4
  ) c`

/** Selects the sums of the whole ledger, by status, or of the charges that have one. Only what is open is read; what is paid is summed already. */
export function wholeSums<F>(
  sql: Tag<F>,
  landlordId: string,
  { status, now }: { status: Filter['status']; now: string },
): F {
  const open = openSums(sql, landlordId, now)
  const paid = paidSums(sql, landlordId)
  if (status === undefined) return sql`${open} group by c.status union all ${paid}`
  if (status === 'paid') return paid
  return sql`${open} where ${status === 'overdue' ? sql`c.is_late` : sql`c.status = ${status}`} group by c.status`
}
