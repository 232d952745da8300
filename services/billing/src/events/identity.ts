import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { on } from '@keyhold/kit/messaging/handlers'
import { startSubscription } from '../domain/subscriptions.ts'

export const identityEvents = [
  on(UserCreated, async ({ data, tx, clock }) => {
    if (data.userType === 'tenant') return
    await startSubscription(tx, { landlordId: data.userId, role: data.userType, from: data.createdAt }, clock)
  }),
]
