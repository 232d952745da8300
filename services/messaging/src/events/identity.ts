import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { BrandingChanged } from '@keyhold/contracts/identity/branding'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { and, eq } from 'drizzle-orm'
import { releaseHeld } from '../domain/held.ts'
import { brandings } from '../projections/branding.ts'
import { recipients } from '../projections/recipients.ts'
import { delivery } from '../schema/deliveries.ts'

/** What waited for a landlord's proof is sent once it is there. */
export const identityEvents = () => [
  ...projectEvents(brandings, [BrandingChanged]),
  ...projectEvents(recipients, [UserCreated], async (events, { tx, clock }) => {
    for (const { data } of events)
      if (data.emailProof === 'mailbox' && data.userType !== 'tenant')
        await releaseHeld(tx, and(eq(delivery.ownerId, data.userId), eq(delivery.held, 'proof')), { now: clock.now() })
  }),
]
