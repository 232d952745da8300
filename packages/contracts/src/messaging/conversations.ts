import * as routes from './conversations.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, line, optional, pageQuery, search, whole } from '../scalars.ts'
import { z } from '../zod.ts'

/** Who says a message. */
export const senders = ['landlord', 'tenant', 'ai'] as const
export type Sender = (typeof senders)[number]

export const conversationCategories = ['general', 'maintenance', 'payment', 'lease'] as const
export const conversationPriorities = ['low', 'normal', 'high', 'urgent'] as const
export const conversationStatuses = ['active', 'closed'] as const
/** Why the assistant left the answer to the landlord. */
export const answersNeeded = ['handed_over', 'emergency'] as const

/** One with a tenant is read by that tenant; one without is private to the landlord and the assistant. */
export const Conversation = z
  .object({
    id,
    /** The same words as `subject`, under the name that the chat screen uses. */
    title: z.string(),
    subject: z.string(),
    tenantId: id.nullable(),
    tenantName: z.string().nullable(),
    propertyId: id.nullable(),
    propertyName: z.string().nullable(),
    category: z.enum(conversationCategories),
    priority: z.enum(conversationPriorities),
    status: z.enum(conversationStatuses),
    lastMessageAt: instant,
    /** The beginning of the last message; null before the first. */
    lastMessage: z.string().nullable(),
    lastSender: z.enum(senders).nullable(),
    /** Messages are numbered from 1, so this is also the number of the last. */
    messageCount: z.int(),
    /** Messages that the caller has not read. */
    unread: z.int(),
    /** Up to which message each side has read. */
    landlordRead: z.int(),
    tenantRead: z.int(),
    /** For the landlord only; null for a tenant. */
    needsAnswer: z.enum(answersNeeded).nullable(),
    needsAnswerReason: z.string().nullable(),
    /** The latest message that contains what was searched for. */
    match: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'Conversation' })
export type Conversation = z.output<typeof Conversation>

export const conversationQuery = pageQuery.extend({
  q: search,
  tenantId: id.optional(),
  show: z.enum(['unread', 'needs_answer', 'closed']).optional(),
})

const listed = { query: conversationQuery, response: z.array(Conversation), paged: true } as const

export const listChatConversations = endpoint(routes.listChatConversations, {
  ...listed,
  summary: "The landlord's conversations, the latest message first",
})
export const listPortalConversations = endpoint(routes.listPortalConversations, {
  ...listed,
  summary: "The landlord's conversations, the latest message first",
})
export const listTenantConversations = endpoint(routes.listTenantConversations, {
  ...listed,
  summary: "The tenant's own conversations, the latest message first",
})

/** `title` may be left out: the tenant's name or "Assistant" then stands for it. */
export const ChatConversationForm = z.object({
  title: optional(line(200)),
  tenantId: optional(id),
  propertyId: optional(id),
})

export const createChatConversation = endpoint(routes.createChatConversation, {
  status: 201,
  body: ChatConversationForm,
  response: Conversation,
  summary: 'Start a conversation with a tenant, or with the assistant alone',
})

export const PortalConversationForm = z.object({
  subject: line(200, 'Subject is required'),
  tenantId: optional(id),
  propertyId: optional(id),
  category: z.enum(conversationCategories).default('general'),
  priority: z.enum(conversationPriorities).default('normal'),
})

export const createPortalConversation = endpoint(routes.createPortalConversation, {
  status: 201,
  body: PortalConversationForm,
  response: Conversation,
  summary: 'Start a conversation with a tenant, or with the assistant alone',
})

export const getConversation = endpoint(routes.getConversation, {
  response: Conversation,
  summary: 'A conversation of the landlord, or of the tenant',
})

export const changeConversation = endpoint(routes.changeConversation, {
  body: z.object({
    status: z.enum(conversationStatuses).optional(),
    /** The landlord has dealt with what the assistant handed over. */
    needsAnswer: z.null().optional(),
  }),
  response: Conversation,
  summary: 'Close a conversation, open it again, or mark it as answered',
})

export const readConversation = endpoint(routes.readConversation, {
  body: z.object({ number: whole(0, 2_000_000_000, 'The number of a message') }),
  response: z.object({ read: z.int() }),
  idempotent: false,
  summary: 'Mark the messages up to this number as read by the caller',
})

export const typeInConversation = endpoint(routes.typeInConversation, {
  response: z.object({ shownForMs: z.int() }),
  idempotent: false,
  summary: 'Tell the other side that the caller is writing',
})

export const countUnread = endpoint(routes.countUnread, {
  response: z.object({
    conversations: z.int(),
    messages: z.int(),
    /** For a landlord: conversations that the assistant handed over. */
    needsAnswer: z.int(),
  }),
  summary: "The caller's unread conversations and messages",
})

const which = { landlordId: id, conversationId: id, tenantId: id.nullable() }

export const ConversationChanged = event({
  type: 'messaging.conversation.changed',
  version: 1,
  subject: 'conversationId',
  data: z.object(which),
})
/** One side has read further. */
export const ConversationRead = event({
  type: 'messaging.conversation.read',
  version: 1,
  subject: 'conversationId',
  data: z.object({ ...which, by: z.enum(['landlord', 'tenant']) }),
})
// The stream names a type and a record only, so who is writing is part of the type.
export const LandlordTyping = event({
  type: 'messaging.typing.landlord',
  version: 1,
  subject: 'conversationId',
  data: z.object(which),
})
export const TenantTyping = event({
  type: 'messaging.typing.tenant',
  version: 1,
  subject: 'conversationId',
  data: z.object(which),
})
