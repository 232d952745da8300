import { deliver } from '@keyhold/contracts/messaging/deliveries'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import { messaging } from '../domain/acting.ts'
import { claimNew } from '../domain/deliveries.ts'
import { sendDelivery } from '../domain/sending.ts'
import type { Channels } from '../providers/channels.ts'
import { delivery } from '../schema/deliveries.ts'

export const deliveryRoutes = (channels: Channels) => [
  serve(deliver, async ({ body: { landlordId, subject, retriable, fixedBody, ...message }, ...tools }) => {
    const now = tools.clock.now()
    const { claimed, existing } = await tools.db.transaction(messaging, async (tx) => {
      const created = {
        ...message,
        fixedBody: fixedBody ?? null,
        subject: subject ?? null,
        ownerId: landlordId,
        keepsBody: retriable,
      }
      const sending = await claimNew(tx, created, now)
      // A repeated key answers the first outcome.
      return sending
        ? { claimed: sending }
        : { existing: (await tx.select().from(delivery).where(eq(delivery.key, message.key)))[0] }
    })
    const { id } = claimed?.row ?? existing ?? refuse('internal', 'The message was lost.')
    const { status, reason } = claimed ? await sendDelivery(claimed, channels, tools) : existing!
    const isHeld = claimed === undefined && existing?.held !== null
    if (status === 'pending' && !isHeld) refuse('conflict', 'This message is being sent right now.')
    return { id, status: status === 'pending' ? ('held' as const) : status, reason }
  }),
]
