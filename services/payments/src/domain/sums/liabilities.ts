import { joinProperty } from '../ledger/charge-balance.ts'
import { type AsOf, isPast, isPostedBy, lastDayAt } from '../reports/report-charges.ts'
import type { Tag } from '../ledger/sql.ts'
import { monthSums } from './day-sums.ts'
import { todayAnywhere } from './revenue-of-months.ts'

/** Selects `credit` and `held`: what the landlord owes to all tenants as credit and as deposits on a day. */
export function liabilitiesOn<F>(sql: Tag<F>, asOf: AsOf): F {
  const { landlordId, day, knownAt } = asOf
  if (knownAt !== undefined)
    return sql`
      select coalesce(-sum(e.amount) filter (where e.account <> 'deposits_held'), 0) as credit, coalesce(-sum(e.amount) filter (where e.account = 'deposits_held'), 0) as held
      from posting e where e.landlord_id = ${landlordId} and e.account in ('tenant_credit', 'allowance', 'prepaid', 'deposits_held') and ${isPostedBy(sql, asOf)}`
  if (isPast(asOf))
    return sql`
      select coalesce(sum(s.amount) filter (where s.kind = 'credit'), 0) as credit, coalesce(sum(s.amount) filter (where s.kind = 'held'), 0) as held
      from (${monthSums(sql, landlordId, { kinds: ['credit', 'held'], to: day })}) s`
  return sql`
    select (select coalesce(sum(c.credit), 0) from (${creditToday(sql, asOf)}) c) as credit,
      (select coalesce(sum(s.amount), 0) from (${monthSums(sql, landlordId, { kinds: ['held'] })}) s) as held`
}

/** Selects today's credit as `tenant_id` and `credit`: of the few receipts that are not allocated, and of the charges that hold money before they are due. */
export function creditToday<F>(sql: Tag<F>, asOf: AsOf): F {
  const { landlordId, day, today, now } = asOf
  const { earliest, latest } = day === today ? todayAnywhere(now) : { earliest: day, latest: day }
  // Only near today it matters where the property is.
  const ahead = (where: F) => sql`
    select c.tenant_id, c.amount - c.open as credit from charge c
    where c.landlord_id = ${landlordId} and c.cancelled_at is null and c.type <> 'security_deposit' and ${where} and c.due_date > ${latest}::date
    union all
    select c.tenant_id, c.amount - c.open from charge c ${joinProperty(sql)}
    where c.landlord_id = ${landlordId} and c.cancelled_at is null and c.type <> 'security_deposit' and ${where}
      and c.due_date > ${earliest}::date and c.due_date <= ${latest}::date and c.due_date > ${lastDayAt(sql, asOf)}`
  return sql`
    select r.tenant_id, r.unallocated as credit from receipt r where r.landlord_id = ${landlordId} and r.unallocated > 0
    union all ${ahead(sql`c.settled_on > ${earliest}::date`)}
    union all ${ahead(sql`c.settled_on is null and c.open < c.amount`)}`
}
