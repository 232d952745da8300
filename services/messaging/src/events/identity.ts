import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { recipients } from '../projections/recipients.ts'

export const identityEvents = () => projectEvents(recipients, [UserCreated])
