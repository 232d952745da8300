import { userName } from '@keyhold/contracts/identity/accounts'
import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { z } from '@keyhold/contracts/zod'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { defineProjection, findOrAsk } from '@keyhold/kit/messaging/projection'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { messaging } from '../domain/acting.ts'
import { recipient, senderPlan } from '../schema/recipients.ts'

type RecipientRow = typeof recipient.$inferSelect
type UserSnapshot = Pick<RecipientRow, 'userId' | 'email' | 'firstName' | 'phone'> & {
  createdAt?: string | undefined
  emailProof?: string | null | undefined
  isPhoneProved?: boolean | undefined
}
export type Recipient = Pick<RecipientRow, 'email' | 'phone' | 'isEmailProved' | 'isPhoneProved' | 'since'>

export const recipients = defineProjection({
  table: recipient,
  row: ({ userId, email, firstName, phone, createdAt, emailProof, isPhoneProved = false }: UserSnapshot) => ({
    userId,
    email,
    firstName,
    phone,
    isPhoneKnown: true,
    isEmailProved: emailProof === 'mailbox',
    isPhoneProved,
    since: createdAt ?? null,
  }),
})

/**
 * A user's e-mail address and phone number. Asks identity where no event has brought what is needed: never inside a transaction.
 * @throws Refusal 404 where there is no such user
 */
export async function findRecipient(
  userId: string,
  needed: 'email' | 'phone' | 'proof',
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
): Promise<Recipient> {
  const found = await findOrAsk(recipients, tools, {
    actor: messaging,
    find: (sql) => sql<RecipientRow[]>`select * from recipient where user_id = ${userId}`,
    ask: async () => {
      const user = await tools.call(userName, serviceActor('messaging', userId), { params: { id: userId } })
      return { ...user, userId }
    },
    isComplete: ({ isPhoneKnown, since }) => needed === 'email' || (needed === 'phone' ? isPhoneKnown : since !== null),
  })
  return found ?? notFound('User')
}

/** What landlords pay for. */
export const senderPlans = defineProjection({
  table: senderPlan,
  row: ({ landlordId, plan, status }: z.output<typeof Subscription>) => ({ landlordId, plan, status }),
})
