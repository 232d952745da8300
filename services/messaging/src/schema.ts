import { createdAt, id, instant, updatedAt, uuidRef } from '@keyhold/kit/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgSchema, text, unique, uuid } from 'drizzle-orm/pg-core'

export const messaging = pgSchema('messaging')

/**
 * A message and what became of it. Shared: some belong to no landlord (mails of the platform), and no person reads this table.
 * A body is kept only until it is sent or refused: it may hold a link that lets somebody in.
 */
export const delivery = messaging.table(
  'delivery',
  {
    id: id(),
    key: text('key').notNull(),
    ownerId: uuidRef('owner_id'),
    channel: text('channel', { enum: ['sms', 'email'] }).notNull(),
    /** Null: the address of the user `owner_id`, looked up when it is sent. */
    to: text('to'),
    subject: text('subject'),
    body: text('body'),
    bodySha256: text('body_sha256').notNull(),
    bodyLength: integer('body_length').notNull(),
    status: text('status', { enum: ['pending', 'sent', 'failed'] })
      .notNull()
      .default('pending'),
    reason: text('reason'),
    providerId: text('provider_id'),
    /** The dispatcher sends it; otherwise whoever made it does. */
    queued: boolean('queued').notNull(),
    attempts: integer('attempts').notNull().default(0),
    /** Pending and past this instant: nobody is sending it, the next one may. */
    dueAt: instant('due_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('delivery_key_once').on(t.key),
    index('delivery_due')
      .on(t.dueAt)
      .where(sql`status = 'pending' and queued`),
    index('delivery_by_provider_id').on(t.providerId),
    check('delivery_body_until_done', sql`(${t.status} = 'pending') = (${t.body} is not null)`),
  ],
)

/** Numbers (E.164) that answered STOP and not START since. */
export const optOut = messaging.table('opt_out', { number: text('number').primaryKey(), createdAt: createdAt() })

/** Texts that came in, by the provider's id: each counts once. */
export const incomingText = messaging.table('incoming_text', {
  sid: text('sid').primaryKey(),
  from: text('from').notNull(),
  keyword: text('keyword', { enum: ['opt-out', 'opt-in'] }),
  createdAt: createdAt(),
})

/** A text that the provider gave up on after it took it, by its id: the report may come before our own note of the id. */
export const undelivered = messaging.table('undelivered', { sid: text('sid').primaryKey(), code: integer('code'), createdAt: createdAt() })

/** Local delivery: what would have been sent. The id is the delivery's. */
export const outboxMessage = messaging.table(
  'outbox_message',
  {
    id: uuid('id').primaryKey(),
    channel: text('channel', { enum: ['sms', 'email'] }).notNull(),
    to: text('to').notNull(),
    subject: text('subject'),
    body: text('body').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('outbox_message_newest').on(t.createdAt, t.id)],
)

/** Who a user is and where mail reaches them, as identity tells. */
export const recipient = messaging.table('recipient', {
  userId: uuid('user_id').primaryKey(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
})

export const sharedTables = ['delivery', 'opt_out', 'incoming_text', 'undelivered', 'outbox_message', 'recipient']
