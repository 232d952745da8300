import { InvitationAccepted } from '@keyhold/contracts/tenancy/invitations'
import { fullName } from '@keyhold/kit/lib/names'
import { on } from '@keyhold/kit/messaging/inbox'
import { intend } from '../domain/deliveries.ts'
import type { Worker } from '@keyhold/kit/jobs/worker'
import { registeredLetter } from '../domain/letters.ts'

/** Tells the landlord who has registered. */
export const tenancyEvents = ({ dispatcher, publicUrl }: { dispatcher: Worker; publicUrl: string }) => [
  on(InvitationAccepted, async ({ data, event, tx, clock }) => {
    const letter = registeredLetter({
      name: fullName(data),
      email: data.email,
      link: `${publicUrl}/tenants/${data.tenantId}`,
    })
    await intend(
      tx,
      { key: `event:${event.id}`, ownerId: data.landlordId, channel: 'email', to: null, keepsBody: true, ...letter },
      { now: clock.now(), queued: true },
    )
    dispatcher.wake()
  }),
]
