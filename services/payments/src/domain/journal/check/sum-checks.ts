import { sumKinds } from '../../../schema/sums.ts'
import { daySums, sumsOfPostings } from '../../sums/day-sums.ts'
import type { Check } from './check.ts'

/** The sums of days are those of the postings. */
const days: Check = (sql, landlordId) => sql`
  select concat_ws(' ', 'sum of a day:', coalesce(s.kind, d.kind), coalesce(s.on, d.on), case when coalesce(s.is_deposit, d.is_deposit) then 'deposits' end) as what,
    ${landlordId}::uuid as id, concat_ws(' ', coalesce(s.count, 0), coalesce(s.amount, 0)) as expected, concat_ws(' ', coalesce(d.count, 0), coalesce(d.amount, 0)) as found
  from (${sumsOfPostings(sql, landlordId)}) s
  full join (
    select d.kind, d.on, d.is_deposit, sum(d.count) as count, sum(d.amount) as amount from (${daySums(sql, landlordId, { kinds: sumKinds })}) d group by 1, 2, 3
  ) d on d.kind = s.kind and d.on = s.on and d.is_deposit = s.is_deposit
  where (coalesce(s.count, 0), coalesce(s.amount, 0)) <> (coalesce(d.count, 0), coalesce(d.amount, 0))`

/** The sums of months are those of their days. */
const months: Check = (sql, landlordId) => sql`
  select concat_ws(' ', 'sum of a month:', coalesce(d.kind, m.kind), coalesce(d.month, m.month), case when coalesce(d.is_deposit, m.is_deposit) then 'deposits' end) as what,
    ${landlordId}::uuid as id, concat_ws(' ', coalesce(d.count, 0), coalesce(d.amount, 0)) as expected, concat_ws(' ', coalesce(m.count, 0), coalesce(m.amount, 0)) as found
  from (
    select s.kind, date_trunc('month', s.on)::date as month, s.is_deposit, sum(s.count) as count, sum(s.amount) as amount from day_sum s where s.landlord_id = ${landlordId} group by 1, 2, 3
  ) d
  full join (select * from month_sum s where s.landlord_id = ${landlordId}) m on m.kind = d.kind and m.month = d.month and m.is_deposit = d.is_deposit
  where (coalesce(d.count, 0), coalesce(d.amount, 0)) <> (coalesce(m.count, 0), coalesce(m.amount, 0))`

export const sumChecks = [days, months]
