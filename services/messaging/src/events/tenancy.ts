import { InvitationAccepted } from '@keyhold/contracts/tenancy/invitations'
import { on } from '@keyhold/kit/messaging/handlers'
import { invitationAcceptedLetter } from '../domain/letters.ts'
import { type EventMessages, mailLandlord } from '../domain/mail-landlord.ts'

export const tenancyEvents = (messages: EventMessages) => [
  on(InvitationAccepted, (given) => mailLandlord(given, invitationAcceptedLetter(given.data), messages)),
]
