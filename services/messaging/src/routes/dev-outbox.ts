import { randomUUID } from 'node:crypto'
import { devOutbox, devOutboxFile, devReply, type OutboxMessage } from '@keyhold/contracts/messaging/dev-outbox'
import type { z } from '@keyhold/contracts/zod'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { Reply, serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import { messaging } from '../domain/acting.ts'
import { hasOptedOut } from '../domain/opt-outs.ts'
import { toE164 } from '../domain/phone-numbers.ts'
import { receiveText } from '../domain/sms-receiver.ts'
import type { Channels } from '../providers/channels.ts'
import { outboxMessage } from '../schema/outbox.ts'

type Message = Omit<z.output<typeof OutboxMessage>, 'subject' | 'attachmentName' | 'fromName'> & {
  fromName: string | null
  subject: string | null
  attachmentName: string | null
}

/** With local delivery: the stored messages, and simulated replies. Otherwise these endpoints answer 404. */
export const devOutboxRoutes = ({ isLocal }: Pick<Channels, 'isLocal'>) => [
  serve(devOutbox, async ({ db }) => {
    if (!isLocal) return notFound('Page')
    const messages = await db.read(
      messaging,
      (sql) =>
        sql<
          Message[]
        >`select id, channel, "to", from_name, subject, body, attachment_name, created_at from outbox_message order by created_at desc, id desc limit 200`,
    )
    return messages.map(({ subject, attachmentName, fromName, ...message }) => ({
      ...message,
      ...(fromName === null ? {} : { fromName }),
      ...(subject === null ? {} : { subject }),
      ...(attachmentName === null ? {} : { attachmentName }),
    }))
  }),

  serve(devOutboxFile, async ({ params, db }) => {
    const [message] = isLocal
      ? await db.transaction(messaging, (tx) => tx.select().from(outboxMessage).where(eq(outboxMessage.id, params.id)))
      : []
    const { attachment } = message ?? {}
    return attachment ? new Reply(attachment, [['content-type', 'application/pdf']]) : notFound('File')
  }),

  serve(devReply, async ({ body, db, clock }) => {
    if (!isLocal) return notFound('Page')
    const from = toE164(body.from) ?? refuse('invalid-input', 'This phone number cannot receive texts.')
    const optedOut = await db.transaction(messaging, async (tx) => {
      await receiveText(tx, { id: `local:${randomUUID()}`, from, body: body.body }, clock.now())
      return hasOptedOut(tx, from)
    })
    return { optedOut }
  }),
]
