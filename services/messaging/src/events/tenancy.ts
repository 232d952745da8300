import { InvitationAccepted } from '@keyhold/contracts/tenancy/invitations'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { on } from '@keyhold/kit/messaging/handlers'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { recordGiven } from '../domain/consents.ts'
import { invitationAcceptedLetter, noticeOf } from '../domain/letters.ts'
import { eventKey, type EventMessages } from '../domain/mail-landlord.ts'
import { notifyLandlord } from '../domain/notifications/notify.ts'
import { tenants } from '../projections/directory.ts'

export const tenancyEvents = (messages: EventMessages) => [
  ...projectEvents(tenants, [TenantCreated, TenantUpdated, TenantLeft], async (events, { tx }) => {
    for (const { data, event } of events) await recordGiven(tx, [data], event.time)
  }),
  on(InvitationAccepted, async ({ data, event, tx, clock }) => {
    await notifyLandlord(
      tx,
      {
        landlordId: data.landlordId,
        topic: 'lease',
        key: eventKey(event),
        ...noticeOf(invitationAcceptedLetter(data)),
        channels: ['portal', 'push', 'email'],
      },
      { now: clock.now(), publicUrl: messages.publicUrl },
    )
  }),
]
