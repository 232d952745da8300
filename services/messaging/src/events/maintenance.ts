import {
  RequestChanged,
  RequestOpened,
  RequestProgressed,
  type RequestSnapshot,
} from '@keyhold/contracts/maintenance/request-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { type EventContext, on } from '@keyhold/kit/messaging/handlers'
import { upsertSnapshots } from '@keyhold/kit/messaging/projection'
import { isSounding, startAlert, stopAlerts } from '../domain/alerts.ts'
import { emergencyNotice, type Letter, noticeOf, requestLetter } from '../domain/letters.ts'
import { noteForTenant } from '../domain/conversations/notes.ts'
import { peopleOf } from '../domain/conversations/people.ts'
import { eventKey, type EventMessages } from '../domain/mail-landlord.ts'
import { notifyLandlord, notifyTenant } from '../domain/notifications/notify.ts'
import { progressLetter, tenantProgressLetter } from '../domain/progress-letters.ts'
import { requests } from '../projections/requests.ts'

const project = ({ tx, data, event }: EventContext<z.output<typeof RequestSnapshot>>) =>
  upsertSnapshots(tx, requests, [data], event.time)

/** Both sides are told what the other and the vendor do; the landlord also of emergencies, until somebody confirms. */
export const maintenanceEvents = ({ publicUrl }: EventMessages) => {
  const landlordNotice = (
    { data, event }: Pick<EventContext<{ landlordId: string }>, 'data' | 'event'>,
    letter: Letter,
  ) => ({
    landlordId: data.landlordId,
    topic: 'maintenance' as const,
    key: eventKey(event),
    ...noticeOf(letter),
  })

  return [
    on(RequestOpened, async (given) => {
      const { openedBy, priority, alertSince } = given.data
      await project(given)
      if (openedBy !== 'tenant') return
      // Requests from before alerts were confirmed name no time.
      const isEmergency = Boolean(alertSince) || priority === 'emergency'
      // Emergencies are mailed and texted by rules of their own; behind the bell they stand like the others.
      if (isEmergency) await startAlert(given, { isRaised: false, isRepeated: Boolean(alertSince) })
      const letter = isEmergency
        ? emergencyNotice(given.data)
        : requestLetter(given.data, await peopleOf(given.tx, given.data))
      await notifyLandlord(
        given.tx,
        {
          ...landlordNotice(given, letter),
          channels: isEmergency ? ['portal', 'push'] : ['portal', 'push', 'email'],
        },
        { now: given.clock.now(), publicUrl },
      )
    }),

    on(RequestChanged, async (given) => {
      const { landlordId, requestId, priority, previousPriority, status, alertSince } = given.data
      await project(given)
      const isRaised = priority === 'emergency' && previousPriority !== undefined && previousPriority !== 'emergency'
      const isOpen = status !== 'completed' && status !== 'cancelled'
      if (!alertSince || !isOpen) await stopAlerts(given.tx, landlordId, requestId, given.clock.now())
      else if (!(await isSounding(given.tx, landlordId, requestId)))
        // It was closed and opened again.
        return startAlert(given, { isRaised: true, isRepeated: true })
      if (isRaised && isOpen && !alertSince) await startAlert(given, { isRaised, isRepeated: false })
    }),

    on(RequestProgressed, async (given) => {
      const { data, event, tx, clock } = given
      const tools = { now: clock.now(), publicUrl }
      // What landlord and tenant write to each other about a request stands in their conversation, too.
      if (data.what === 'note' && data.note && data.tenantId !== null && data.by !== 'vendor')
        await noteForTenant(
          tx,
          {
            landlordId: data.landlordId,
            tenantId: data.tenantId,
            clientId: eventKey(event),
            message: `About “${data.title}”: ${data.note}`,
            about: 'maintenance',
            sender: data.by,
          },
          tools.now,
        )
      if (data.by !== 'landlord')
        await notifyLandlord(
          tx,
          { ...landlordNotice(given, progressLetter(data)), channels: ['portal', 'push', 'email'] },
          tools,
        )
      if (data.isForTenant && data.tenantId !== null)
        await notifyTenant(
          tx,
          {
            ...landlordNotice(given, tenantProgressLetter(data)),
            key: `${eventKey(event)}:tenant`,
            tenantId: data.tenantId,
          },
          tools,
        )
    }),
  ]
}
