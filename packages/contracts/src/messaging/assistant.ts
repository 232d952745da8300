import * as routes from './assistant.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

/** A message in a conversation waits for the assistant's answer. */
export const AssistantAsked = event({
  type: 'messaging.assistant.asked',
  version: 1,
  subject: 'conversationId',
  data: z.object({
    landlordId: id,
    conversationId: id,
    messageId: id,
    /** Whose records the answer may use; null in a conversation of the landlord alone: the landlord's own. */
    tenantId: id.nullable(),
    askedBy: z.enum(['tenant', 'landlord']),
  }),
})

/** What an answer rests on: a record, what it says, and the page that shows it. */
export const AssistantSource = z.object({
  label: z.string().max(200),
  text: z.string().max(1000),
  path: z.string().max(300).nullable(),
})

/** Something the assistant can do once the tenant confirms it. */
export const AssistantProposal = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('maintenance_request'),
    title: z.string().max(200),
    description: z.string().max(5000),
    category: z.string().max(40),
    priority: z.enum(['low', 'medium', 'high', 'emergency']),
  }),
  z.object({ kind: z.literal('resend_receipt'), receiptId: id, description: z.string().max(200) }),
  /** One of the times that the landlord or the vendor offers for a request. */
  z.object({
    kind: z.literal('book_visit'),
    requestId: id,
    visitId: id,
    title: z.string().max(200),
    description: z.string().max(200),
  }),
])

/** What became of a proposal that the tenant confirmed: the conversation says so. Published by the service that did it, or could not. */
export const ProposalOutcome = z.object({
  landlordId: id,
  tenantId: id,
  conversationId: id,
  /** The message with the proposal. */
  messageId: id,
  isDone: z.boolean(),
  /** In words for the tenant. */
  message: z.string().max(500),
})

export const assistantOutcomes = ['answered', 'handed_over', 'emergency'] as const

export const AssistantReply = z.object({
  /** The message that it answers; a second reply to one message is refused (409). */
  inReplyTo: id,
  /** `handed_over`: the landlord is asked to answer; `emergency`: also alerted at once. */
  outcome: z.enum(assistantOutcomes),
  message: z.string().min(1).max(5000),
  /** Why it was handed over, in words for the landlord. */
  reason: z.string().max(500).nullable(),
  sources: z.array(AssistantSource).max(20),
  proposal: AssistantProposal.nullable(),
  engine: z.enum(['built-in', 'openai']),
})

export const conversationForAssistant = endpoint(routes.conversationForAssistant, {
  query: z.object({
    /** The last of the messages: by now others may have followed it. */
    upTo: id.optional(),
  }),
  response: z.object({
    id,
    tenantId: id.nullable(),
    propertyId: id.nullable(),
    /** At most the 20 latest, oldest first. */
    messages: z.array(
      z.object({ id, sender: z.enum(['ai', 'tenant', 'landlord']), message: z.string(), createdAt: instant }),
    ),
  }),
  summary: 'What was said in a conversation, for the assistant',
})

export const postAssistantReply = endpoint(routes.postAssistantReply, {
  status: 201,
  body: AssistantReply,
  response: z.object({ id }),
  summary: "Add the assistant's answer to a conversation",
})
