import { createHmac, timingSafeEqual } from 'node:crypto'
import { receiveMail } from '@keyhold/contracts/messaging/conversations-mail'
import { maxMessageLength } from '@keyhold/contracts/messaging/conversations-messages'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { bareAddress, mailTokenOf, ownWords } from '../../domain/conversations/mail-reply.ts'
import { attachIncoming, leftOutNote, storeIncoming } from '../../domain/conversations/incoming-files.ts'
import { lockConversation, postMessage } from '../../domain/conversations/posting.ts'
import { answersTenants } from '../../domain/conversations/settings.ts'
import { webhookAgeSeconds } from '../../limits.ts'
import type { Attachments } from '../../providers/attachments.ts'
import { conversation } from '../../schema/conversations.ts'

interface Signed {
  secret: string
  timestamp: string | undefined
  signature: string | undefined
  text: string
  now: Date
}

/** Whether the mail service signed this call, and did so just now. */
function isSigned({ secret, timestamp = '', signature = '', text, now }: Signed): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > webhookAgeSeconds) return false
  const right = createHmac('sha256', secret).update(`${timestamp}.${text}`).digest()
  const given = Buffer.from(signature, 'hex')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Answers to mails of conversations. What is for no conversation is accepted and dropped: the mail service must not send it again. */
export const mailWebhookRoutes = (
  { MAIL_REPLY_DOMAIN: domain, MAIL_WEBHOOK_SECRET: secret }: Config,
  files: Attachments,
) => [
  serve(receiveMail, async ({ body, request, db, clock, log }) => {
    if (!domain || !secret) return notFound('Page')
    const now = clock.now()
    const [signature, timestamp] = [request.header('x-keyhold-signature'), request.header('x-keyhold-timestamp')]
    if (!isSigned({ secret, timestamp, signature, text: request.text, now }))
      return refuse('invalid-signature', 'The signature of this webhook is not valid.')
    const token = mailTokenOf(body.to, domain)
    const said = ownWords(body.text)
    // An automatic answer that were answered automatically would go on forever.
    const isAutomatic = body.autoSubmitted != null && body.autoSubmitted.toLowerCase() !== 'no'
    if (token === undefined || (said === '' && body.attachments.length === 0) || isAutomatic) return { accepted: false }
    const [found] = await db.adminTransaction('a mail names no landlord', (tx) =>
      tx
        .select({ id: conversation.id, landlordId: conversation.landlordId, tenantId: conversation.tenantId })
        .from(conversation)
        .where(eq(conversation.mailToken, token)),
    )
    if (!found || found.tenantId === null) {
      log.info({ messageId: body.messageId }, 'a mail came for no conversation')
      return { accepted: false }
    }
    const { landlordId, tenantId } = found
    const clientId = `mail:${body.messageId}`
    const [before] = await db.read(
      serviceActor('messaging', landlordId),
      (sql) => sql`select 1 from message where landlord_id = ${landlordId} and client_id = ${clientId}`,
    )
    if (before) return { accepted: true }
    const kept = await storeIncoming(
      files,
      db,
      { landlordId, tenantId },
      body.attachments.map(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') })),
    )
    const words =
      [said, leftOutNote(kept)].filter(Boolean).join('\n\n') || kept.stored.map(({ name }) => name).join(', ')
    const asksAssistant = await answersTenants(db, landlordId)
    await db.transaction(serviceActor('messaging', landlordId), async (tx) => {
      const row = await lockConversation(tx, landlordId, found.id)
      const mail = {
        sender: 'tenant',
        message: words.slice(0, maxMessageLength),
        via: 'email',
        viaAddress: bareAddress(body.from).slice(0, 254),
        clientId,
        asksAssistant,
      } as const
      const posted = await postMessage(tx, row, mail, now)
      if (posted.isNew) await attachIncoming(tx, files, { landlordId, tenantId, messageId: posted.id }, kept, now)
    })
    return { accepted: true }
  }),
]
