import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/requests'
import { on } from '@keyhold/kit/messaging/inbox'
import type { Worker } from '@keyhold/kit/jobs/worker'
import { alertLandlord } from '../domain/alerts.ts'
import { intend } from '../domain/deliveries.ts'
import { requestLetter } from '../domain/letters.ts'

/** Tells the landlord what a tenant reported, and what has become an emergency. */
export const maintenanceEvents = ({ dispatcher, publicUrl }: { dispatcher: Worker; publicUrl: string }) => [
  on(RequestOpened, async ({ data, event, tx, clock }) => {
    if (data.openedBy !== 'tenant') return
    const key = `event:${event.id}`
    if (data.priority === 'emergency')
      await alertLandlord(tx, data, { key, isRaised: false, publicUrl, now: clock.now() })
    else {
      const { title, category, priority, requestId } = data
      const letter = requestLetter({ title, category, priority, link: `${publicUrl}/maintenance?request=${requestId}` })
      const intent = { key, ownerId: data.landlordId, channel: 'email', to: null, keepsBody: true, ...letter } as const
      await intend(tx, intent, { now: clock.now(), queued: true })
    }
    dispatcher.wake()
  }),

  on(RequestChanged, async ({ data, event, tx, clock }) => {
    const { priority, previousPriority, status } = data
    const isRaised = priority === 'emergency' && previousPriority !== undefined && previousPriority !== 'emergency'
    if (!isRaised || status === 'completed' || status === 'cancelled') return
    await alertLandlord(tx, data, { key: `event:${event.id}`, isRaised, publicUrl, now: clock.now() })
    dispatcher.wake()
  }),
]
