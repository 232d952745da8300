import { randomUUID } from 'node:crypto'
import { type ChecklistItem, taskMayBecome, taskStatusNames } from '@keyhold/contracts/properties/stays/task-values'
import { ShortTermTaskChanged } from '@keyhold/contracts/properties/stays/tasks'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import type { RentalRow } from '../../schema/stays/listings.ts'
import { stayTask, type StayTaskRow } from '../../schema/stays/tasks.ts'

export interface Zoned {
  timeZone: string
}

const publishTask = (tx: Tx, row: StayTaskRow, { timeZone, now }: Zoned & { now: Date }): Promise<unknown> =>
  emit(tx, ShortTermTaskChanged, {
    taskId: row.id,
    landlordId: row.landlordId,
    rentalId: row.rentalId,
    propertyId: row.propertyId,
    unitId: row.unitId,
    bookingId: row.bookingId,
    taskType: row.taskType,
    title: row.title,
    status: row.status,
    dueDate: row.dueDate,
    cost: row.cost,
    completedOn: row.completedAt === null ? null : dateAt(row.completedAt, timeZone),
    changedOn: dateAt(now, timeZone),
    revision: row.revision,
  })

export type NewTask = Omit<
  typeof stayTask.$inferInsert,
  'createdAt' | 'updatedAt' | 'revision' | 'startedAt' | 'completedAt' | 'status'
>

export async function insertTask(
  tx: Tx,
  task: NewTask,
  { timeZone, now }: Zoned & { now: Date },
): Promise<StayTaskRow> {
  const stamp = now.toISOString()
  const [row] = await tx
    .insert(stayTask)
    .values({ ...task, status: 'pending', createdAt: stamp, updatedAt: stamp })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await publishTask(tx, row, { timeZone, now })
  return row
}

/** Locked, so that changes of a task run one after the other. @throws Refusal 404 */
export async function lockTask(tx: Tx, { landlordId, id }: { landlordId: string; id: string }): Promise<StayTaskRow> {
  const [row] = await tx
    .select()
    .from(stayTask)
    .where(and(eq(stayTask.landlordId, landlordId), eq(stayTask.id, id)))
    .for('update')
  return row ?? notFound('Task')
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Changes a locked task, if anything differs. */
export async function saveTask(
  tx: Tx,
  before: StayTaskRow,
  edit: Partial<StayTaskRow>,
  { timeZone, now }: Zoned & { now: Date },
): Promise<StayTaskRow> {
  const old = new Map<string, unknown>(Object.entries(before))
  const changes = Object.entries(edit).filter(([field, value]) => value !== undefined && !isSame(old.get(field), value))
  if (changes.length === 0) return before
  const changed = {
    ...(Object.fromEntries(changes) as Partial<StayTaskRow>),
    revision: before.revision + 1,
    updatedAt: now.toISOString(),
  }
  await tx
    .update(stayTask)
    .set(changed)
    .where(and(eq(stayTask.landlordId, before.landlordId), eq(stayTask.id, before.id)))
  const after = { ...before, ...changed }
  await publishTask(tx, after, { timeZone, now })
  return after
}

/** What a new status changes of a task. @throws Refusal 409 */
export function statusChange(
  { status, startedAt, completedAt }: StayTaskRow,
  to: StayTaskRow['status'],
  now: Date,
): Partial<StayTaskRow> {
  if (!taskMayBecome(status, to))
    refuse(
      'illegal-transition',
      `This task is ${taskStatusNames[status].toLowerCase()}, so it cannot be set to ${taskStatusNames[to].toLowerCase()}.`,
    )
  if (status === to) return {}
  const stamp = now.toISOString()
  return {
    status: to,
    isWithdrawn: false,
    startedAt: to === 'pending' ? null : (startedAt ?? (to === 'cancelled' ? null : stamp)),
    completedAt: to === 'completed' ? (completedAt ?? stamp) : null,
  }
}

/** A cleaning that is finished without a cost of its own costs what its listing says. */
export function usualCost(
  before: StayTaskRow,
  edit: Partial<StayTaskRow>,
  { turnoverCost }: Pick<RentalRow, 'turnoverCost'>,
): Partial<StayTaskRow> {
  const { status, taskType, cost } = { ...before, ...edit }
  const isFinished = before.status !== 'completed' && status === 'completed'
  return isFinished && taskType === 'cleaning' && cost === null ? { cost: turnoverCost } : {}
}

/** Entries of a checklist; those that were there already keep their ticks. */
export function checklistOf(texts: readonly string[], before: readonly ChecklistItem[] = []): ChecklistItem[] {
  const rest = [...before]
  return texts.map((text) => {
    const found = rest.findIndex((item) => item.text === text)
    const [item] = found < 0 ? [] : rest.splice(found, 1)
    return item ?? { id: randomUUID(), text, isDone: false }
  })
}

/** @throws Refusal 409 for an entry that is not there any more */
export function ticked(list: readonly ChecklistItem[], ticks: Readonly<Record<string, boolean>>): ChecklistItem[] {
  const given = new Map(Object.entries(ticks))
  if ([...given.keys()].some((id) => !list.some((item) => item.id === id)))
    refuse('conflict', 'The checklist was changed meanwhile. Please look at it again.')
  return list.map((item) => ({ ...item, isDone: given.get(item.id) ?? item.isDone }))
}
