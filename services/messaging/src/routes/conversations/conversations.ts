import {
  changeConversation,
  ConversationChanged,
  countUnread,
  createChatConversation,
  createPortalConversation,
  type conversationQuery,
  getConversation,
  listChatConversations,
  listPortalConversations,
  listTenantConversations,
} from '@keyhold/contracts/messaging/conversations'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { containing, pageBy, whole } from '@keyhold/kit/http/paging'
import { refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import {
  conversationRows,
  findConversation,
  type Participant,
  readerOf,
} from '../../domain/conversations/conversation-rows.ts'
import { openConversation } from '../../domain/conversations/open.ts'
import { peopleOf } from '../../domain/conversations/people.ts'
import { type ConversationRow, lockConversation } from '../../domain/conversations/posting.ts'
import { knowLandlord } from '../../projections/directory.ts'
import { conversation } from '../../schema/conversations.ts'

type Asked = Tools & { actor: Participant; query: z.output<typeof conversationQuery> }

async function list({ actor, query, ...tools }: Asked) {
  const { limit, q, tenantId, show } = query
  const reader = readerOf(actor)
  if (reader === 'landlord' && actor.landlordId) await knowLandlord(actor.landlordId, tools)
  const behind = timeCursor.decode(query.cursor)
  const pattern = q ? containing(q) : undefined
  const [rows, [counted]] = await tools.db.read(actor, (sql) => {
    const read = reader === 'landlord' ? sql`c.landlord_read` : sql`c.tenant_read`
    // An index over texts is not used under row level security: a search reads the messages of this landlord alone.
    const found = sql`and (c.subject ilike ${pattern} or exists (select from tenant n where n.landlord_id = c.landlord_id and n.tenant_id = c.tenant_id and n.first_name || ' ' || n.last_name ilike ${pattern})
      or exists (select from message s where s.landlord_id = c.landlord_id and s.conversation_id = c.id and s.message ilike ${pattern}))`
    const matching = sql`c.landlord_id = ${actor.landlordId || null}::uuid
      ${pattern ? found : sql``}
      ${tenantId ? sql`and c.tenant_id = ${tenantId}` : sql``}
      ${show === 'unread' ? sql`and c.message_count > ${read}` : sql``}
      ${show === 'needs_answer' && reader === 'landlord' ? sql`and c.needs_answer is not null` : sql``}
      ${show === 'closed' ? sql`and c.status = 'closed'` : sql``}`
    return [
      sql<ReturnType<typeof conversationRows>['rows']>`${conversationRows(sql, reader, pattern)} where ${matching}
        ${behind ? sql`and (c.last_message_at, c.id) < (${behind[0]}::timestamptz, ${behind[1]}::uuid)` : sql``}
        order by c.last_message_at desc, c.id desc limit ${whole(sql, limit + 1)}`,
      sql<{ total: number }[]>`select count(*) as total from conversation c where ${matching}`,
    ]
  })
  return pageBy(rows, {
    limit,
    total: counted?.total ?? 0,
    cursorOf: (last) => timeCursor.encode(last.lastMessageAt, last.id),
  })
}

interface Wanted {
  subject: string | null
  tenantId?: string | null | undefined
  propertyId?: string | null | undefined
  category?: ConversationRow['category']
  priority?: ConversationRow['priority']
}

async function create(actor: LandlordActor, wanted: Wanted, { db, ...tools }: Tools) {
  const { landlordId } = actor
  await knowLandlord(landlordId, { db, ...tools })
  const { id } = await db.transaction(actor, async (tx) => {
    const about = await aboutOf(tx, landlordId, wanted)
    const { category, priority } = wanted
    const chosen = { ...(category ? { category } : {}), ...(priority ? { priority } : {}) }
    return openConversation(tx, { landlordId, ...about, ...chosen }, tools.clock.now())
  })
  return findConversation(db, actor, id)
}

/** Tenant and home of a new conversation: the landlord's own. @throws Refusal 400 for those of another */
async function aboutOf(tx: Tx, landlordId: string, { tenantId = null, propertyId = null, subject }: Wanted) {
  const { person, home } = await peopleOf(tx, { landlordId, tenantId, propertyId })
  if (tenantId !== null && !person) refuseField('tenantId', 'Choose one of your tenants')
  if (propertyId !== null && !home) refuseField('propertyId', 'Choose one of your properties')
  return {
    tenantId,
    propertyId: propertyId ?? person?.propertyId ?? null,
    subject: subject ?? (person ? `${person.firstName} ${person.lastName}` : 'Assistant'),
  }
}

export const conversationRoutes = [
  serve(listChatConversations, list),
  serve(listPortalConversations, list),
  serve(listTenantConversations, list),
  serve(createChatConversation, ({ actor, body, params: _, query: __, request: ___, ...tools }) =>
    create(actor, { ...body, subject: body.title ?? null }, tools),
  ),
  serve(createPortalConversation, ({ actor, body, params: _, query: __, request: ___, ...tools }) =>
    create(actor, body, tools),
  ),

  serve(getConversation, ({ actor, params, db }) => findConversation(db, actor, params.id)),

  serve(changeConversation, async ({ actor, params, body, db }) => {
    const { landlordId } = actor
    await db.transaction(actor, async (tx) => {
      const { tenantId } = await lockConversation(tx, landlordId, params.id)
      const change = {
        ...(body.status ? { status: body.status } : {}),
        ...(body.needsAnswer === null || body.status === 'closed'
          ? { needsAnswer: null, needsAnswerReason: null }
          : {}),
      }
      if (Object.keys(change).length === 0) return
      await tx.update(conversation).set(change).where(eq(conversation.id, params.id))
      await emit(tx, ConversationChanged, { landlordId, conversationId: params.id, tenantId })
    })
    return findConversation(db, actor, params.id)
  }),

  serve(countUnread, async ({ actor, db }) => {
    const landlordId = actor.landlordId || null
    const [counts] = await db.read(actor, (sql) =>
      actor.role === 'tenant'
        ? sql<
            Unread[]
          >`select count(*) as conversations, coalesce(sum(message_count - tenant_read), 0) as messages, 0 as needs_answer
            from conversation where landlord_id = ${landlordId}::uuid and message_count > tenant_read`
        : sql<Unread[]>`select count(*) filter (where message_count > landlord_read) as conversations,
            coalesce(sum(message_count - landlord_read), 0) as messages, count(needs_answer) as needs_answer
            from conversation where landlord_id = ${landlordId}::uuid and (message_count > landlord_read or needs_answer is not null)`,
    )
    const { conversations = 0, messages = 0, needsAnswer = 0 } = counts ?? {}
    return { conversations, messages, needsAnswer }
  }),
]

interface Unread {
  conversations: number
  messages: number
  needsAnswer: number
}
