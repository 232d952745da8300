import { serviceActor } from '@keyhold/kit/runtime/actor'
import { eq, sql } from 'drizzle-orm'
import type { ProviderState } from '../providers/provider.ts'
import { subscriptions } from '../schema.ts'
import type { BillingContext } from './context.ts'

/** A subscription as the provider answered it, with the ticket that was drawn before it was asked. */
export interface ProviderAnswer {
  landlordId: string
  ticket: number
  state: ProviderState
}

/**
 * Asks the provider. Answers may overtake each other, and Stripe's objects carry no version. So each query draws a ticket first, a number
 * that grows per landlord, and the answer to an earlier query never overwrites the answer to a later one.
 */
export async function queryProvider<T>(
  { db }: Pick<BillingContext, 'db'>,
  landlordId: string,
  query: () => Promise<T>,
): Promise<{ ticket: number; answer: T }> {
  const [row] = await db.transaction(serviceActor('billing', landlordId), (tx) =>
    tx
      .update(subscriptions)
      .set({ asked: sql`${subscriptions.asked} + 1` })
      .where(eq(subscriptions.landlordId, landlordId))
      .returning({ ticket: subscriptions.asked }),
  )
  return { ticket: row!.ticket, answer: await query() }
}
