import { createTask, listTasks, type ShortTermTask, updateTask } from '@keyhold/contracts/properties/stays/tasks'
import type { QueryOf } from '@keyhold/contracts/endpoint'
import { calendarDate, id } from '@keyhold/contracts/scalars'
import type { Tx } from '@keyhold/kit/database/database'
import type { ReadSql } from '@keyhold/kit/database/read'
import { cursorCodec } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import { cleanerNamed } from '../../domain/turnover/cleaners.ts'
import { isLateTask, isOpenTask, readTask, taskColumns, taskJoins } from '../../domain/turnover/read-tasks.ts'
import {
  checklistOf,
  insertTask,
  lockTask,
  saveTask,
  statusChange,
  ticked,
  usualCost,
} from '../../domain/turnover/save-task.ts'
import { booking } from '../../schema/stays/bookings.ts'
import type { StayTaskRow } from '../../schema/stays/tasks.ts'

const cursor = cursorCodec(calendarDate, id)

type Filters = QueryOf<typeof listTasks>

const matching = (sql: ReadSql, landlordId: string, filters: Filters) => {
  const { show, status, taskType, rentalId, propertyId, cleanerId, bookingId, from, to } = filters
  return sql`
    t.landlord_id = ${landlordId}
    ${show === 'all' ? sql`` : sql`and ${isOpenTask(sql)}`}
    ${show === 'unassigned' ? sql`and t.cleaner_id is null` : sql``}
    ${status ? sql`and t.status = ${status}` : sql``}
    ${taskType ? sql`and t.task_type = ${taskType}` : sql``}
    ${rentalId ? sql`and t.rental_id = ${rentalId}` : sql``}
    ${propertyId ? sql`and t.property_id = ${propertyId}` : sql``}
    ${cleanerId ? sql`and t.cleaner_id = ${cleanerId}` : sql``}
    ${bookingId ? sql`and t.booking_id = ${bookingId}` : sql``}
    ${from ? sql`and t.due_date >= ${from}::date` : sql``}
    ${to ? sql`and t.due_date <= ${to}::date` : sql``}`
}

const list = serve(listTasks, async ({ actor, query, db, clock }) => {
  const { limit } = query
  const now = clock.now()
  const behind = cursor.decode(query.cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const rest = behind ? sql`and (t.due_date, t.id) > (${behind[0]}::date, ${behind[1]}::uuid)` : sql``
    const wanted = matching(sql, actor.landlordId, query)
    const most = sql`limit ${whole(sql, limit + 1)}`
    // Whether a task is late shows after the join only; any other page is found first, so that only its rows are joined.
    return query.show === 'late'
      ? [
          sql<ShortTermTask[]>`
            select ${taskColumns(sql, now)} from stay_task t ${taskJoins(sql)}
            where ${wanted} and ${isLateTask(sql, now)} ${rest} order by t.due_date, t.id ${most}`,
          sql<{ total: number }[]>`
            select count(*) as total from stay_task t ${taskJoins(sql)} where ${wanted} and ${isLateTask(sql, now)}`,
        ]
      : [
          sql<ShortTermTask[]>`
            select ${taskColumns(sql, now)} from (
              select t.* from stay_task t where ${wanted} ${rest} order by t.due_date, t.id ${most}) t ${taskJoins(sql)}
            order by t.due_date, t.id`,
          sql<{ total: number }[]>`select count(*) as total from stay_task t where ${wanted}`,
        ]
  })
  return pageBy(rows, { limit, total: counted?.total ?? 0, cursorOf: (last) => cursor.encode(last.dueDate, last.id) })
})

async function assertStayOf(tx: Tx, landlordId: string, rentalId: string, bookingId: string): Promise<void> {
  const [found] = await tx
    .select({ id: booking.id })
    .from(booking)
    .where(and(eq(booking.landlordId, landlordId), eq(booking.id, bookingId), eq(booking.rentalId, rentalId)))
  if (!found) refuseField('bookingId', 'This booking is not one of the listing')
}

const create = serve(createTask, async ({ actor, body, db, clock }) => {
  const { landlordId } = actor
  const { rentalId, bookingId = null, assignedTo = null, checklist, ...fields } = body
  const now = clock.now()
  const { id: made } = await db.transaction(actor, async (tx) => {
    const { propertyId, unitId, timeZone } = await findRental(tx, { landlordId, id: rentalId })
    if (bookingId) await assertStayOf(tx, landlordId, rentalId, bookingId)
    const cleanerId = (await cleanerNamed(tx, landlordId, assignedTo, now)) ?? null
    const home = { landlordId, rentalId, propertyId, unitId, bookingId, cleanerId }
    return insertTask(tx, { ...fields, ...home, checklist: checklistOf(checklist) }, { timeZone, now })
  })
  return readTask(db, actor, made, now)
})

/** What rules and bookings would write. */
const planned = [
  'taskType',
  'title',
  'cleanerId',
  'dueDate',
  'priority',
  'estimatedDuration',
  'cost',
  'checklist',
  'notes',
] as const satisfies (keyof StayTaskRow)[]

const update = serve(updateTask, async ({ actor, params, body, db, clock }) => {
  const { landlordId } = actor
  const { assignedTo, checklist, ticks, status, ...fields } = body
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const cleanerId = await cleanerNamed(tx, landlordId, assignedTo, now)
    const before = await lockTask(tx, { landlordId, id: params.id })
    const rental = await findRental(tx, { landlordId, id: before.rentalId }, { removedToo: true })
    const entries = checklist ? checklistOf(checklist, before.checklist) : before.checklist
    const edit: Partial<StayTaskRow> = {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      ...(cleanerId === undefined ? {} : { cleanerId }),
      ...(checklist ? { checklist: entries } : {}),
    }
    const byHand = planned.filter(
      (field) => field in edit && JSON.stringify(edit[field]) !== JSON.stringify(before[field]),
    )
    const moved = { ...edit, ...(status ? statusChange(before, status, now) : {}) }
    await saveTask(
      tx,
      before,
      {
        ...moved,
        ...usualCost(before, moved, rental),
        ...(ticks ? { checklist: ticked(entries, ticks) } : {}),
        ...(before.ruleId ? { edited: [...new Set([...before.edited, ...byHand])] } : {}),
      },
      { timeZone: rental.timeZone, now },
    )
  })
  return readTask(db, actor, params.id, now)
})

export const taskRoutes = [list, create, update]
