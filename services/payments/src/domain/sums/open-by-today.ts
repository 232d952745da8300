import { todayAtProperty } from '../ledger/charge-balance.ts'
import type { Tag } from '../ledger/sql.ts'
import { todayAnywhere } from './revenue-of-months.ts'

/** The open charges of a landlord, as their index has them. */
const openOf = <F>(sql: Tag<F>, landlordId: string): F =>
  sql`c.landlord_id = ${landlordId} and c.settled_on is null and c.cancelled_at is null`

const columnsOf = <F>(sql: Tag<F>): F =>
  sql`c.landlord_id, c.id, c.tenant_id, c.property_id, c.type, c.due_date, c.amount, c.open`

/** The property of a charge, looked up by its key: a join would read all properties of the landlord. */
const findProperty = <F>(sql: Tag<F>): F => sql`
  left join lateral (select p.time_zone from property p where p.landlord_id = c.landlord_id and p.property_id = c.property_id offset 0) p on true`

/** Selects the open charges that are due near today, where it matters where the property is. */
function openNearToday<F>(sql: Tag<F>, landlordId: string, now: string): F {
  const { earliest, latest } = todayAnywhere(now)
  const today = todayAtProperty(sql, now)
  return sql`
    select ${columnsOf(sql)}, c.due_date <= ${today} as is_due, c.due_date < ${today} as is_late from charge c ${findProperty(sql)}
    where ${openOf(sql, landlordId)} and c.due_date between ${earliest}::date and ${latest}::date`
}

/** Selects the open charges of a landlord, with `is_due`, and `is_late` if they were due before today. */
export const openCharges = <F>(sql: Tag<F>, landlordId: string, now: string): F => sql`
  select ${columnsOf(sql)}, true as is_due, true as is_late from charge c where ${openOf(sql, landlordId)} and c.due_date < ${todayAnywhere(now).earliest}::date
  union all ${openNearToday(sql, landlordId, now)}
  union all
  select ${columnsOf(sql)}, false as is_due, false as is_late from charge c where ${openOf(sql, landlordId)} and c.due_date > ${todayAnywhere(now).latest}::date`

/** Selects those that are due, with the same columns. */
export const openByToday = <F>(sql: Tag<F>, landlordId: string, now: string): F => sql`
  select ${columnsOf(sql)}, true as is_due, true as is_late from charge c where ${openOf(sql, landlordId)} and c.due_date < ${todayAnywhere(now).earliest}::date
  union all select * from (${openNearToday(sql, landlordId, now)}) c where c.is_due`

/** Selects the open charges that were due before today, with the columns of a charge. What is due on the last day that is today anywhere cannot be late. */
export function lateByToday<F>(sql: Tag<F>, landlordId: string, now: string): F {
  const { earliest, latest } = todayAnywhere(now)
  return sql`
    select ${columnsOf(sql)} from charge c where ${openOf(sql, landlordId)} and c.due_date < ${earliest}::date
    union all
    select ${columnsOf(sql)} from charge c ${findProperty(sql)}
    where ${openOf(sql, landlordId)} and c.due_date >= ${earliest}::date and c.due_date < ${latest}::date and c.due_date < ${todayAtProperty(sql, now)}`
}

/** Selects `open` of the charges that are due. What is due on the first day that is today anywhere is due everywhere. */
export function dueByToday<F>(sql: Tag<F>, landlordId: string, now: string): F {
  const { earliest, latest } = todayAnywhere(now)
  return sql`
    select c.open from charge c where ${openOf(sql, landlordId)} and c.due_date <= ${earliest}::date
    union all
    select c.open from charge c ${findProperty(sql)}
    where ${openOf(sql, landlordId)} and c.due_date > ${earliest}::date and c.due_date <= ${latest}::date and c.due_date <= ${todayAtProperty(sql, now)}`
}
