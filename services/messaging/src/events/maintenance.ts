import { RequestOpened } from '@keyhold/contracts/maintenance'
import { on } from '@keyhold/kit/inbox'
import { intend } from '../domain/deliveries.ts'
import type { Lookout } from '@keyhold/kit/lookout'
import { requestLetter } from '../domain/letters.ts'

/** Tells the landlord what a tenant reported. */
export const maintenanceEvents = ({ dispatcher, publicUrl }: { dispatcher: Lookout; publicUrl: string }) => [
  on(RequestOpened, async ({ data, event, tx, clock }) => {
    if (data.openedBy !== 'tenant') return
    const letter = requestLetter({ title: data.title, category: data.category, priority: data.priority, link: `${publicUrl}/maintenance` })
    await intend(
      tx,
      { key: `event:${event.id}`, ownerId: data.landlordId, channel: 'email', to: null, ...letter },
      { now: clock.now(), queued: true },
    )
    dispatcher.nudge()
  }),
]
