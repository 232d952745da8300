import { AssistantProposal, assistantOutcomes, AssistantSource } from './assistant.ts'
import { ConversationFile } from './conversations-files.ts'
import * as routes from './conversations-messages.routes.ts'
import { conversationCategories, senders } from './conversations.ts'
import { channels } from './deliveries.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { flag, id, instant, line, optional, pageQuery, prose } from '../scalars.ts'
import { z } from '../zod.ts'

export const maxMessageLength = 5000
export const filesPerMessage = 10

/** `opt_out`, `opt_in`: a text that ended texts to the phone, or allowed them again. */
export const messageTypes = ['text', 'opt_out', 'opt_in'] as const

/** What became of a message that was also sent as a text or a mail. */
export const MessageDelivery = z.object({
  channel: z.enum(channels),
  status: z.enum(['pending', 'held', 'sent', 'failed']),
  reason: z.string().nullable(),
})

export const Message = z
  .object({
    id,
    conversationId: id,
    /** Within its conversation, from 1. */
    number: z.int(),
    message: z.string(),
    sender: z.enum(senders),
    messageType: z.enum(messageTypes),
    category: z.enum(conversationCategories),
    /** By the other side; of a message of another, by the caller. */
    isRead: z.boolean(),
    createdAt: instant,
    /** What the sender's page called it; null for what came otherwise. */
    clientId: id.nullable(),
    /** How it came in. `viaAddress`: the phone or mail address it came from, for the landlord. */
    via: z.enum(['app', ...channels]),
    viaAddress: z.string().nullable(),
    quote: z.object({ id, sender: z.enum(senders), message: z.string() }).nullable(),
    files: z.array(ConversationFile),
    /** What the assistant's answer rests on. */
    sources: z.array(AssistantSource),
    outcome: z.enum(assistantOutcomes).nullable(),
    proposal: AssistantProposal.nullable(),
    proposalDecision: z.enum(['confirmed', 'declined']).nullable(),
    /** For the landlord only. */
    deliveries: z.array(MessageDelivery),
  })
  .meta({ id: 'Message' })
export type Message = z.output<typeof Message>

const listed = { query: pageQuery, response: z.array(Message), paged: true } as const
const summary = 'The latest messages, oldest first; the next page has those before them'

export const listChatMessages = endpoint(routes.listChatMessages, { ...listed, summary })
export const listPortalMessages = endpoint(routes.listPortalMessages, { ...listed, summary })
export const listTenantMessages = endpoint(routes.listTenantMessages, { ...listed, summary })

const written = {
  message: prose(maxMessageLength, 'Write a message first'),
  messageType: z.literal('text').default('text'),
  category: z.enum(conversationCategories).optional(),
  /** Made by the sender's page: a repeated send with the same id answers the first message. */
  clientId: optional(id),
  quotedId: optional(id),
  fileIds: z.array(id).max(filesPerMessage, `At most ${filesPerMessage} files`).default([]),
}
const ofLandlord = {
  ...written,
  conversationId: id,
  /** Asks the assistant for an answer. */
  generateAIResponse: flag.default(false),
  /** Also sends it to the tenant's phone, or mailbox. */
  alsoText: flag.default(false),
  alsoMail: flag.default(false),
}
const sent = { status: 201, response: Message } as const

/** In a conversation without a tenant the assistant always answers. */
export const sendChatMessage = endpoint(routes.sendChatMessage, {
  ...sent,
  body: z.object({ ...ofLandlord, sender: z.literal('landlord').default('landlord') }),
  summary: 'Send a message to the tenant of a conversation, or to the assistant',
})

export const sendPortalMessage = endpoint(routes.sendPortalMessage, {
  ...sent,
  body: z.object(ofLandlord),
  summary: 'Send a message to the tenant of a conversation, with an answer of the assistant where asked for',
})

export const sendTenantMessage = endpoint(routes.sendTenantMessage, {
  ...sent,
  /** Without `conversationId`: the tenant's latest open conversation, or a new one. */
  body: z.object({ ...written, conversationId: optional(id), subject: optional(line(200)) }),
  summary: 'Send a message to the landlord',
})

export const tenantChat = endpoint(routes.tenantChat, {
  ...sent,
  body: z.object(written),
  summary: 'Ask the landlord or their assistant something, in the latest open conversation',
})

export const decideProposal = endpoint(routes.decideProposal, {
  body: z.object({ decision: z.enum(['confirmed', 'declined']) }),
  response: Message,
  summary: 'Confirm or decline what the assistant proposed; the id is that of the message',
})

export const MessagePosted = event({
  type: 'messaging.message.posted',
  version: 1,
  subject: 'conversationId',
  data: z.object({
    landlordId: id,
    conversationId: id,
    tenantId: id.nullable(),
    messageId: id,
    number: z.int(),
    sender: z.enum(senders),
  }),
})

/** The tenant agreed to what the assistant proposed: the service that owns such records does it. */
export const ProposalConfirmed = event({
  type: 'messaging.proposal.confirmed',
  version: 1,
  subject: 'messageId',
  data: z.object({
    landlordId: id,
    tenantId: id,
    conversationId: id,
    messageId: id,
    propertyId: id.nullable(),
    /** The login that confirmed it. Absent in events from before this was added. */
    userId: id.optional(),
    proposal: AssistantProposal,
  }),
})
