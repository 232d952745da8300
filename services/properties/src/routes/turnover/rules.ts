import {
  createTurnoverRule,
  deleteTurnoverRule,
  listTurnoverRules,
  needsEvery,
  type TurnoverRule,
  updateTurnoverRule,
} from '@keyhold/contracts/properties/stays/tasks'
import type { Database, Tx } from '@keyhold/kit/database/database'
import type { ReadQuery, ReadSql } from '@keyhold/kit/database/read'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { findRental, type FoundRental } from '../../domain/stays/listings/find-rental.ts'
import { cleanerNamed } from '../../domain/turnover/cleaners.ts'
import { followRules, lockRules, withdrawRule } from '../../domain/turnover/follow-booking.ts'
import { planPeriodic } from '../../domain/turnover/plan-periodic.ts'
import { turnoverRule, type TurnoverRuleRow } from '../../schema/stays/tasks.ts'

const ruleRows = (sql: ReadSql): ReadQuery => sql`
  select u.id, u.rental_id, u.trigger, u.task_type, u.title, u.every, u.offset_days, c.name as assigned_to, u.cleaner_id, u.priority,
    u.estimated_duration, u.cost, u.checklist, u.notes, u.is_active, u.created_at, u.updated_at
  from turnover_rule u left join cleaner c on c.landlord_id = u.landlord_id and c.id = u.cleaner_id`

async function readRule(db: Database, actor: LandlordActor, id: string): Promise<TurnoverRule> {
  const [row] = await db.read(
    actor,
    (sql) => sql<TurnoverRule[]>`${ruleRows(sql)} where u.landlord_id = ${actor.landlordId} and u.id = ${id}`,
  )
  return row ?? notFound('Rule')
}

const list = serve(listTurnoverRules, async ({ actor, query: { limit, cursor, rentalId }, db }) => {
  const behind = timeCursor.decode(cursor)
  const [rows, [counted]] = await db.read(actor, (sql) => {
    const wanted = sql`u.landlord_id = ${actor.landlordId} ${rentalId ? sql`and u.rental_id = ${rentalId}` : sql``}`
    return [
      sql<TurnoverRule[]>`
        ${ruleRows(sql)} where ${wanted}
          ${behind ? sql`and (u.created_at, u.id) > (${behind[0]}::timestamptz, ${behind[1]}::uuid)` : sql``}
        order by u.created_at, u.id limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from turnover_rule u where ${wanted}`,
    ]
  })
  const cursorOf = ({ createdAt, id }: TurnoverRule) => timeCursor.encode(createdAt, id)
  return pageBy(rows, { limit, total: counted?.total ?? 0, cursorOf })
})

/** Brings the tasks of a listing in line with its rules. */
async function follow(tx: Tx, rental: FoundRental, rule: TurnoverRuleRow, now: Date): Promise<void> {
  if (!rule.isActive) await withdrawRule(tx, rule, { timeZone: rental.timeZone, now })
  else if (rule.trigger === 'every_n_days') await planPeriodic(tx, rule, rental, now)
  else await followRules(tx, rental, dateAt(now, rental.timeZone), now)
}

const create = serve(createTurnoverRule, async ({ actor, body, db, clock }) => {
  const { landlordId } = actor
  const { assignedTo = null, ...fields } = body
  const now = clock.now()
  const stamp = now.toISOString()
  const made = await db.transaction(actor, async (tx) => {
    await lockRules(tx, landlordId, 'alone')
    const rental = await findRental(tx, { landlordId, id: body.rentalId })
    const cleanerId = (await cleanerNamed(tx, landlordId, assignedTo, now)) ?? null
    const [row] = await tx
      .insert(turnoverRule)
      .values({ ...fields, landlordId, cleanerId, createdAt: stamp, updatedAt: stamp })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await follow(tx, rental, row, now)
    return row.id
  })
  return readRule(db, actor, made)
})

/** @throws Refusal 404 */
async function findRule(tx: Tx, landlordId: string, id: string): Promise<TurnoverRuleRow> {
  const [row] = await tx
    .select()
    .from(turnoverRule)
    .where(and(eq(turnoverRule.landlordId, landlordId), eq(turnoverRule.id, id)))
    .for('update')
  return row ?? notFound('Rule')
}

const needsDays = ({ trigger }: TurnoverRuleRow) => trigger === 'every_n_days' || trigger === 'inspection'

const update = serve(updateTurnoverRule, async ({ actor, params, body, db, clock }) => {
  const { landlordId } = actor
  const { assignedTo, ...fields } = body
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    await lockRules(tx, landlordId, 'alone')
    const before = await findRule(tx, landlordId, params.id)
    const rental = await findRental(tx, { landlordId, id: before.rentalId })
    if (fields.every === null && needsDays(before)) refuseField('every', needsEvery)
    const cleanerId = await cleanerNamed(tx, landlordId, assignedTo, now)
    const given = Object.fromEntries(
      Object.entries({ ...fields, cleanerId }).filter(([, value]) => value !== undefined),
    )
    const [after] = await tx
      .update(turnoverRule)
      .set({ ...given, updatedAt: now.toISOString() })
      .where(and(eq(turnoverRule.landlordId, landlordId), eq(turnoverRule.id, before.id)))
      .returning()
    if (after) await follow(tx, rental, after, now)
  })
  return readRule(db, actor, params.id)
})

const remove = serve(deleteTurnoverRule, async ({ actor, params, db, clock }) => {
  const { landlordId } = actor
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    await lockRules(tx, landlordId, 'alone')
    const rule = await findRule(tx, landlordId, params.id)
    const { timeZone } = await findRental(tx, { landlordId, id: rule.rentalId }, { removedToo: true })
    await withdrawRule(tx, rule, { timeZone, now })
    await tx.delete(turnoverRule).where(and(eq(turnoverRule.landlordId, landlordId), eq(turnoverRule.id, rule.id)))
  })
})

export const turnoverRuleRoutes = [list, create, update, remove]
