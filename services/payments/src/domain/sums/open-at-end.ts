import type { Tag } from '../ledger/sql.ts'
import { monthSums } from './day-sums.ts'

/** Selects `open`: what was open at the end of a day before today, which is all that was charged and neither cancelled nor paid by then. */
export const openAtEndOf = <F>(sql: Tag<F>, landlordId: string, day: string): F => sql`
  select coalesce(sum(case s.kind when 'charged' then s.amount else -s.amount end), 0) as open
  from (${monthSums(sql, landlordId, { kinds: ['charged', 'cancelled', 'paid'], to: day })}) s`
