import { UserCreated } from '@keyhold/contracts/identity'
import { on } from '@keyhold/kit/inbox'
import { recipient } from '../schema.ts'

/** Keeps where mail reaches each user. */
export const identityEvents = () => [
  on(UserCreated, async ({ data: { userId, email, firstName }, tx }) => {
    await tx.insert(recipient).values({ userId, email, firstName }).onConflictDoUpdate({ target: recipient.userId, set: { email, firstName } })
  }),
]
