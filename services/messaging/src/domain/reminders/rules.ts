import type { ReminderRule } from '@keyhold/contracts/messaging/reminder-rules'
import { reminderTriggers, triggerFacts } from '@keyhold/contracts/messaging/reminder-triggers'
import type { z } from '@keyhold/contracts/zod'
import type { Database, ReadSql, Tx } from '@keyhold/kit/database/database'
import { dayMs } from '@keyhold/kit/lib/dates'
import { notFound } from '@keyhold/kit/http/problem'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import { reminderRule } from '../../schema/reminders.ts'
import type { RuleRow } from './remind.ts'

export type RuleWire = z.output<typeof ReminderRule>
const countedDays = 30

/** The rules that everybody has, all off. */
export async function ensurePresets(tx: Tx, landlordId: string): Promise<void> {
  await tx
    .insert(reminderRule)
    .values(
      reminderTriggers.map((trigger) => ({
        landlordId,
        trigger,
        ...triggerFacts[trigger].preset,
        deliveryMethod: 'portal' as const,
        isPreset: true,
      })),
    )
    .onConflictDoNothing()
}

const ruleRows = (sql: ReadSql, now: Date) => sql`
  select r.id, r.trigger, r.days, r.title, r.message, r.delivery_method, r.is_on, r.is_preset, coalesce(l.sent, 0) as sent, coalesce(l.skipped, 0) as skipped, l.last_sent_at
  from reminder_rule r left join lateral (
    select count(*) filter (where outcome = 'sent')::int as sent, count(*) filter (where outcome = 'skipped')::int as skipped,
      max(created_at) filter (where outcome = 'sent') as last_sent_at
    from reminder_log where landlord_id = r.landlord_id and rule_id = r.id and created_at > ${new Date(now.getTime() - countedDays * dayMs).toISOString()}
  ) l on true`

export const listRules = (db: Database, actor: Actor, landlordId: string, now: Date): Promise<RuleWire[]> =>
  db.read(
    actor,
    (sql) => sql<RuleWire[]>`${ruleRows(sql, now)} where r.landlord_id = ${landlordId} order by r.is_preset desc, r.id`,
  )

/** @throws Refusal 404 */
export async function findRule(db: Database, actor: Actor, id: string, now: Date): Promise<RuleWire> {
  const [row] = await db.read(actor, (sql) => sql<RuleWire[]>`${ruleRows(sql, now)} where r.id = ${id}`)
  return row ?? notFound('Rule')
}

/** @throws Refusal 404 */
export async function lockRule(tx: Tx, id: string): Promise<RuleRow> {
  const [row] = await tx.select().from(reminderRule).where(eq(reminderRule.id, id)).for('update')
  return row ?? notFound('Rule')
}
