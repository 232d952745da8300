import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import { messaging } from '../domain/acting.ts'
import { intend, takeOver } from '../domain/deliveries.ts'
import { send } from '../domain/sending.ts'
import type { Channels } from '../providers/channels.ts'
import { delivery } from '../schema.ts'

export const deliveryRoutes = (channels: Channels) => [
  serve(deliver, async ({ body: { landlordId, subject, retriable, ...message }, ...tools }) => {
    const now = tools.clock.now()
    const { mine, known } = await tools.db.transaction(messaging, async (tx) => {
      const intent = await intend(
        tx,
        { ...message, subject: subject ?? null, ownerId: landlordId, keepsBody: retriable },
        { now, queued: false },
      )
      // The same key once more: its first outcome, unless a crash left none.
      const taken = intent ?? (await takeOver(tx, message.key, now))
      return taken
        ? { mine: taken }
        : { known: (await tx.select().from(delivery).where(eq(delivery.key, message.key)))[0] }
    })
    const { id } = mine ?? known ?? refuse('internal', 'The message was lost.')
    const { status, reason } = mine ? await send(mine, channels, tools) : known!
    if (status === 'pending') refuse('conflict', 'This message is being sent right now.')
    return { id, status, reason }
  }),
]
