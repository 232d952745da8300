import {
  type Cleaner,
  cleanerCalendar,
  type CleanerTask,
  cleanerTasks,
  createCleanerLink,
  listCleaners,
  revokeCleanerLink,
  updateCleanerTask,
} from '@keyhold/contracts/properties/stays/cleaners'
import { taskTypeNames } from '@keyhold/contracts/properties/stays/task-values'
import { pages, withToken } from '@keyhold/contracts/pages'
import { id } from '@keyhold/contracts/scalars'
import { cursorCodec, cursorText } from '@keyhold/kit/http/cursor'
import { linkBase } from '@keyhold/kit/http/link-base'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { addDays } from '@keyhold/kit/lib/dates'
import { momentOf } from '@keyhold/kit/lib/time-zones'
import { hostActor } from '../../domain/stays/direct/find-public.ts'
import type { NetworkLimit } from '../../domain/stays/direct/visitor-limits.ts'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import { dropLink, findCleanerByToken, type LinkedCleaner, replaceLink } from '../../domain/turnover/cleaners.ts'
import { readCleanerTasks, type ReadCleaner } from '../../domain/turnover/read-cleaner-tasks.ts'
import { isOpenTask } from '../../domain/turnover/read-tasks.ts'
import { lockTask, saveTask, statusChange, ticked, usualCost } from '../../domain/turnover/save-task.ts'
import { type CalendarEvent, writeCalendar } from '../../domain/turnover/write-calendar.ts'

const cursor = cursorCodec(cursorText, id)

const list = serve(listCleaners, async ({ actor, query, db }) => {
  const { limit } = query
  const { landlordId } = actor
  const behind = cursor.decode(query.cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => [
    sql<Cleaner[]>`
      select c.id, c.name, l.created_at as linked_at,
        (select count(*) from stay_task t where t.landlord_id = c.landlord_id and t.cleaner_id = c.id and ${isOpenTask(sql)}) as open_tasks
      from cleaner c left join cleaner_link l on l.landlord_id = c.landlord_id and l.cleaner_id = c.id
      where c.landlord_id = ${landlordId} ${behind ? sql`and (lower(c.name), c.id) > (${behind[0]}, ${behind[1]}::uuid)` : sql``}
      order by lower(c.name), c.id limit ${whole(sql, limit + 1)}`,
    sql<{ total: number }[]>`select count(*) as total from cleaner where landlord_id = ${landlordId}`,
  ])
  const cursorOf = ({ name, id: last }: Cleaner) => cursor.encode(name.toLowerCase(), last)
  return pageBy(rows, { limit, total: counted?.total ?? 0, cursorOf })
})

const revoke = serve(revokeCleanerLink, async ({ actor, params, db }) => {
  await db.transaction(actor, (tx) => dropLink(tx, actor.landlordId, params.id))
})

/** `publicUrl`: what links to cleaners start with. */
export function cleanerRoutes(publicUrl: string, guesses: NetworkLimit) {
  const find = async (token: string, ip: string, { db, clock }: Tools): Promise<LinkedCleaner> => {
    const now = clock.now()
    guesses.check(ip, now)
    return findCleanerByToken(db, token).catch((error: unknown) => {
      guesses.record(ip, now)
      throw error
    })
  }

  return [
    list,
    revoke,
    serve(createCleanerLink, async ({ actor, params, request, db, clock }) => {
      const token = await db.transaction(actor, (tx) => replaceLink(tx, actor.landlordId, params.id, clock.now()))
      const base = linkBase(publicUrl, request)
      return {
        link: `${base}${withToken(pages.cleanerTasks, token)}`,
        calendar: `${base}${cleanerCalendar.path.replace(':token', token)}`,
      }
    }),

    serve(cleanerTasks, async ({ params, request, ...tools }) =>
      readCleanerTasks(await find(params.token, request.ip, tools), tools),
    ),

    serve(updateCleanerTask, async ({ params, body, request, ...tools }): Promise<CleanerTask> => {
      const linked = await find(params.token, request.ip, tools)
      const { landlordId, cleanerId } = linked
      const now = tools.clock.now()
      await tools.db.transaction(hostActor(landlordId), async (tx) => {
        const task = await lockTask(tx, { landlordId, id: params.id })
        // Another's, or called off: the cleaner does not see it.
        if (task.cleanerId !== cleanerId || task.status === 'cancelled') notFound('Task')
        const rental = await findRental(tx, { landlordId, id: task.rentalId }, { removedToo: true })
        const { ticks, status, cleanerNote, cost, actualDuration } = body
        const isCost = cost !== undefined && cost !== task.cost
        // Sent twice, or after the host has marked it as done: it stays done.
        const moved = status && task.status !== 'completed' ? statusChange(task, status, now) : {}
        await saveTask(
          tx,
          task,
          {
            ...moved,
            ...usualCost(task, { ...moved, ...(cost === undefined ? {} : { cost }) }, rental),
            ...(cleanerNote === undefined ? {} : { cleanerNote }),
            ...(actualDuration === undefined ? {} : { actualDuration }),
            ...(isCost ? { cost, edited: [...new Set([...task.edited, 'cost'])] } : {}),
            ...(ticks ? { checklist: ticked(task.checklist, ticks) } : {}),
          },
          { timeZone: rental.timeZone, now },
        )
      })
      const { tasks } = await readCleanerTasks(linked, tools)
      return tasks.find((task) => task.id === params.id) ?? notFound('Task')
    }),

    serve(cleanerCalendar, async ({ params, request, ...tools }) => {
      const { name, tasks } = await readCleanerTasks(await find(params.token, request.ip, tools), tools)
      const text = writeCalendar(`Turnovers of ${name}`, tasks.map(eventOf))
      return new Reply(Buffer.from(text), [
        ['content-type', 'text/calendar; charset=utf-8'],
        ['cache-control', 'private, no-store'],
      ])
    }),
  ]
}

const hour = 3_600_000

/** From the check-out, or from ten o'clock of the day on which it is due, for as long as it takes, two hours unless said. */
function eventOf(task: ReadCleaner['tasks'][number]): CalendarEvent {
  const startOfDay = momentOf(task.dueDate, '00:00', task.timeZone).toISOString()
  const nextDay = momentOf(addDays(task.dueDate, 1), '00:00', task.timeZone).toISOString()
  const isThatDay = task.windowFrom !== null && task.windowFrom >= startOfDay && task.windowFrom < nextDay
  const from = isThatDay && task.windowFrom ? new Date(task.windowFrom) : momentOf(task.dueDate, '10:00', task.timeZone)
  const until = new Date(from.getTime() + (task.estimatedDuration ? task.estimatedDuration * 60_000 : 2 * hour))
  return {
    uid: task.id,
    summary: `${taskTypeNames[task.taskType]}: ${task.listingName}${task.status === 'completed' ? ' (done)' : ''}`,
    location: [task.address, task.unitName].filter(Boolean).join(', '),
    description: [task.title, task.notes, ...task.checklist.map(({ text }) => `- ${text}`)].filter(Boolean).join('\n'),
    from: from.toISOString(),
    until: until.toISOString(),
    changedAt: task.updatedAt,
  }
}
