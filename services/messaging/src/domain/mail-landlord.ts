import type { Envelope } from '@keyhold/contracts/event'
import type { EventContext } from '@keyhold/kit/messaging/handlers'
import { queueDelivery } from './deliveries.ts'
import { type Letter, writeLetter } from './letters.ts'

/** What messages about events need beside the event. */
export interface EventMessages {
  /** The site's address without a trailing slash. */
  publicUrl: string
  /** The domain whose mails come back here; null where mail cannot come in. */
  mailReplyDomain: string | null
}

type Given = Pick<EventContext<unknown>, 'event' | 'tx' | 'clock'>

/** Messages about an event have its id in their key: handling the event again does not send them again. */
export const eventKey = ({ id }: Envelope): string => `event:${id}`

/** Queues an e-mail to the landlord of an event. */
export async function mailLandlord(
  { event, tx, clock }: Given,
  letter: Letter,
  messages: EventMessages,
): Promise<void> {
  const { landlordid: ownerId } = event
  if (ownerId === undefined) throw new Error(`${event.type} names no landlord to write to`)
  await queueDelivery(
    tx,
    {
      key: eventKey(event),
      ownerId,
      channel: 'email',
      to: null,
      keepsBody: true,
      ...writeLetter(letter, messages.publicUrl),
    },
    clock.now(),
  )
}
