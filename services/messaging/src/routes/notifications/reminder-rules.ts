import {
  createReminderRule,
  deleteReminderRule,
  listReminderLog,
  listReminderRules,
  previewReminder,
  type ReminderLogEntry,
  testReminder,
  updateReminderRule,
} from '@keyhold/contracts/messaging/reminder-rules'
import { placeholdersIn } from '@keyhold/contracts/messaging/notification-words'
import { type ReminderTrigger, triggerFacts } from '@keyhold/contracts/messaging/reminder-triggers'
import type { z } from '@keyhold/contracts/zod'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound, Refusal, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import { queueDelivery } from '../../domain/deliveries.ts'
import { candidatesOf, type Candidate, moneyInWords, toTenant } from '../../domain/reminders/candidates.ts'
import { gatherFacts } from '../../domain/reminders/facts.ts'
import { textsOf } from '../../domain/reminders/remind.ts'
import { ensurePresets, findRule, listRules, lockRule, type RuleWire } from '../../domain/reminders/rules.ts'
import { reminderRule } from '../../schema/reminders.ts'

type LogEntry = z.output<typeof ReminderLogEntry>

/** @throws Refusal 400 for placeholders that the trigger does not fill in */
function assertFilled(trigger: ReminderTrigger, texts: { title?: string | undefined; message?: string | undefined }) {
  const { placeholders, to } = triggerFacts[trigger]
  const known = new Set(['PROPERTY_NAME', ...(to === 'tenant' ? ['TENANT_NAME'] : []), ...placeholders])
  const issues = Object.entries(texts).flatMap(([path, text]) =>
    placeholdersIn(text ?? '')
      .filter((name) => !known.has(name))
      .map((name) => ({ path, message: `[${name}] is not filled in by this rule.` })),
  )
  if (issues[0]) throw new Refusal('invalid-input', issues[0].message, { issues })
}

/**
 * The record that a rule would speak about next: of a tenant, or of anybody.
 * @throws Refusal 404 for a tenant who is not the landlord's
 */
async function nextCandidate(
  actor: LandlordActor,
  rule: RuleWire,
  tenantId: string | null | undefined,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<Candidate | null> {
  const facts = await gatherFacts(actor.landlordId, new Set([rule.trigger]), tools)
  if (tenantId && !(await isTenantOf(actor, tenantId, tools))) notFound('Tenant')
  const [someone] = facts.people.filter((person) => !tenantId || person.tenantId === tenantId)
  if (rule.trigger === 'payment_returned')
    return someone ? exampleOfReturn({ ...toTenant(someone), record: 'An example: no payment was returned' }) : null
  const today = dateAt(facts.now, null)
  const found = candidatesOf[rule.trigger](facts, rule.days)
    .filter((one) => !tenantId || one.tenantId === tenantId || one.tenantId === null)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
  return found.find(({ day }) => day >= today) ?? found.at(-1) ?? null
}

async function isTenantOf(actor: LandlordActor, tenantId: string, { db }: Pick<Tools, 'db'>): Promise<boolean> {
  const found = await db.read(
    actor,
    (sql) => sql`select 1 from tenant where landlord_id = ${actor.landlordId} and tenant_id = ${tenantId}`,
  )
  return found.length > 0
}

const exampleOfReturn = (at: ReturnType<typeof toTenant> & { record: string }): Candidate => ({
  ...at,
  recordKey: '',
  day: '',
  until: null,
  values: { ...at.values, AMOUNT: moneyInWords(1000) },
})

const sampleOf = (rule: RuleWire, about: Candidate) => ({
  recipient: about.recipient,
  record: about.record,
  ...textsOf(rule, about),
})

export const reminderRuleRoutes = [
  serve(listReminderRules, async ({ actor, db, clock }) => {
    await db.transaction(actor, (tx) => ensurePresets(tx, actor.landlordId))
    return listRules(db, actor, actor.landlordId, clock.now())
  }),

  serve(createReminderRule, async ({ actor, body, db, clock }) => {
    assertFilled(body.trigger, { title: body.title, message: body.message })
    const now = clock.now()
    const id = await db.transaction(actor, async (tx) => {
      const onSince = body.isOn ? now.toISOString() : null
      const at = { createdAt: now.toISOString(), updatedAt: now.toISOString() }
      const [row] = await tx
        .insert(reminderRule)
        .values({ ...body, landlordId: actor.landlordId, onSince, ...at })
        .returning()
      return row!.id
    })
    return findRule(db, actor, id, now)
  }),

  serve(updateReminderRule, async ({ actor, params, body, db, clock }) => {
    const now = clock.now()
    await db.transaction(actor, async (tx) => {
      const row = await lockRule(tx, params.id)
      assertFilled(row.trigger, { title: body.title, message: body.message })
      const onSince =
        body.isOn === undefined || body.isOn === row.isOn ? row.onSince : body.isOn ? now.toISOString() : null
      await tx
        .update(reminderRule)
        .set({ ...body, onSince, updatedAt: now.toISOString() })
        .where(eq(reminderRule.id, row.id))
    })
    return findRule(db, actor, params.id, now)
  }),

  serve(deleteReminderRule, ({ actor, params, db }) =>
    db.transaction(actor, async (tx) => {
      const row = await lockRule(tx, params.id)
      if (row.isPreset) refuse('conflict', 'This rule is always there. You can switch it off.')
      await tx.delete(reminderRule).where(eq(reminderRule.id, row.id))
    }),
  ),

  serve(previewReminder, async ({ actor, params, body, ...tools }) => {
    const rule = await findRule(tools.db, actor, params.id, tools.clock.now())
    const about = await nextCandidate(actor, rule, body.tenantId, tools)
    return { sample: about && sampleOf(rule, about) }
  }),

  serve(testReminder, async ({ actor, params, body, ...tools }) => {
    const now = tools.clock.now()
    const rule = await findRule(tools.db, actor, params.id, now)
    const about = await nextCandidate(actor, rule, body.tenantId, tools)
    if (!about) return refuse('conflict', 'None of your records fits this rule at present.')
    const sample = sampleOf(rule, about)
    await tools.db.transaction(actor, (tx) =>
      queueDelivery(
        tx,
        {
          key: `rule-test:${rule.id}:${now.toISOString()}`,
          ownerId: actor.landlordId,
          channel: 'email',
          to: null,
          subject: `Test: ${sample.title}`.slice(0, 200),
          body: `${sample.message}\n\nThis is a test. ${sample.recipient} was not told anything.`,
          keepsBody: true,
        },
        now,
      ),
    )
    return { sample }
  }),

  serve(listReminderLog, async ({ actor, params, query: { limit, cursor }, db, clock }) => {
    await findRule(db, actor, params.id, clock.now())
    const behind = readCursor(cursor)
    const [rows, [counted]] = await db.read(
      actor,
      (sql) =>
        [
          sql<LogEntry[]>`
            select id, outcome, reason, about_tenant_id as tenant_id, recipient, record, created_at as at from reminder_log
            where landlord_id = ${actor.landlordId} and rule_id = ${params.id}
            ${behind ? sql`and (created_at, id) < (select created_at, id from reminder_log where id = ${behind})` : sql``}
            order by created_at desc, id desc limit ${whole(sql, limit + 1)}`,
          sql<
            { total: number }[]
          >`select count(*)::int as total from reminder_log where landlord_id = ${actor.landlordId} and rule_id = ${params.id}`,
        ] as const,
    )
    return pageOf(rows, limit, counted?.total ?? 0)
  }),
]
