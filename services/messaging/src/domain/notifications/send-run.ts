import { channelsOf, topicOf } from '@keyhold/contracts/messaging/notification-words'
import { pages } from '@keyhold/contracts/pages'
import type { Tx } from '@keyhold/kit/database/database'
import { dateAt, momentOf, timeAt } from '@keyhold/kit/lib/time-zones'
import { addDays } from '@keyhold/kit/lib/dates'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import { quietFromHour, quietUntilHour, recipientsPerBatch } from '../../limits.ts'
import { property, tenant } from '../../schema/directory.ts'
import { notification, notificationRun, providerPace } from '../../schema/notifications.ts'
import { fillFor } from './fill.ts'
import { type NotifyTools, writeNotices } from './notify.ts'
import {
  countRecipients,
  isRecipient,
  type NotificationRow,
  planNext,
  runJob,
  type RunRow,
  storeRuns,
  zoneOf,
} from './plan.ts'
import { announce, recordTally } from './tally.ts'

export interface SendTools extends NotifyTools {
  /** How many messages a second the provider of a channel is given; null where there is no limit to keep. */
  perSecond: (channel: 'sms' | 'email') => number | null
}

/**
 * Writes and queues the messages of the next recipients of a run. What is written and how far the run has come are one transaction, so that a run
 * that was cut short goes on where it was. Answers whether there are more.
 */
export async function sendBatch(tx: Tx, runId: string, tools: SendTools): Promise<{ isOver: boolean }> {
  const [run] = await tx.select().from(notificationRun).where(eq(notificationRun.id, runId)).for('update')
  if (!run || run.doneAt !== null) return { isOver: true }
  const [row] = await tx.select().from(notification).where(eq(notification.id, run.notificationId)).for('update')
  if (!row || (await waitForMorning(tx, row, run, tools.now))) return { isOver: true }
  if (run.startedAt === null) await begin(tx, row, run, tools.now)
  const recipients = await nextRecipients(tx, row, run)
  const written = await writeNotices(
    tx,
    recipients.map((recipient) => ({
      landlordId: row.landlordId,
      tenantId: recipient.tenantId,
      topic: topicOf[row.notificationType],
      key: `notification:${row.id}:${run.occurrence}:${recipient.tenantId}`,
      ...textsOf(row, recipient, run.occurrence),
      path: pages.tenantPortal,
      channels: channelsOf[row.deliveryMethod],
      notificationId: row.id,
      occurrence: run.occurrence,
    })),
    { ...tools, pace: paceOf(tx, tools) },
  )
  await tx
    .update(notification)
    .set({ prepared: sql`${notification.prepared} + ${written.length}` })
    .where(eq(notification.id, row.id))
  await announce(tx, row, tools.now)
  const isOver = recipients.length < recipientsPerBatch
  const cursor = recipients.at(-1)?.tenantId ?? run.cursor
  await tx
    .update(notificationRun)
    .set({ cursor, doneAt: isOver ? tools.now.toISOString() : null })
    .where(eq(notificationRun.id, run.id))
  if (isOver) await endOccurrence(tx, row, run, tools.now)
  return { isOver }
}

const textsOf = (row: NotificationRow, recipient: Recipient, day: string) => {
  const { title, message } = fillFor(row, recipient, day)
  return { title, body: message }
}

type Recipient = Awaited<ReturnType<typeof nextRecipients>>[number]

const nextRecipients = (tx: Tx, row: NotificationRow, run: RunRow) =>
  tx
    .select({
      tenantId: tenant.tenantId,
      firstName: tenant.firstName,
      lastName: tenant.lastName,
      leaseEndDate: tenant.leaseEndDate,
      propertyName: property.name,
    })
    .from(tenant)
    .leftJoin(property, eq(property.propertyId, tenant.propertyId))
    .where(
      and(
        isRecipient(row),
        run.cursor ? gt(tenant.tenantId, run.cursor) : undefined,
        // The last run takes those whose zone was another one when it was planned; the others have their messages by then.
        run.isLast ? undefined : eq(zoneOf, run.timeZone),
      ),
    )
    .orderBy(asc(tenant.tenantId))
    .limit(recipientsPerBatch)

/** Something regular that comes late, after a downtime, waits for the morning. Answers whether it does. */
async function waitForMorning(tx: Tx, row: NotificationRow, run: RunRow, now: Date): Promise<boolean> {
  const at = row.isRecurring ? nextAllowed(now, run.timeZone) : now
  if (at <= now) return false
  await tx.update(notificationRun).set({ dueAt: at.toISOString() }).where(eq(notificationRun.id, run.id))
  await enqueue(tx, runJob, { runId: run.id }, { runAt: at })
  return true
}

/** The next moment outside of the quiet hours in a zone: now, or nine in the morning. */
export function nextAllowed(now: Date, timeZone: string | null): Date {
  const hour = Number(timeAt(now, timeZone).slice(0, 2))
  const today = dateAt(now, timeZone)
  const morning = `${String(quietUntilHour).padStart(2, '0')}:00`
  if (hour < quietUntilHour) return momentOf(today, morning, timeZone)
  return hour >= quietFromHour ? momentOf(addDays(today, 1), morning, timeZone) : now
}

async function begin(tx: Tx, row: NotificationRow, run: RunRow, now: Date): Promise<void> {
  await tx.update(notificationRun).set({ startedAt: now.toISOString() }).where(eq(notificationRun.id, run.id))
  if (row.isSending && row.occurrence === run.occurrence) return
  const { recipients } = await countRecipients(tx, row)
  const counts = { recipients, prepared: 0, sentCount: 0, failedCount: 0, problemCount: 0 }
  await tx
    .update(notification)
    .set({ ...counts, occurrence: run.occurrence, isSending: true, isFinal: false })
    .where(eq(notification.id, row.id))
}

async function endOccurrence(tx: Tx, { id }: NotificationRow, run: RunRow, now: Date): Promise<void> {
  const open = and(
    eq(notificationRun.notificationId, id),
    eq(notificationRun.occurrence, run.occurrence),
    isNull(notificationRun.doneAt),
  )
  if ((await tx.$count(notificationRun, open)) > 0) return
  const lastSentDate = dateAt(now, run.timeZone)
  const [row] = await tx
    .update(notification)
    .set({ isSending: false, sentAt: now.toISOString(), lastSentDate, isRead: false })
    .where(eq(notification.id, id))
    .returning()
  if (!row) return
  await recordTally(tx, row, now)
  // Without a next date a recurring one was stopped.
  if (!row.isRecurring || row.nextSendDate === null) return
  const plan = planNext(row, (await countRecipients(tx, row)).zones, now)
  await tx.update(notification).set({ nextSendDate: plan.nextSendDate }).where(eq(notification.id, id))
  await storeRuns(tx, row, plan)
}

/** Reserves times for messages to a provider, one after the other over all landlords. */
const paceOf =
  (tx: Tx, { now, perSecond }: SendTools) =>
  async (channel: 'sms' | 'email', count: number): Promise<Date[]> => {
    const rate = perSecond(channel)
    if (rate === null) return Array.from({ length: count }, () => now)
    const takesMs = Math.ceil((count / rate) * 1000)
    const end = (from: string) => sql`${from}::timestamptz + ${takesMs} * interval '1 millisecond'`
    const [reserved] = await tx
      .insert(providerPace)
      .values({ channel, freeAt: end(now.toISOString()) })
      .onConflictDoUpdate({
        target: providerPace.channel,
        set: {
          freeAt: sql`greatest(${providerPace.freeAt}, ${now.toISOString()}::timestamptz) + ${takesMs} * interval '1 millisecond'`,
        },
      })
      .returning()
    const start = new Date(reserved!.freeAt).getTime() - takesMs
    return Array.from({ length: count }, (_, index) => new Date(start + Math.floor(index / rate) * 1000))
  }
