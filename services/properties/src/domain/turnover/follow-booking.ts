import type { Tx } from '@keyhold/kit/database/database'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { booking, type BookingRow } from '../../schema/stays/bookings.ts'
import { stayTask, type StayTaskRow, turnoverRule, type TurnoverRuleRow } from '../../schema/stays/tasks.ts'
import type { FoundRental } from '../stays/listings/find-rental.ts'
import { dueDateOf } from './planned-task.ts'
import { checklistOf, insertTask, saveTask } from './save-task.ts'

/**
 * Bookings share this lock until their transaction ends, and whoever changes rules has it alone: so neither can a new rule miss a booking
 * that is being entered, nor the booking the rule.
 */
export const lockRules = (tx: Tx, landlordId: string, mode: 'shared' | 'alone'): Promise<unknown> => {
  const key = sql`hashtextextended(${`turnover rules ${landlordId}`}, 0)`
  return tx.execute(
    mode === 'alone' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  )
}

/** Makes, moves or withdraws the tasks of a booking, in the transaction of its change: no crash can part them. */
export async function followBooking(
  tx: Tx,
  { row, rental }: { row: BookingRow; rental: FoundRental },
  now: Date,
): Promise<void> {
  const { landlordId, rentalId } = row
  await lockRules(tx, landlordId, 'shared')
  const rules = await tx
    .select()
    .from(turnoverRule)
    .where(and(eq(turnoverRule.landlordId, landlordId), eq(turnoverRule.rentalId, rentalId)))
  await planStay(tx, row, { rules, rental, now })
}

/** The same for all stays of a listing that are still to end, after a change of its rules; `lockRules` is held. */
export async function followRules(tx: Tx, rental: FoundRental, today: string, now: Date): Promise<void> {
  const { landlordId, id } = rental
  const rules = await tx
    .select()
    .from(turnoverRule)
    .where(and(eq(turnoverRule.landlordId, landlordId), eq(turnoverRule.rentalId, id)))
  const stays = await tx
    .select()
    .from(booking)
    .where(
      and(
        eq(booking.landlordId, landlordId),
        eq(booking.rentalId, id),
        ne(booking.status, 'cancelled'),
        sql`${booking.checkOutDate} >= ${today}::date`,
      ),
    )
    .orderBy(asc(booking.checkInDate))
  for (const row of stays) await planStay(tx, row, { rules, rental, now })
}

interface Plan {
  rules: readonly TurnoverRuleRow[]
  rental: FoundRental
  now: Date
}

async function planStay(tx: Tx, stay: BookingRow, { rules, rental, now }: Plan): Promise<void> {
  const { landlordId, id, propertyId, unitId, rentalId } = stay
  const { timeZone } = rental
  const tasks = await tx
    .select()
    .from(stayTask)
    .where(and(eq(stayTask.landlordId, landlordId), eq(stayTask.bookingId, id)))
    .orderBy(stayTask.id)
    .for('update')
  const home = { rentalId, propertyId, unitId }
  const due = new Map(rules.map((rule) => [rule.id, dueDateOf(rule, stay, timeZone)]))
  for (const task of tasks) {
    if (task.ruleId === null) continue
    const rule = rules.find((one) => one.id === task.ruleId)
    const dueDate = due.get(task.ruleId)
    if (!rule || !dueDate) await withdraw(tx, task, { timeZone, now })
    else await move(tx, task, { ...home, ...fieldsOf(rule, task), dueDate }, { timeZone, now })
  }
  const today = dateAt(now, timeZone)
  for (const rule of rules) {
    const dueDate = due.get(rule.id)
    // Of a stay that is entered afterwards nothing is left to do.
    if (!dueDate || dueDate < today || tasks.some(({ ruleId }) => ruleId === rule.id)) continue
    await insertTask(
      tx,
      { ...home, ...fieldsOf(rule), landlordId, bookingId: id, ruleId: rule.id, occurrence: id, dueDate },
      { timeZone, now },
    )
  }
}

/** What a rule says of its tasks. */
export const fieldsOf = (rule: TurnoverRuleRow, task?: StayTaskRow) => ({
  taskType: rule.taskType,
  title: rule.title,
  cleanerId: rule.cleanerId,
  priority: rule.priority,
  estimatedDuration: rule.estimatedDuration,
  cost: rule.cost,
  checklist: checklistOf(rule.checklist, task?.checklist),
  notes: rule.notes,
})

interface When {
  timeZone: string
  now: Date
}

/** What was begun is left as it is; of the rest, what nobody changed by hand follows. */
export async function move(tx: Tx, task: StayTaskRow, wanted: Partial<StayTaskRow>, when: When): Promise<void> {
  const isBack = task.status === 'cancelled' && task.isWithdrawn
  if (task.status !== 'pending' && !isBack) return
  const open = Object.fromEntries(Object.entries(wanted).filter(([field]) => !task.edited.includes(field)))
  await saveTask(tx, task, { ...open, ...(isBack ? { status: 'pending', isWithdrawn: false } : {}) }, when)
}

export async function withdraw(tx: Tx, task: StayTaskRow, when: When): Promise<void> {
  if (task.status === 'pending') await saveTask(tx, task, { status: 'cancelled', isWithdrawn: true }, when)
}

/** The tasks of a removed rule that nobody has begun; the others stay as they are. */
export async function withdrawRule(tx: Tx, rule: TurnoverRuleRow, when: When): Promise<void> {
  const tasks = await tx
    .select()
    .from(stayTask)
    .where(
      and(
        eq(stayTask.landlordId, rule.landlordId),
        eq(stayTask.rentalId, rule.rentalId),
        eq(stayTask.ruleId, rule.id),
        eq(stayTask.status, 'pending'),
        isNull(stayTask.startedAt),
      ),
    )
    .orderBy(stayTask.id)
    .for('update')
  for (const task of tasks) await withdraw(tx, task, when)
}
