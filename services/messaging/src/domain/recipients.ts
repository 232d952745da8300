import { userName } from '@keyhold/contracts/identity/accounts'
import type { Tools } from '@keyhold/kit/http/request'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { recipient } from '../schema.ts'
import { messaging } from './acting.ts'

export type Recipient = Pick<typeof recipient.$inferSelect, 'email' | 'phone'>

/**
 * A user's e-mail address and phone number. Asks identity where no event has brought what is needed: never inside a transaction.
 * @throws Refusal 404 where there is no such user
 */
export async function findRecipient(
  userId: string,
  needed: 'email' | 'phone',
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<Recipient> {
  const [known] = await db.read(
    messaging,
    (sql) => sql<(typeof recipient.$inferSelect)[]>`select * from recipient where user_id = ${userId}`,
  )
  if (known && (needed === 'email' || known.isPhoneKnown)) return known
  const { email, firstName, phone } = await call(userName, serviceActor('messaging', userId), {
    params: { id: userId },
  })
  const asked = { email, firstName, phone, isPhoneKnown: true }
  await db.transaction(messaging, (tx) =>
    tx
      .insert(recipient)
      .values({ userId, ...asked })
      .onConflictDoUpdate({ target: recipient.userId, set: asked }),
  )
  return asked
}
