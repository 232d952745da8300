import type { Message } from '@keyhold/contracts/messaging/conversations-messages'
import type { Database, ReadSql } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { type Participant, type Reader, readerOf } from './conversation-rows.ts'

/** The key of the delivery that also sends a message by this channel. */
export const messageKey = (id: string, channel: 'sms' | 'email') => `message:${id}:${channel}`
/** The message of such a key. */
export const messageOfKey = (key: string): string | undefined => /^message:([\da-f-]{36}):/.exec(key)?.[1]

const uuid = `'^[0-9a-f]{8}-[0-9a-f-]{27}$'`

/** Selects messages as the API answers them; the statement continues with its conditions on `m` and `c`. */
export function messageRows(sql: ReadSql, reader: Reader) {
  const isLandlord = reader === 'landlord'
  return sql<Message[]>`
    select m.id, m.conversation_id, m.number, m.message, m.sender, m.message_type, m.category, m.created_at, m.via,
      m.sources, m.outcome, m.proposal, m.proposal_decision,
      case when m.client_id ~ ${literal(sql, uuid)} then m.client_id end as client_id,
      ${isLandlord ? sql`m.via_address` : sql`null`} as via_address,
      m.number <= case m.sender when 'landlord' then c.tenant_read when 'tenant' then c.landlord_read
        else ${isLandlord ? sql`c.landlord_read` : sql`c.tenant_read`} end as is_read,
      (select jsonb_build_object('id', q.id, 'sender', q.sender, 'message', left(q.message, 300))
        from message q where q.landlord_id = m.landlord_id and q.id = m.quoted_id) as quote,
      (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'kind', f.kind, 'width', f.width, 'height', f.height,
          'url', '/api/conversation-files/' || f.id || case f.kind when 'image' then '/full' else '/file' end,
          'thumbnailUrl', case f.kind when 'image' then '/api/conversation-files/' || f.id || '/card' end) order by f.created_at, f.id), '[]')
        from conversation_file f where f.landlord_id = m.landlord_id and f.message_id = m.id) as files,
      ${
        isLandlord
          ? sql`(select coalesce(jsonb_agg(jsonb_build_object('channel', d.channel, 'reason', d.reason,
              'status', case when d.held is not null then 'held' else d.status end) order by d.channel), '[]')
              from delivery d where m.sender = 'landlord' and d.key in ('message:' || m.id || ':sms', 'message:' || m.id || ':email'))`
          : sql`'[]'::jsonb`
      } as deliveries
    from message m
    join conversation c on c.landlord_id = m.landlord_id and c.id = m.conversation_id`
}

// A constant of this file as text of the statement.
const literal = (sql: ReadSql, text: string) => sql(Object.assign([text], { raw: [text] }))

/** @throws Refusal 404 unless it is in a conversation of the actor's */
export async function findMessage(db: Database, actor: Participant, id: string): Promise<Message> {
  const [row] = await db.read(
    actor,
    (sql) =>
      sql<
        Message[]
      >`${messageRows(sql, readerOf(actor))} where m.landlord_id = ${actor.landlordId || null}::uuid and m.id = ${id}`,
  )
  return row ?? notFound('Message')
}
