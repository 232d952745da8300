import { channelsOf, fillPlaceholders } from '@keyhold/contracts/messaging/notification-words'
import { triggerFacts } from '@keyhold/contracts/messaging/reminder-triggers'
import type { Tx } from '@keyhold/kit/database/database'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { eq } from 'drizzle-orm'
import { reminderGraceDays } from '../../limits.ts'
import { noticeChannel } from '../../schema/notifications.ts'
import { reminderLog, type reminderRule } from '../../schema/reminders.ts'
import { type NotifyTools, writeNotices } from '../notifications/notify.ts'
import { nextAllowed } from '../notifications/send-run.ts'
import type { Candidate } from './candidates.ts'

export type RuleRow = typeof reminderRule.$inferSelect

/** What a rule says about a record. */
export const textsOf = (
  { title, message }: Pick<RuleRow, 'title' | 'message'>,
  { values }: Pick<Candidate, 'values'>,
) => ({
  title: fillPlaceholders(title, values),
  message: fillPlaceholders(message, values),
})

/** Whether a rule speaks about a record now: on its day (or a little later), outside of the quiet hours, and not of what was due before it was on. */
export function isDue(rule: RuleRow, { day, until, timeZone }: Candidate, now: Date): boolean {
  const today = dateAt(now, timeZone)
  if (today < day || today > addDays(day, reminderGraceDays) || (until !== null && today > until)) return false
  if (rule.onSince !== null && day < dateAt(rule.onSince, timeZone)) return false
  return nextAllowed(now, timeZone) <= now
}

/** Tells the recipient, once for each rule and record, and notes it; or notes why not. */
export async function remind(tx: Tx, rule: RuleRow, about: Candidate, tools: NotifyTools): Promise<void> {
  const { landlordId, id: ruleId } = rule
  const [entry] = await tx
    .insert(reminderLog)
    .values({
      landlordId,
      ruleId,
      recordKey: about.recordKey,
      aboutTenantId: about.tenantId,
      recipient: about.recipient,
      record: about.record,
      outcome: about.skip === null ? 'sent' : 'skipped',
      reason: about.skip,
      createdAt: tools.now.toISOString(),
    })
    .onConflictDoNothing()
    .returning()
  if (!entry || about.skip !== null) return
  const { title, message } = textsOf(rule, about)
  const [written] = await writeNotices(
    tx,
    [
      {
        landlordId,
        tenantId: about.tenantId,
        topic: triggerFacts[rule.trigger].topic,
        key: `rule:${ruleId}:${about.recordKey}`,
        title,
        body: message,
        path: about.path,
        ruleId,
        channels: channelsOf[rule.deliveryMethod],
      },
    ],
    tools,
  )
  if (!written) return
  const channels = await tx.select().from(noticeChannel).where(eq(noticeChannel.noticeId, written.id))
  const isSent = channels.some(({ skipped }) => skipped === null)
  const result = isSent
    ? { noticeId: written.id }
    : { noticeId: written.id, outcome: 'skipped' as const, reason: channels[0]?.skipped ?? 'No channel was left.' }
  await tx.update(reminderLog).set(result).where(eq(reminderLog.id, entry.id))
}
