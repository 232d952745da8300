import { pages } from '@keyhold/contracts/pages'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { property, tenant } from '../../schema/directory.ts'
import { alertPreference } from '../../schema/recipients.ts'
import { defaultPreference, mayTextAlert } from '../alerts.ts'
import { queueDelivery } from '../deliveries.ts'
import type { ConversationRow } from './posting.ts'

/** Alerts the landlord at once to what a tenant wrote: who, where, their phone, and one link; on every channel that the landlord allows. */
export async function alertAboutConversation(
  tx: Tx,
  row: ConversationRow,
  { messageId, said }: { messageId: string; said: string },
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<void> {
  const { landlordId: ownerId, tenantId, propertyId } = row
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
  if (!chosen.emergencySms || !(await mayTextAlert(tx, ownerId, now))) return
  const body = `EMERGENCY: ${who}${where}${phone}: ${said.slice(0, 100)} ${link} (Keyhold. STOP ends these texts.)`
  await queueDelivery(tx, { ...common, key: `emergency:${messageId}:sms`, channel: 'sms', subject: null, body }, now)
}
