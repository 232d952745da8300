import { addDays, earlierOf, startOfMonth } from '@keyhold/kit/lib/dates'
import { type AsOf, movementsOf } from '../reports/report-charges.ts'
import { daysOf, revenueOf } from '../reports/report-figures.ts'
import type { Tag } from '../ledger/sql.ts'
import { daySums, monthSums } from './day-sums.ts'
import { todayAnywhere } from './revenue-of-months.ts'

/** A week begins within a month, all other periods with one. */
const sumsFor = (starts: readonly string[]) => (starts.every((one) => one === startOfMonth(one)) ? monthSums : daySums)

interface Asked {
  starts: string[]
  from: string
  propertyId: string | null
}

/** Like `movementsOf`; of the whole ledger only the days on which it is today somewhere are read from the postings, the others are summed already. */
export function movementSums<F>(sql: Tag<F>, asOf: AsOf, { starts, from, propertyId }: Asked): F {
  const { landlordId, day, today, now, knownAt } = asOf
  const live = (since: string) => movementsOf(sql, asOf, { starts: daysOf(sql, starts), from: since, propertyId })
  if (propertyId !== null || knownAt !== undefined) return live(from)
  const since = todayAnywhere(now).earliest
  const days = { from, to: day === today ? earlierOf(day, addDays(since, -1)) : day }
  const sums = sql`
    select width_bucket(s.on, ${daysOf(sql, starts)}) as n, s.is_deposit, coalesce(sum(s.amount) filter (where s.kind = 'charged'), 0) as charged,
      coalesce(sum(s.amount) filter (where s.kind = 'cancelled'), 0) as cancelled, coalesce(sum(s.amount) filter (where s.kind = 'paid'), 0) as paid
    from (${sumsFor(starts)(sql, landlordId, { kinds: ['charged', 'cancelled', 'paid'], ...days })}) s group by 1, 2`
  if (day !== today) return sums
  return sql`
    select n, is_deposit, sum(charged) as charged, sum(cancelled) as cancelled, sum(paid) as paid
    from (${sums} union all ${live(since > from ? since : from)}) m group by 1, 2`
}

/** Like `revenueOf`, without the properties. */
export function revenueTotals<F>(
  sql: Tag<F>,
  where: { landlordId: string; propertyId: string | null },
  { starts, to }: { starts: string[]; to: string },
): F {
  if (where.propertyId !== null)
    return sql`
      select n, null::uuid as property_id, sum(revenue) as revenue, sum(deposits) as deposits
      from (${revenueOf(sql, where, { starts, to })}) r group by n`
  return sql`
    select width_bucket(s.on, ${daysOf(sql, starts)}) as n, null::uuid as property_id, coalesce(sum(s.amount) filter (where not s.is_deposit), 0) as revenue,
      coalesce(sum(s.amount) filter (where s.is_deposit), 0) as deposits
    from (${sumsFor(starts)(sql, where.landlordId, { kinds: ['earned'], from: starts[0] ?? to, to })}) s group by 1`
}
