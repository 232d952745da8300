import type { Conversation } from '@keyhold/contracts/messaging/conversations'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'

/** Which side of a conversation reads. */
export type Reader = 'landlord' | 'tenant'
export type Participant = LandlordActor | TenantActor
export const readerOf = (actor: Participant): Reader => (actor.role === 'tenant' ? 'tenant' : 'landlord')

/** Selects conversations as the API answers them; the statement continues with its conditions. A tenant learns nothing of what is the landlord's alone. */
export function conversationRows(sql: ReadSql, reader: Reader, pattern?: string) {
  const isLandlord = reader === 'landlord'
  return sql<Conversation[]>`
    select c.id, c.subject, c.subject as title, c.tenant_id, c.property_id, c.category, c.priority, c.status, c.last_message_at,
      c.last_message, c.last_sender, c.message_count, c.landlord_read, c.tenant_read, c.created_at,
      ${isLandlord ? sql`c.message_count - c.landlord_read` : sql`c.message_count - c.tenant_read`} as unread,
      ${isLandlord ? sql`c.needs_answer, c.needs_answer_reason` : sql`null as needs_answer, null as needs_answer_reason`},
      t.first_name || ' ' || t.last_name as tenant_name, p.name as property_name,
      ${pattern === undefined ? sql`null` : sql`(select m.message from message m where m.landlord_id = c.landlord_id and m.conversation_id = c.id and m.message ilike ${pattern} order by m.number desc limit 1)`} as match
    from conversation c
    left join tenant t on t.landlord_id = c.landlord_id and t.tenant_id = c.tenant_id
    left join property p on p.landlord_id = c.landlord_id and p.property_id = c.property_id`
}

/** @throws Refusal 404 unless it is the actor's */
export async function findConversation(db: Database, actor: Participant, id: string): Promise<Conversation> {
  const [row] = await db.read(
    actor,
    (sql) =>
      sql<
        Conversation[]
      >`${conversationRows(sql, readerOf(actor))} where c.landlord_id = ${actor.landlordId || null}::uuid and c.id = ${id}`,
  )
  return row ?? notFound('Conversation')
}
