import type { CleanerTask } from '@keyhold/contracts/properties/stays/cleaners'
import type { Tools } from '@keyhold/kit/http/request'
import { hostActor } from '../stays/direct/find-public.ts'
import type { LinkedCleaner } from './cleaners.ts'
import { isOpenTask, taskColumns, taskJoins } from './read-tasks.ts'

const most = 300

export interface ReadCleaner {
  name: string
  tasks: (CleanerTask & { updatedAt: string })[]
}

/** Open tasks of a cleaner, and those finished in the last two weeks, by due date. */
export async function readCleanerTasks(
  { landlordId, cleanerId }: LinkedCleaner,
  { db, clock }: Pick<Tools, 'db' | 'clock'>,
): Promise<ReadCleaner> {
  const now = clock.now()
  const [[found], tasks] = await db.read(hostActor(landlordId), (sql) => [
    sql<{ name: string }[]>`select name from cleaner where landlord_id = ${landlordId} and id = ${cleanerId}`,
    sql<ReadCleaner['tasks']>`
      select ${taskColumns(sql, now)}, concat_ws(', ', p.address, p.city, nullif(concat_ws(' ', p.state, p.zip_code), '')) as address,
        case when p.unit_count > 1 then n.name end as unit_name, r.check_in_instructions as access_notes,
        (select k.number_of_guests from booking k
          where k.landlord_id = t.landlord_id and k.rental_id = t.rental_id and k.status in ('confirmed', 'checked_in')
            and k.check_in_date >= t.due_date and (k.id is distinct from t.booking_id or u.trigger = 'before_check_in')
          order by k.check_in_date limit 1) as next_guests
      from stay_task t ${taskJoins(sql)} left join unit n on n.landlord_id = t.landlord_id and n.id = t.unit_id
      where t.landlord_id = ${landlordId} and t.cleaner_id = ${cleanerId}
        and (${isOpenTask(sql)} or (t.status = 'completed' and t.completed_at > ${now.toISOString()}::timestamptz - interval '14 days'))
      order by t.due_date, t.id limit ${most}`,
  ])
  return { name: found?.name ?? '', tasks: [...tasks] }
}
