import { devOutbox, devReply, type OutboxMessage } from '@keyhold/contracts/messaging/dev-outbox'
import type { z } from '@keyhold/contracts/zod'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { messaging } from '../domain/acting.ts'
import { hasOptedOut, heed } from '../domain/opt-outs.ts'
import { toE164 } from '../domain/phone-numbers.ts'
import type { Channels } from '../providers/channels.ts'

type Message = Omit<z.output<typeof OutboxMessage>, 'subject'> & { subject: string | null }

/** Where nothing is sent: what would have been, and texts as if people had answered. Elsewhere these pages don't exist. */
export const devOutboxRoutes = ({ local }: Pick<Channels, 'local'>) => [
  serve(devOutbox, async ({ db }) => {
    if (!local) return notFound('Page')
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
    if (!local) return notFound('Page')
    const from = toE164(body.from) ?? refuse('invalid-input', 'This phone number cannot receive texts.')
    const optedOut = await db.transaction(messaging, async (tx) => {
      await heed(tx, { from, body: body.body, now: clock.now() })
      return hasOptedOut(tx, from)
    })
    return { optedOut }
  }),
]
