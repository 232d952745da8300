import type { Tag } from './sql.ts'
import type { Filter } from './payment-filter.ts'

/** Among which charges `c` those of a status are, so that an index of open charges is read and not the whole ledger. The status itself is compared elsewhere. */
export function rowsOfStatus<F>(sql: Tag<F>, status: Filter['status'], now: string): F {
  switch (status) {
    case undefined:
      return sql``
    case 'paid':
      return sql`and c.settled_on is not null`
    case 'open':
    case 'pending':
      return sql`and c.settled_on is null`
    case 'partial':
      return sql`and c.settled_on is null and c.open < c.amount`
    case 'overdue':
      return sql`and c.settled_on is null and ${mayBeDue(sql, now)}`
  }
}

/** The charge `c` is due where the day is the latest, so perhaps at its property. */
export const mayBeDue = <F>(sql: Tag<F>, now: string): F =>
  sql`c.due_date <= (${now}::timestamptz + interval '1 day')::date`
