import { NotificationChanged } from '@keyhold/contracts/messaging/notifications'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, sql } from 'drizzle-orm'
import { notification } from '../../schema/notifications.ts'
import type { NotificationRow } from './plan.ts'

export interface Tally {
  sent: number
  pending: number
  failed: number
  problems: number
  /** Why most of the failed ones failed. */
  reason: string | null
}

/** What has happened to the messages of the latest occurrence. */
export async function tallyOf(tx: Tx, { id, landlordId, occurrence }: NotificationRow): Promise<Tally> {
  const [found] = await tx.execute<{ sent: number; pending: number; failed: number; problems: number }>(sql`
    select count(*) filter (where is_sent)::int as sent, count(*) filter (where not is_sent and is_pending)::int as pending,
      count(*) filter (where not is_sent and not is_pending)::int as failed, count(*) filter (where has_problem)::int as problems
    from (
      select n.id, coalesce(bool_or(c.channel = 'portal' or d.status = 'sent'), false) as is_sent,
        coalesce(bool_or(d.status = 'pending'), false) as is_pending, coalesce(bool_or(c.skipped is not null or d.status = 'failed'), false) as has_problem
      from notice n left join notice_channel c on c.notice_id = n.id left join delivery d on d.id = c.delivery_id
      where n.landlord_id = ${landlordId} and n.notification_id = ${id} and n.occurrence = ${occurrence} group by n.id
    ) of_recipient`)
  const counts = found ?? { sent: 0, pending: 0, failed: 0, problems: 0 }
  if (counts.sent > 0 || counts.pending > 0) return { ...counts, reason: null }
  const [most] = await tx.execute<{ reason: string }>(sql`
    select coalesce(c.skipped, d.reason) as reason from notice n join notice_channel c on c.notice_id = n.id left join delivery d on d.id = c.delivery_id
    where n.landlord_id = ${landlordId} and n.notification_id = ${id} and n.occurrence = ${occurrence} and coalesce(c.skipped, d.reason) is not null
    group by 1 order by count(*) desc, 1 limit 1`)
  return { ...counts, reason: most?.reason ?? 'There is nobody to send it to.' }
}

/** Stores how far a notification has come. It has failed once nothing reached anybody and nothing is on its way. */
export async function recordTally(tx: Tx, row: NotificationRow, now: Date): Promise<void> {
  const { sent, pending, failed, problems, reason } = await tallyOf(tx, row)
  const status = sent === 0 && pending === 0 ? ('failed' as const) : ('sent' as const)
  const next = {
    status,
    reason,
    sentCount: sent,
    failedCount: failed,
    problemCount: problems,
    isFinal: pending === 0,
  }
  await tx
    .update(notification)
    .set({ ...next, updatedAt: now.toISOString() })
    .where(and(eq(notification.id, row.id), eq(notification.landlordId, row.landlordId)))
  const isSame =
    row.status === status && row.sentCount === sent && row.failedCount === failed && row.problemCount === problems
  if (!isSame) await announce(tx, row, now)
}

export const announce = (tx: Tx, { id, landlordId }: Pick<NotificationRow, 'id' | 'landlordId'>, now: Date) =>
  emit(tx, NotificationChanged, { notificationId: id, landlordId }, { clock: { now: () => now } })
