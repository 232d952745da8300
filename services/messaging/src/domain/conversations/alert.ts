import { pages } from '@keyhold/contracts/pages'
import { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { fullName } from '@keyhold/kit/lib/names'
import { eq, sql } from 'drizzle-orm'
import { alertIntervalMs, alertRounds, emergencyMessagesPerHour } from '../../limits.ts'
import { alertPreference } from '../../schema/recipients.ts'
import { defaultPreference, mayTextAlert } from '../alerts.ts'
import { queueDelivery } from '../deliveries.ts'
import type { NotifyTools } from '../notifications/notify.ts'
import { notifyLandlord } from '../notifications/notify.ts'
import { peopleOf } from './people.ts'
import type { ConversationRow } from './posting.ts'

const hourMs = 60 * 60_000

/** Messages of the tenant that the assistant took for emergencies; the one at hand is among them. */
async function emergenciesSince(tx: Tx, { landlordId, tenantId }: ConversationRow, since: Date): Promise<number> {
  const at = since.toISOString()
  const [found] = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from conversation c join message m on m.landlord_id = c.landlord_id and m.conversation_id = c.id
    where c.landlord_id = ${landlordId}::uuid and c.tenant_id is not distinct from ${tenantId}::uuid and c.last_message_at > ${at}::timestamptz
      and m.outcome = 'emergency' and m.created_at > ${at}::timestamptz`)
  return found?.count ?? 0
}

/** A further round of an alert, until the landlord answers or confirms that they know. One waits for each conversation. */
export const repeatAlert = job({
  name: 'repeat-conversation-alert',
  data: z.object({ conversationId: z.guid(), messageId: z.guid(), said: z.string(), round: z.int() }),
})

/** The landlord finds it behind the bell, too. */
export async function noticeAnswerNeeded(
  tx: Tx,
  row: ConversationRow,
  { messageId, said, isEmergency }: { messageId: string; said: string; isEmergency: boolean },
  tools: NotifyTools,
): Promise<void> {
  const { person, home } = await peopleOf(tx, row)
  const who = person ? fullName(person) : 'A tenant'
  await notifyLandlord(
    tx,
    {
      landlordId: row.landlordId,
      topic: isEmergency ? 'maintenance' : 'messages',
      key: `needs-answer:${messageId}`,
      title: isEmergency ? `EMERGENCY: ${who}${home ? ` at ${home.name}` : ''}` : `${who} needs your answer`,
      body: said.slice(0, 300),
      path: pages.landlordConversation(row.id),
      // Mails and texts of emergencies have rules of their own.
      channels: ['portal', 'push'],
    },
    tools,
  )
}

/**
 * Alerts the landlord to what a tenant wrote: who, where, their phone, and one link; on every channel that the landlord allows, again and again until the
 * landlord answers or confirms.
 */
export async function alertAboutConversation(
  tx: Tx,
  row: ConversationRow,
  { messageId, said, round = 1 }: { messageId: string; said: string; round?: number },
  { publicUrl, now }: NotifyTools,
): Promise<void> {
  const { landlordId: ownerId, tenantId } = row
  if (round === 1 && (await emergenciesSince(tx, row, new Date(now.getTime() - hourMs))) > emergencyMessagesPerHour)
    return
  if (round < alertRounds)
    await enqueue(
      tx,
      repeatAlert,
      { conversationId: row.id, messageId, said: said.slice(0, 500), round: round + 1 },
      { key: row.id, runAt: new Date(now.getTime() + alertIntervalMs) },
    )
  const [chosen = defaultPreference] = await tx
    .select()
    .from(alertPreference)
    .where(eq(alertPreference.landlordId, ownerId))
  const { person, home } = await peopleOf(tx, row)
  const who = person ? fullName(person) : 'A tenant'
  const where = home ? ` at ${home.name}, ${home.address}` : ''
  const phone = person?.phone ? `, phone ${person.phone}` : ''
  const link = `${publicUrl}${pages.landlordConversation(row.id)}`
  const again = round === 1 ? '' : `Reminder ${round - 1}: `
  const key = round === 1 ? `emergency:${messageId}` : `emergency:${messageId}:${round}`
  const common = { ownerId, to: null, keepsBody: true } as const
  if (chosen.emergencyEmail)
    await queueDelivery(
      tx,
      {
        ...common,
        key: `${key}:email`,
        channel: 'email',
        subject: `${again}EMERGENCY: ${who}${where}`.slice(0, 200),
        body: `${who}${where}${phone} wrote:\n\n${said}\n\nThe assistant told them the emergency steps.\n\nAnswer, or confirm that you know: ${link}`,
      },
      now,
    )
  if (!chosen.emergencySms || !(await mayTextAlert(tx, { ownerId, reportedBy: tenantId, isRepeat: round > 1 }, now)))
    return
  const body = `${again}EMERGENCY: ${who}${where}${phone}: ${said.slice(0, 100)} ${link} (Keyhold. STOP ends these texts.)`
  await queueDelivery(tx, { ...common, key: `${key}:sms`, channel: 'sms', subject: null, body }, now)
}
