import { conversationForAssistant, postAssistantReply } from '@keyhold/contracts/messaging/assistant'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { type Actor, scopeOf } from '@keyhold/kit/runtime/actor'
import { and, eq } from 'drizzle-orm'
import { alertAboutConversation, noticeAnswerNeeded } from '../../domain/conversations/alert.ts'
import { lockConversation, postMessage } from '../../domain/conversations/posting.ts'
import type { Channels } from '../../providers/channels.ts'
import { conversation, message } from '../../schema/conversations.ts'

const shownToAssistant = 20

interface Said {
  id: string
  sender: 'ai' | 'tenant' | 'landlord'
  message: string
  createdAt: string
}

/** The landlord on whose behalf the assistant's service calls. */
const landlordOf = (actor: Actor) => scopeOf(actor).landlordId || notFound('Conversation')

/** Called by the service that answers, on behalf of the conversation's landlord. */
export const assistantRoutes = ({ publicUrl }: Pick<Channels, 'publicUrl'>) => [
  serve(conversationForAssistant, async ({ actor, params, query: { upTo }, db }) => {
    const landlordId = landlordOf(actor)
    const [[found], said] = await db.read(actor, (sql) => [
      sql<
        { id: string; tenantId: string | null; propertyId: string | null }[]
      >`select id, tenant_id, property_id from conversation where landlord_id = ${landlordId} and id = ${params.id}`,
      sql<
        Said[]
      >`select id, sender, message, created_at from message where landlord_id = ${landlordId} and conversation_id = ${params.id}
        ${upTo === undefined ? sql`` : sql`and number <= (select number from message where landlord_id = ${landlordId} and conversation_id = ${params.id} and id = ${upTo})`}
        order by number desc limit ${shownToAssistant}`,
    ])
    return found ? { ...found, messages: said.toReversed() } : notFound('Conversation')
  }),

  serve(postAssistantReply, async ({ actor, params, body, db, clock }) => {
    const landlordId = landlordOf(actor)
    const { inReplyTo, outcome, reason, sources, proposal } = body
    const now = clock.now()
    return db.transaction(actor, async (tx) => {
      const row = await lockConversation(tx, landlordId, params.id)
      const inConversation = and(eq(message.landlordId, landlordId), eq(message.conversationId, row.id))
      const [asked] = await tx
        .select()
        .from(message)
        .where(and(inConversation, eq(message.id, inReplyTo)))
      if (!asked || asked.sender === 'ai') return notFound('Message')
      if ((await tx.$count(message, and(eq(message.landlordId, landlordId), eq(message.inReplyTo, inReplyTo)))) > 0)
        return refuse('conflict', 'This message has been answered.')
      const wasNeeded = row.needsAnswer
      const reply = { sender: 'ai' as const, message: body.message, inReplyTo, outcome, sources }
      // Only a tenant confirms a proposal.
      const { id } = await postMessage(tx, row, { ...reply, proposal: row.tenantId === null ? null : proposal }, now)
      // The reason of an emergency stays until somebody has confirmed it.
      if (outcome === 'emergency' || (outcome === 'handed_over' && wasNeeded !== 'emergency'))
        await tx.update(conversation).set({ needsAnswerReason: reason }).where(eq(conversation.id, row.id))
      const about = { messageId: asked.id, said: asked.message }
      const isEmergency = outcome === 'emergency'
      if (isEmergency) await alertAboutConversation(tx, row, about, { publicUrl, now })
      // What the landlord wrote needs nobody's answer.
      if (outcome !== 'answered' && row.tenantId !== null && asked.sender === 'tenant')
        await noticeAnswerNeeded(tx, row, { ...about, isEmergency }, { publicUrl, now })
      return { id }
    })
  }),
]
