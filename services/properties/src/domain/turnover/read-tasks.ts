import type { ShortTermTask } from '@keyhold/contracts/properties/stays/tasks'
import type { Database } from '@keyhold/kit/database/database'
import type { ReadQuery, ReadSql } from '@keyhold/kit/database/read'
import { notFound } from '@keyhold/kit/http/problem'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'

/** The day of a moment where the task's property stands; `p` is the property. */
export const localDay = (sql: ReadSql, now: Date): ReadQuery =>
  sql`(${now.toISOString()}::timestamptz at time zone p.time_zone)::date`

export const isOpenTask = (sql: ReadSql): ReadQuery => sql`t.status in ('pending', 'in_progress')`

/** The next guests are at the door, or the day is over. */
export const isLateTask = (sql: ReadSql, now: Date): ReadQuery => sql`
  (t.status in ('pending', 'in_progress') and (t.due_date < ${localDay(sql, now)} or coalesce(w.window_until <= ${now.toISOString()}::timestamptz, false)))`

export const taskColumns = (sql: ReadSql, now: Date): ReadQuery => sql`
  t.id, t.landlord_id, t.rental_id, r.listing_name, t.property_id, t.unit_id, t.booking_id, b.guest_name, t.rule_id, t.task_type, t.title,
  c.name as assigned_to, t.cleaner_id, t.due_date, w.window_from, w.window_until, p.time_zone, t.priority, t.status, t.estimated_duration,
  t.actual_duration, t.cost, t.checklist, t.notes, t.cleaner_note, ${isLateTask(sql, now)} as is_late, t.started_at, t.completed_at,
  t.created_at, t.updated_at`

/**
 * `t` is the task. The home is empty from the last check-out until the next check-in around its stay, or around the day on which it is due.
 * Of a task before a check-in the latter is that of its own stay.
 */
export const taskJoins = (sql: ReadSql): ReadQuery => sql`
  join rental r on r.landlord_id = t.landlord_id and r.id = t.rental_id
  join property p on p.landlord_id = t.landlord_id and p.id = t.property_id
  left join cleaner c on c.landlord_id = t.landlord_id and c.id = t.cleaner_id
  left join booking b on b.landlord_id = t.landlord_id and b.id = t.booking_id
  left join turnover_rule u on u.landlord_id = t.landlord_id and u.id = t.rule_id
  left join lateral (
    select upper(n.nights) as day from night_claim n
    where n.landlord_id = t.landlord_id and n.property_id = t.property_id and n.unit_id = t.unit_id and n.kind = 'booking'
      and upper(n.nights) <= case when u.trigger = 'before_check_in' then b.check_in_date else t.due_date end
    order by upper(n.nights) desc limit 1) prev on true
  left join lateral (
    select lower(n.nights) as day from night_claim n
    where n.landlord_id = t.landlord_id and n.property_id = t.property_id and n.unit_id = t.unit_id and n.kind in ('booking', 'lease')
      and lower(n.nights) >= case when u.trigger = 'before_check_in' then b.check_in_date
        when b.id is null then t.due_date else least(b.check_out_date, t.due_date) end
      and n.id is distinct from case when u.trigger = 'before_check_in' then null else b.id end
    order by lower(n.nights) limit 1) next on true
  cross join lateral (select
    case when b.id is not null and u.trigger is distinct from 'before_check_in'
      then coalesce(b.checked_out_at, (b.check_out_date + r.check_out_time::time) at time zone p.time_zone)
      else (prev.day + r.check_out_time::time) at time zone p.time_zone end as window_from,
    (next.day + r.check_in_time::time) at time zone p.time_zone as window_until) w`

/** One task as the API answers it. @throws Refusal 404 */
export async function readTask(db: Database, actor: LandlordActor, id: string, now: Date): Promise<ShortTermTask> {
  const [row] = await db.read(
    actor,
    (sql) => sql<ShortTermTask[]>`
      select ${taskColumns(sql, now)} from stay_task t ${taskJoins(sql)}
      where t.landlord_id = ${actor.landlordId} and t.id = ${id}`,
  )
  return row ?? notFound('Task')
}
