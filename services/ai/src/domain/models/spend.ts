import type { Tx } from '@keyhold/kit/database/database'
import { sql } from 'drizzle-orm'
import type { Usage } from './prices.ts'

/** The month that a moment is billed to, in UTC. */
export const monthOf = (moment: Date): string => moment.toISOString().slice(0, 7)

export interface Reservation {
  landlordId: string
  month: string
  /** The most that the call can cost, in dollars. */
  amount: number
}

/**
 * Sets aside what a call can cost at most, so that calls at the same time cannot pass the ceiling together. False when it would be passed. What a
 * crashed process had set aside stays so until the end of the month.
 */
export async function reserve(tx: Tx, { landlordId, month, amount }: Reservation, ceiling: number): Promise<boolean> {
  if (amount > ceiling) return false
  const rows = await tx.execute(sql`
    insert into model_spend (landlord_id, month, reserved) values (${landlordId}::uuid, ${month}, ${amount}::numeric)
    on conflict (landlord_id, month) do update set reserved = model_spend.reserved + excluded.reserved
    where model_spend.spent + model_spend.reserved + excluded.reserved <= ${ceiling}::numeric returning 1`)
  return rows.length > 0
}

/** Replaces a reservation by what was used. */
export async function settle(
  tx: Tx,
  { landlordId, month, amount }: Reservation,
  used: Usage,
  cost: number,
): Promise<void> {
  await tx.execute(sql`
    update model_spend set reserved = greatest(reserved - ${amount}::numeric, 0), spent = spent + ${cost}::numeric, calls = calls + 1,
      input_tokens = input_tokens + ${used.inputTokens}::int, output_tokens = output_tokens + ${used.outputTokens}::int
    where landlord_id = ${landlordId}::uuid and month = ${month}`)
}
