import { userName } from '@keyhold/contracts/identity/accounts'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { messaging } from '../domain/acting.ts'
import { recipient } from '../schema.ts'

type RecipientRow = typeof recipient.$inferSelect
type UserSnapshot = Pick<RecipientRow, 'userId' | 'email' | 'firstName' | 'phone'>
export type Recipient = Pick<RecipientRow, 'email' | 'phone'>

export const recipients = defineProjection({
  table: recipient,
  row: ({ userId, email, firstName, phone }: UserSnapshot) => ({ userId, email, firstName, phone, isPhoneKnown: true }),
})

/**
 * A user's e-mail address and phone number. Asks identity where no event has brought what is needed: never inside a transaction.
 * @throws Refusal 404 where there is no such user
 */
export async function findRecipient(
  userId: string,
  needed: 'email' | 'phone',
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<Recipient> {
  const found = await findOrAsk(recipients, tools, {
    actor: messaging,
    find: (sql) => sql<RecipientRow[]>`select * from recipient where user_id = ${userId}`,
    ask: async () => {
      const { email, firstName, phone } = await tools.call(userName, serviceActor('messaging', userId), {
        params: { id: userId },
      })
      return { userId, email, firstName, phone }
    },
    isComplete: ({ isPhoneKnown }) => needed === 'email' || isPhoneKnown,
  })
  return found ?? notFound('User')
}
