import { pages } from '@keyhold/contracts/pages'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, sql } from 'drizzle-orm'
import { emergencyMessagesPerHour } from '../../limits.ts'
import { property, tenant } from '../../schema/directory.ts'
import { alertPreference } from '../../schema/recipients.ts'
import { defaultPreference, mayTextAlert } from '../alerts.ts'
import { queueDelivery } from '../deliveries.ts'
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

/** Alerts the landlord at once to what a tenant wrote: who, where, their phone, and one link; on every channel that the landlord allows. */
export async function alertAboutConversation(
  tx: Tx,
  row: ConversationRow,
  { messageId, said }: { messageId: string; said: string },
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<void> {
  const { landlordId: ownerId, tenantId, propertyId } = row
  if ((await emergenciesSince(tx, row, new Date(now.getTime() - hourMs))) > emergencyMessagesPerHour) return
  const [chosen = defaultPreference] = await tx
    .select()
    .from(alertPreference)
    .where(eq(alertPreference.landlordId, ownerId))
  const [person] =
    tenantId === null
      ? []
      : await tx
          .select()
          .from(tenant)
          .where(and(eq(tenant.landlordId, ownerId), eq(tenant.tenantId, tenantId)))
  const [home] =
    propertyId === null
      ? []
      : await tx
          .select()
          .from(property)
          .where(and(eq(property.landlordId, ownerId), eq(property.propertyId, propertyId)))
  const who = person ? `${person.firstName} ${person.lastName}` : 'A tenant'
  const where = home ? ` at ${home.address}` : ''
  const phone = person?.phone ? `, phone ${person.phone}` : ''
  const link = `${publicUrl}${pages.landlordConversation(row.id)}`
  const common = { ownerId, to: null, keepsBody: true } as const
  if (chosen.emergencyEmail)
    await queueDelivery(
      tx,
      {
        ...common,
        key: `emergency:${messageId}:email`,
        channel: 'email',
        subject: `EMERGENCY: ${who}${where}`.slice(0, 200),
        body: `${who}${where}${phone} wrote:\n\n${said}\n\nThe assistant told them the emergency steps.\n\nAnswer: ${link}`,
      },
      now,
    )
  if (!chosen.emergencySms || !(await mayTextAlert(tx, { ownerId, reportedBy: tenantId }, now))) return
  const body = `EMERGENCY: ${who}${where}${phone}: ${said.slice(0, 100)} ${link} (Keyhold. STOP ends these texts.)`
  await queueDelivery(tx, { ...common, key: `emergency:${messageId}:sms`, channel: 'sms', subject: null, body }, now)
}
