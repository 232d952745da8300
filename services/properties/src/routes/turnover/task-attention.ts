import { unassignedDays } from '@keyhold/contracts/properties/stays/task-values'
import { type ShortTermTask, taskAttention } from '@keyhold/contracts/properties/stays/tasks'
import { whole } from '@keyhold/kit/http/paging'
import { serve } from '@keyhold/kit/http/serve'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { isLateTask, isOpenTask, taskColumns, taskJoins, localDay } from '../../domain/turnover/read-tasks.ts'

/** What needs the landlord's attention, earliest first. A late task is not listed a second time as unassigned. */
export const taskAttentionRoutes = [
  serve(taskAttention, async ({ actor, query, db, clock }) => {
    const landlordId = scopeOf(actor).landlordId || null
    const now = clock.now()
    const [late, unassigned, [totals]] = await db.read(actor, (sql) => {
      const open = sql`t.landlord_id = ${landlordId} and ${isOpenTask(sql)}`
      const isUnassigned = sql`
        (t.cleaner_id is null and t.due_date <= ${localDay(sql, now)} + ${unassignedDays}::int and not ${isLateTask(sql, now)})`
      const most = whole(sql, query.limit)
      return [
        sql<ShortTermTask[]>`
          select ${taskColumns(sql, now)} from stay_task t ${taskJoins(sql)}
          where ${open} and ${isLateTask(sql, now)} order by t.due_date, t.id limit ${most}`,
        sql<ShortTermTask[]>`
          select ${taskColumns(sql, now)} from stay_task t ${taskJoins(sql)}
          where ${open} and ${isUnassigned} order by t.due_date, t.id limit ${most}`,
        sql<{ late: number; unassigned: number }[]>`
          select count(*) filter (where ${isLateTask(sql, now)}) as late, count(*) filter (where ${isUnassigned}) as unassigned
          from stay_task t ${taskJoins(sql)} where ${open}`,
      ] as const
    })
    return {
      late: { total: totals?.late ?? 0, items: [...late] },
      unassigned: { total: totals?.unassigned ?? 0, items: [...unassigned] },
    }
  }),
]
