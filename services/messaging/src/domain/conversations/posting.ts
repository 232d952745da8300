import { AssistantAsked, type AssistantProposal, type AssistantSource } from '@keyhold/contracts/messaging/assistant'
import type { Sender } from '@keyhold/contracts/messaging/conversations'
import { MessagePosted } from '@keyhold/contracts/messaging/conversations-messages'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq } from 'drizzle-orm'
import { conversation, message } from '../../schema/conversations.ts'

export type ConversationRow = typeof conversation.$inferSelect
export type MessageRow = typeof message.$inferSelect

/** Locks a conversation, so that its messages are numbered one after the other. @throws Refusal 404 unless the transaction's actor sees it */
export async function lockConversation(tx: Tx, landlordId: string, id: string): Promise<ConversationRow> {
  const [row] = await tx
    .select()
    .from(conversation)
    .where(and(eq(conversation.landlordId, landlordId), eq(conversation.id, id)))
    .for('update')
  return row ?? notFound('Conversation')
}

export interface NewMessage {
  sender: Sender
  message: string
  messageType?: MessageRow['messageType']
  category?: MessageRow['category'] | undefined
  clientId?: string | null | undefined
  via?: MessageRow['via']
  viaAddress?: string | null
  quotedId?: string | null | undefined
  inReplyTo?: string
  outcome?: MessageRow['outcome']
  sources?: z.output<typeof AssistantSource>[]
  proposal?: z.output<typeof AssistantProposal> | null
  /** Asks the assistant for an answer. */
  asksAssistant?: boolean
}

export interface Posted {
  id: string
  /** False where the sender had sent it before: nothing was added. */
  isNew: boolean
}

const previewLength = 160

const refuseUsed = (): never =>
  refuse('conflict', 'This message could not be stored under its id. Please send it again.')

/** Adds a message to a conversation that this transaction has locked, once for each `clientId`, and publishes it. */
export async function postMessage(tx: Tx, row: ConversationRow, given: NewMessage, now: Date): Promise<Posted> {
  const { sender, clientId = null, quotedId = null, asksAssistant = false, ...rest } = given
  const { id: conversationId, landlordId, tenantId } = row
  const inConversation = and(eq(message.landlordId, landlordId), eq(message.conversationId, conversationId))
  if (clientId !== null) {
    const [before] = await tx
      .select({ id: message.id, sender: message.sender })
      .from(message)
      .where(and(eq(message.landlordId, landlordId), eq(message.clientId, clientId)))
    if (before && before.sender !== sender) refuseUsed()
    if (before) return { id: before.id, isNew: false }
  }
  if (quotedId !== null && (await tx.$count(message, and(inConversation, eq(message.id, quotedId)))) === 0)
    refuse('invalid-input', 'The message that you quote is not in this conversation.')
  const number = row.messageCount + 1
  const at = now.toISOString()
  const [made] = await tx
    .insert(message)
    .values({
      ...rest,
      category: rest.category ?? row.category,
      landlordId,
      conversationId,
      tenantId,
      number,
      sender,
      clientId,
      quotedId,
      createdAt: at,
    })
    .onConflictDoNothing({ target: [message.landlordId, message.clientId] })
    .returning({ id: message.id })
  // Somebody else's message, which the sender does not see, has this id.
  if (!made) return refuseUsed()
  const change = changeOf(row, given, number, at)
  await tx.update(conversation).set(change).where(eq(conversation.id, conversationId))
  // Further messages of the same transaction go on from here.
  Object.assign(row, change)
  const which = { landlordId, conversationId, tenantId, messageId: made.id }
  await emit(tx, MessagePosted, { ...which, number, sender })
  if (asksAssistant && sender !== 'ai') await emit(tx, AssistantAsked, { ...which, askedBy: sender })
  return { id: made.id, isNew: true }
}

/** What a message changes in its conversation. Who writes has read what is above. */
function changeOf(row: ConversationRow, { sender, message: said, outcome }: NewMessage, number: number, at: string) {
  return {
    messageCount: number,
    lastMessageAt: at,
    lastMessage: said.slice(0, previewLength),
    lastSender: sender,
    status: 'active' as const,
    ...(sender === 'landlord' ? { landlordRead: number, needsAnswer: null, needsAnswerReason: null } : {}),
    ...(sender === 'tenant' ? { tenantRead: number } : {}),
    // An emergency stays one until the landlord answers.
    ...(outcome === 'emergency' || (outcome === 'handed_over' && row.needsAnswer === null)
      ? { needsAnswer: outcome }
      : {}),
  }
}
