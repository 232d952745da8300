import {
  answersNeeded,
  conversationCategories,
  conversationPriorities,
  conversationStatuses,
  senders,
} from '@keyhold/contracts/messaging/conversations'
import { messageTypes } from '@keyhold/contracts/messaging/conversations-messages'
import { type AssistantProposal, assistantOutcomes, type AssistantSource } from '@keyhold/contracts/messaging/assistant'
import type { z } from '@keyhold/contracts/zod'
import { createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, text, unique } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** With a tenant: read by that tenant. Without: private to the landlord and the assistant, as row level security shows a tenant no row of another's. */
export const conversation = schema.table(
  'conversation',
  {
    id: id(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id'),
    propertyId: uuidRef('property_id'),
    subject: text('subject').notNull(),
    category: text('category', { enum: conversationCategories }).notNull().default('general'),
    priority: text('priority', { enum: conversationPriorities }).notNull().default('normal'),
    status: text('status', { enum: conversationStatuses }).notNull().default('active'),
    /** Messages are numbered from 1 without gaps: this is the number of the last one too. */
    messageCount: integer('message_count').notNull().default(0),
    lastMessageAt: instant('last_message_at').notNull(),
    lastMessage: text('last_message'),
    lastSender: text('last_sender', { enum: senders }),
    landlordRead: integer('landlord_read').notNull().default(0),
    tenantRead: integer('tenant_read').notNull().default(0),
    needsAnswer: text('needs_answer', { enum: answersNeeded }),
    needsAnswerReason: text('needs_answer_reason'),
    /** The secret part of the mail address whose mails land here. */
    mailToken: text('mail_token').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('conversation_mail_token').on(t.mailToken),
    index('conversation_latest').on(t.landlordId, t.lastMessageAt, t.id),
    index('conversation_of_tenant').on(t.landlordId, t.tenantId, t.lastMessageAt, t.id),
    index('conversation_unread')
      .on(t.landlordId)
      .where(sql`message_count > landlord_read or needs_answer is not null`),
    check('conversation_read', sql`${t.landlordRead} <= ${t.messageCount} and ${t.tenantRead} <= ${t.messageCount}`),
  ],
)

export const message = schema.table(
  'message',
  {
    id: id(),
    landlordId: landlordId(),
    conversationId: uuidRef('conversation_id').notNull(),
    /** That of the conversation, for row level security. */
    tenantId: uuidRef('tenant_id'),
    number: integer('number').notNull(),
    sender: text('sender', { enum: senders }).notNull(),
    messageType: text('message_type', { enum: messageTypes }).notNull().default('text'),
    category: text('category', { enum: conversationCategories }).notNull().default('general'),
    message: text('message').notNull(),
    /** The sender's own name for it; `sms:` and `mail:` with the provider's id for what came in. A second message of that name is not stored. */
    clientId: text('client_id'),
    via: text('via', { enum: ['app', 'sms', 'email'] })
      .notNull()
      .default('app'),
    viaAddress: text('via_address'),
    quotedId: uuidRef('quoted_id'),
    /** Of an answer of the assistant: the message that it answers. */
    inReplyTo: uuidRef('in_reply_to'),
    outcome: text('outcome', { enum: assistantOutcomes }),
    sources: jsonb('sources').$type<z.output<typeof AssistantSource>[]>().notNull().default([]),
    proposal: jsonb('proposal').$type<z.output<typeof AssistantProposal>>(),
    proposalDecision: text('proposal_decision', { enum: ['confirmed', 'declined'] }),
    createdAt: createdAt(),
  },
  (t) => [
    unique('message_number').on(t.landlordId, t.conversationId, t.number),
    unique('message_client_id').on(t.landlordId, t.clientId),
    unique('message_answer_once').on(t.landlordId, t.inReplyTo),
  ],
)

/** A photo or a PDF. Without a message it was chosen and not sent yet. */
export const conversationFile = schema.table(
  'conversation_file',
  {
    id: id(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id'),
    messageId: uuidRef('message_id'),
    /** Who chose it: nobody else can send it. */
    userId: uuidRef('user_id').notNull(),
    kind: text('kind', { enum: ['image', 'pdf'] }).notNull(),
    name: text('name').notNull(),
    blobName: text('blob_name').notNull(),
    /** The job that removes the stored file unless it is sent. */
    removalId: uuidRef('removal_id').notNull(),
    width: integer('width'),
    height: integer('height'),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('conversation_file_of_message').on(t.landlordId, t.messageId),
    index('conversation_file_unsent')
      .on(t.createdAt)
      .where(sql`message_id is null`),
  ],
)

/** What a landlord chose; the defaults without a row. */
export const conversationSetting = schema.table('conversation_setting', {
  landlordId: landlordId().primaryKey(),
  assistantAnswersTenants: boolean('assistant_answers_tenants').notNull(),
  updatedAt: updatedAt(),
})

export const cannedReply = schema.table(
  'canned_reply',
  {
    id: id(),
    landlordId: landlordId(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('canned_reply_by_title').on(t.landlordId, t.title, t.id)],
)
