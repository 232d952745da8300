import type { Tx } from '@keyhold/kit/database/database'
import { addDays, laterOf } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { nightClaim } from '../../schema/nights.ts'
import { stayTask, type StayTaskRow, turnoverRule, type TurnoverRuleRow } from '../../schema/stays/tasks.ts'
import { nightsOf } from '../nights/claim-rows.ts'
import type { FoundRental } from '../stays/listings/find-rental.ts'
import { fieldsOf, move } from './follow-booking.ts'
import { dayBetweenStays } from './planned-task.ts'
import { insertTask } from './save-task.ts'

/** Keeps one task of a rule `every_n_days` ahead, on a day on which the home is empty where there is one. `lockRules` is held. */
export async function planPeriodic(tx: Tx, rule: TurnoverRuleRow, rental: FoundRental, now: Date): Promise<void> {
  const { landlordId, rentalId } = rule
  const { propertyId, unitId, timeZone } = rental
  // So that the schedule and a change of the rule don't both make the next one.
  await tx
    .select({ id: turnoverRule.id })
    .from(turnoverRule)
    .where(and(eq(turnoverRule.landlordId, landlordId), eq(turnoverRule.id, rule.id)))
    .for('update')
  const [last] = await tx
    .select()
    .from(stayTask)
    .where(and(eq(stayTask.landlordId, landlordId), eq(stayTask.rentalId, rentalId), eq(stayTask.ruleId, rule.id)))
    .orderBy(desc(stayTask.occurrence))
    .limit(1)
    .for('update')
  const when = { timeZone, now }
  const today = dateAt(now, timeZone)
  const isOver = last && (last.status === 'completed' || (last.status === 'cancelled' && !last.isWithdrawn))
  if (last && !isOver) {
    const from = last.status === 'cancelled' ? laterOf(last.occurrence ?? today, today) : (last.occurrence ?? today)
    await move(tx, last, { ...fieldsOf(rule, last), dueDate: await emptyDay(tx, rental, from) }, when)
    return
  }
  const occurrence = nextDay(rule, last, today, timeZone)
  const task = { ...fieldsOf(rule), landlordId, rentalId, propertyId, unitId, ruleId: rule.id, occurrence }
  await insertTask(tx, { ...task, dueDate: await emptyDay(tx, rental, occurrence) }, when)
}

function nextDay(rule: TurnoverRuleRow, last: StayTaskRow | undefined, today: string, timeZone: string): string {
  const every = rule.every ?? 1
  if (!last) return addDays(today, every)
  const done = last.completedAt ? dateAt(last.completedAt, timeZone) : last.dueDate
  const next = laterOf(addDays(done, every), today)
  return laterOf(next, addDays(last.occurrence ?? today, 1))
}

async function emptyDay(tx: Tx, { landlordId, propertyId, unitId }: FoundRental, due: string): Promise<string> {
  const rows = await tx
    .select({ nights: nightClaim.nights })
    .from(nightClaim)
    .where(
      and(
        eq(nightClaim.landlordId, landlordId),
        eq(nightClaim.propertyId, propertyId),
        eq(nightClaim.unitId, unitId),
        ne(nightClaim.kind, 'block'),
        sql`${nightClaim.nights} && daterange(${addDays(due, -1)}::date, ${addDays(due, 20)}::date)`,
      ),
    )
  return dayBetweenStays(
    due,
    rows.map(({ nights }) => nightsOf(nights)),
  )
}
