import { devOutbox, devReply, type OutboxMessage } from '@keyhold/contracts/messaging/dev-outbox'
import type { z } from '@keyhold/contracts/zod'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { messaging } from '../domain/acting.ts'
import { applyKeyword, hasOptedOut } from '../domain/opt-outs.ts'
import { toE164 } from '../domain/phone-numbers.ts'
import type { Channels } from '../providers/channels.ts'

type Message = Omit<z.output<typeof OutboxMessage>, 'subject'> & { subject: string | null }

/** With local delivery: the stored messages, and simulated replies. Otherwise these endpoints answer 404. */
export const devOutboxRoutes = ({ isLocal }: Pick<Channels, 'isLocal'>) => [
  serve(devOutbox, async ({ db }) => {
    if (!isLocal) return notFound('Page')
    const messages = await db.read(
      messaging,
      (sql) =>
        sql<
          Message[]
        >`select id, channel, "to", subject, body, created_at from outbox_message order by created_at desc, id desc limit 200`,
    )
    return messages.map(({ subject, ...message }) => (subject === null ? message : { ...message, subject }))
  }),

  serve(devReply, async ({ body, db, clock }) => {
    if (!isLocal) return notFound('Page')
    const from = toE164(body.from) ?? refuse('invalid-input', 'This phone number cannot receive texts.')
    const optedOut = await db.transaction(messaging, async (tx) => {
      await applyKeyword(tx, { from, body: body.body, now: clock.now() })
      return hasOptedOut(tx, from)
    })
    return { optedOut }
  }),
]
