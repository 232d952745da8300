import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { on } from '@keyhold/kit/messaging/handlers'
import { recipient } from '../schema.ts'

/** Keeps where mail and texts reach each user. */
export const identityEvents = () => [
  on(UserCreated, async ({ data: { userId, email, firstName, phone }, tx }) => {
    const known = { email, firstName, phone, isPhoneKnown: true }
    await tx
      .insert(recipient)
      .values({ userId, ...known })
      .onConflictDoUpdate({ target: recipient.userId, set: known })
  }),
]
