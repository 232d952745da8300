import { createdAt } from '@keyhold/kit/database/columns'
import { customType, index, text, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/** With local delivery: messages stored instead of sent. The id is the delivery's. */
export const outboxMessage = schema.table(
  'outbox_message',
  {
    id: uuid('id').primaryKey(),
    channel: text('channel', { enum: ['sms', 'email'] }).notNull(),
    to: text('to').notNull(),
    /** The sender's own name; null: the platform's. */
    fromName: text('from_name'),
    subject: text('subject'),
    body: text('body').notNull(),
    attachmentName: text('attachment_name'),
    attachment: bytea('attachment'),
    createdAt: createdAt(),
  },
  (t) => [index('outbox_message_newest').on(t.createdAt, t.id)],
)
