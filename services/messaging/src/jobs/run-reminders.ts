import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { candidatesOf, moneyInWords, toTenant } from '../domain/reminders/candidates.ts'
import { gatherFacts } from '../domain/reminders/facts.ts'
import { remindersJob, returnedJob } from '../domain/reminders/jobs.ts'
import { isDue, remind } from '../domain/reminders/remind.ts'
import type { Channels } from '../providers/channels.ts'
import { property, tenant } from '../schema/directory.ts'
import { reminderRule } from '../schema/reminders.ts'

const perTransaction = 100

/** Says what a landlord's rules have to say now. Run again, it says nothing twice. */
export const runReminders = ({ publicUrl }: Pick<Channels, 'publicUrl'>): JobHandler =>
  onJob(remindersJob, async ({ data: { landlordId }, actor, signal, finish, ...tools }) => {
    const { db, clock } = tools
    const rules = await db.transaction(actor, (tx) =>
      tx
        .select()
        .from(reminderRule)
        .where(and(eq(reminderRule.landlordId, landlordId), eq(reminderRule.isOn, true))),
    )
    const facts = await gatherFacts(landlordId, new Set(rules.map(({ trigger }) => trigger)), tools)
    const due = rules.flatMap((rule) =>
      candidatesOf[rule.trigger](facts, rule.days)
        .filter((about) => isDue(rule, about, facts.now))
        .map((about) => ({ rule, about })),
    )
    for (let start = 0; start < due.length; start += perTransaction) {
      signal.throwIfAborted()
      await db.transaction(actor, async (tx) => {
        for (const { rule, about } of due.slice(start, start + perTransaction))
          await remind(tx, rule, about, { now: clock.now(), publicUrl })
      })
    }
    await db.transaction(actor, finish)
  })

/** Says that a payment was returned. */
export const sayReturned = ({ publicUrl }: Pick<Channels, 'publicUrl'>): JobHandler =>
  onJob(returnedJob, async ({ data: { landlordId, tenantId, receiptId, amount }, finish, db, clock }) =>
    db.transaction(serviceActor('messaging', landlordId), async (tx) => {
      const isOn = and(
        eq(reminderRule.landlordId, landlordId),
        eq(reminderRule.isOn, true),
        eq(reminderRule.trigger, 'payment_returned'),
      )
      const [person] = await tx
        .select({
          tenantId: tenant.tenantId,
          firstName: tenant.firstName,
          lastName: tenant.lastName,
          propertyName: property.name,
          timeZone: property.timeZone,
        })
        .from(tenant)
        .leftJoin(property, eq(property.propertyId, tenant.propertyId))
        .where(eq(tenant.tenantId, tenantId))
      for (const rule of person ? await tx.select().from(reminderRule).where(isOn) : []) {
        const at = toTenant(person!)
        const about = {
          ...at,
          recordKey: `returned:${receiptId}`,
          record: `Payment of ${moneyInWords(amount)}`,
          day: '',
          until: null,
          values: { ...at.values, AMOUNT: moneyInWords(amount) },
        }
        await remind(tx, rule, about, { now: clock.now(), publicUrl })
      }
      await finish(tx)
    }),
  )
