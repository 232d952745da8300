import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import { on } from '@keyhold/kit/messaging/handlers'
import { alertLandlord } from '../domain/alerts.ts'
import { requestLetter } from '../domain/letters.ts'
import { type EventMessages, mailLandlord } from '../domain/mail-landlord.ts'

/** The landlord is told what a tenant reports, and when a request becomes an emergency. */
export const maintenanceEvents = (messages: EventMessages) => [
  on(RequestOpened, async (given) => {
    const { openedBy, priority } = given.data
    if (openedBy !== 'tenant') return
    if (priority === 'emergency') await alertLandlord(given, { isRaised: false }, messages)
    else await mailLandlord(given, requestLetter(given.data), messages)
  }),

  on(RequestChanged, async (given) => {
    const { priority, previousPriority, status } = given.data
    const isRaised = priority === 'emergency' && previousPriority !== undefined && previousPriority !== 'emergency'
    const isOpen = status !== 'completed' && status !== 'cancelled'
    if (isRaised && isOpen) await alertLandlord(given, { isRaised }, messages)
  }),
]
