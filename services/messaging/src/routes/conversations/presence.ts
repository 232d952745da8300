import {
  ConversationRead,
  LandlordTyping,
  readConversation,
  TenantTyping,
  typeInConversation,
} from '@keyhold/contracts/messaging/conversations'
import { serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import { eq } from 'drizzle-orm'
import { findConversation, readerOf } from '../../domain/conversations/conversation-rows.ts'
import { lockConversation } from '../../domain/conversations/posting.ts'
import { typingShownMs } from '../../limits.ts'
import { conversation } from '../../schema/conversations.ts'

/** What each side sees of the other besides messages: how far it has read, and that it is writing. */
export const presenceRoutes = [
  serve(readConversation, async ({ actor, params, body, db }) => {
    const landlordId = actor.landlordId ?? ''
    const reader = readerOf(actor)
    // Nothing is locked or published where nothing changes: pages report the same mark more than once.
    const seen = await findConversation(db, actor, params.id)
    const before = reader === 'landlord' ? seen.landlordRead : seen.tenantRead
    if (Math.min(body.number, seen.messageCount) <= before) return { read: before }
    const read = await db.transaction(actor, async (tx) => {
      const row = await lockConversation(tx, landlordId, params.id)
      const [column, old] =
        reader === 'landlord'
          ? (['landlordRead', row.landlordRead] as const)
          : (['tenantRead', row.tenantRead] as const)
      const number = Math.min(body.number, row.messageCount)
      if (number <= old) return old
      await tx
        .update(conversation)
        .set({ [column]: number })
        .where(eq(conversation.id, row.id))
      const { id: conversationId, tenantId } = row
      await emit(tx, ConversationRead, { landlordId, conversationId, tenantId, by: reader })
      return number
    })
    return { read }
  }),

  serve(typeInConversation, async ({ actor, params, db }) => {
    const { id: conversationId, tenantId } = await findConversation(db, actor, params.id)
    // In a conversation of the landlord's own nobody watches.
    if (tenantId !== null)
      await db.transaction(actor, (tx) =>
        emit(tx, actor.role === 'tenant' ? TenantTyping : LandlordTyping, {
          landlordId: actor.landlordId ?? '',
          conversationId,
          tenantId,
        }),
      )
    return { shownForMs: typingShownMs }
  }),
]
