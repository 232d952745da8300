import { pages } from '@keyhold/contracts/pages'
import type { Tx } from '@keyhold/kit/database/database'
import { refuseField } from '@keyhold/kit/http/problem'
import { and, eq } from 'drizzle-orm'
import type { Channels } from '../../providers/channels.ts'
import { tenant } from '../../schema/directory.ts'
import { queueDelivery } from '../deliveries.ts'
import { messageKey } from './message-rows.ts'
import type { ConversationRow } from './posting.ts'

/** Providers refuse texts of more than 1600 characters, those of our own wording included. */
const longestText = 1400

interface Also {
  messageId: string
  message: string
  alsoText: boolean
  alsoMail: boolean
}

/** The mail address whose mails land in this conversation; null where mail cannot come in. */
export const replyAddress = ({ mailToken }: Pick<ConversationRow, 'mailToken'>, domain: string | null) =>
  domain === null ? null : `reply+${mailToken}@${domain}`

/** Queues a landlord's message as a text and as a mail to the tenant. @throws Refusal 400 where there is no tenant, or no number to text */
export async function alsoSend(
  tx: Tx,
  row: ConversationRow,
  { messageId, message, alsoText, alsoMail }: Also,
  { publicUrl, mailReplyDomain }: Pick<Channels, 'publicUrl' | 'mailReplyDomain'>,
  now: Date,
): Promise<void> {
  if (!alsoText && !alsoMail) return
  const { landlordId: ownerId } = row
  const [to] =
    row.tenantId === null
      ? []
      : await tx
          .select()
          .from(tenant)
          .where(and(eq(tenant.landlordId, ownerId), eq(tenant.tenantId, row.tenantId)))
  if (!to) return refuseField(alsoText ? 'alsoText' : 'alsoMail', 'This conversation has no tenant to send it to')
  const link = `${publicUrl}${pages.tenantConversation(row.id)}`
  const fixed = `Your landlord has sent you a message. Read and answer it here: ${link}`
  const common = { ownerId, keepsBody: true, fixedBody: fixed }
  if (alsoText) {
    if (to.phone === null) return refuseField('alsoText', 'This tenant has no phone number')
    if (message.length > longestText) return refuseField('alsoText', `A text has at most ${longestText} characters`)
    const body = `${message}\n(From your landlord. Answer this text to reply. STOP ends these texts.)`
    const key = messageKey(messageId, 'sms')
    await queueDelivery(tx, { ...common, key, channel: 'sms', to: to.phone, subject: null, body }, now)
  }
  if (alsoMail) {
    const replyTo = replyAddress(row, mailReplyDomain)
    const how = replyTo === null ? 'Read and answer it here' : 'Answer this mail, or read the conversation here'
    const key = messageKey(messageId, 'email')
    await queueDelivery(
      tx,
      {
        ...common,
        key,
        channel: 'email',
        to: to.email,
        subject: row.subject,
        body: `${message}\n\n${how}: ${link}`,
        replyTo,
      },
      now,
    )
  }
}
