import { ticketStatuses } from '@keyhold/contracts/identity/support-tickets'
import { createdAt, id, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

export const supportTickets = schema.table(
  'support_tickets',
  {
    id: id(),
    landlordId: landlordId(),
    subject: text('subject').notNull(),
    status: text('status', { enum: ticketStatuses }).notNull(),
    messageCount: integer('message_count').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('support_tickets_landlord').on(t.landlordId, t.createdAt, t.id),
    index('support_tickets_created').on(t.createdAt, t.id),
    index('support_tickets_unclosed')
      .on(t.createdAt, t.id)
      .where(sql`${t.status} <> 'closed'`),
    index('support_tickets_search').using('gin', sql`${t.subject} gin_trgm_ops`),
    check('support_tickets_status', sql`${t.status} in ('open', 'answered', 'closed')`),
  ],
)

export const ticketMessages = schema.table(
  'ticket_messages',
  {
    id: id(),
    landlordId: landlordId(),
    ticketId: uuidRef('ticket_id')
      .notNull()
      .references(() => supportTickets.id),
    fromAdmin: boolean('from_admin').notNull(),
    authorId: uuidRef('author_id').notNull(),
    /** The author's name at the time. */
    author: text('author').notNull(),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('ticket_messages_ticket').on(t.landlordId, t.ticketId, t.createdAt, t.id)],
)
