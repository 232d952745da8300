import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { dayMs } from '@keyhold/kit/lib/dates'
import { sql } from 'drizzle-orm'
import { ticketMessagesPerDay, ticketsPerDay } from '../../limits.ts'

/** Limits what a landlord writes to support within 24 hours. Concurrent messages wait for each other. @throws Refusal 429 */
export async function limitTickets(
  tx: Tx,
  { landlordId, isNew }: { landlordId: string; isNew: boolean },
  now: Date,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tickets ${landlordId}`}, 7))`)
  const since = new Date(now.getTime() - dayMs).toISOString()
  const [recent] = await tx.execute<{ tickets: number; messages: number }>(sql`
    select (select count(*)::int from support_tickets where landlord_id = ${landlordId}::uuid and created_at > ${since}::timestamptz) as tickets,
      (select count(*)::int from ticket_messages
        where landlord_id = ${landlordId}::uuid and created_at > ${since}::timestamptz and not from_admin) as messages`)
  if (isNew && recent!.tickets >= ticketsPerDay)
    refuse(
      'too-many-requests',
      `You have opened ${ticketsPerDay} tickets within 24 hours. Please add to one of them, or try again later.`,
    )
  if (recent!.messages >= ticketMessagesPerDay)
    refuse(
      'too-many-requests',
      `You have written ${ticketMessagesPerDay} messages to us within 24 hours. Please try again later.`,
    )
}
