import { addDays, addMonths, startOfMonth } from '@keyhold/kit/lib/dates'
import { todayAtProperty } from '../ledger/charge-balance.ts'
import type { Tag } from '../ledger/sql.ts'
import { monthSums } from './day-sums.ts'

/** Today where the day begins last, and where it begins first. */
export function todayAnywhere(now: string): { earliest: string; latest: string } {
  const shifted = (hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString().slice(0, 10)
  return { earliest: shifted(-12), latest: shifted(14) }
}

/** Selects the revenue of this month and of the last one. While it is not the same month everywhere, each posting counts in the month of its property. */
export function revenueOfMonths<F>(sql: Tag<F>, landlordId: string, now: string): F {
  const { earliest, latest } = todayAnywhere(now)
  const month = startOfMonth(earliest)
  if (month !== startOfMonth(latest)) return revenueByZone(sql, landlordId, now)
  const days = { from: addMonths(month, -1), to: addDays(addMonths(month, 1), -1) }
  return sql`
    select coalesce(sum(s.amount) filter (where s.on >= ${month}::date), 0) as monthly_revenue, coalesce(sum(s.amount) filter (where s.on < ${month}::date), 0) as last_month_revenue
    from (${monthSums(sql, landlordId, { kinds: ['earned'], ...days })}) s where not s.is_deposit`
}

function revenueByZone<F>(sql: Tag<F>, landlordId: string, now: string): F {
  const month = sql`date_trunc('month', ${todayAtProperty(sql, now)})`
  return sql`
    select coalesce(sum(e.amount) filter (where date_trunc('month', e.effective_on) = ${month}), 0) as monthly_revenue,
      coalesce(sum(e.amount) filter (where date_trunc('month', e.effective_on) = ${month} - interval '1 month'), 0) as last_month_revenue
    from posting e left join property p on p.landlord_id = e.landlord_id and p.property_id = e.property_id
    where e.landlord_id = ${landlordId} and e.account = 'tenant_credit' and e.charge_type <> 'security_deposit' and e.effective_on >= (${now}::timestamptz - interval '63 days')::date`
}
