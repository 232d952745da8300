import { createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgSchema, text, unique, uuid } from 'drizzle-orm/pg-core'

export const messaging = pgSchema('messaging')

/**
 * A message and what became of it. Shared: some belong to no landlord (mails of the platform), and no person reads this table.
 * A body is kept only until it is sent or refused: it may hold a link that lets somebody in. Where whoever made it said that it holds none,
 * it stays with what failed, so that it can be sent once more, and for a while with a text, whose carrier may give up on it later.
 */
export const delivery = messaging.table(
  'delivery',
  {
    id: id(),
    key: text('key').notNull(),
    ownerId: uuidRef('owner_id'),
    channel: text('channel', { enum: ['sms', 'email'] }).notNull(),
    /** Null: the user `owner_id`, whose address or number is looked up when it is sent. */
    to: text('to'),
    subject: text('subject'),
    body: text('body'),
    keepsBody: boolean('keeps_body').notNull().default(false),
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
    /** A failed one that its landlord has put away. */
    dismissedAt: instant('dismissed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('delivery_key_once').on(t.key),
    index('delivery_due')
      .on(t.dueAt)
      .where(sql`status = 'pending' and queued`),
    index('delivery_by_provider_id').on(t.providerId),
    index('delivery_texts')
      .on(t.ownerId, t.createdAt)
      .where(sql`channel = 'sms' and queued`),
    index('delivery_failed')
      .on(t.ownerId, t.updatedAt, t.id)
      .where(sql`status = 'failed' and dismissed_at is null`),
    index('delivery_kept')
      .on(t.updatedAt)
      .where(sql`status = 'sent' and body is not null`),
    check(
      'delivery_body_until_done',
      sql`case when ${t.status} = 'pending' then ${t.body} is not null else ${t.body} is null or ${t.keepsBody} end`,
    ),
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
export const undelivered = messaging.table('undelivered', {
  sid: text('sid').primaryKey(),
  code: integer('code'),
  createdAt: createdAt(),
})

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
  phone: text('phone'),
  /** Identity was asked, or told: a phone that is not there is none. */
  isPhoneKnown: boolean('is_phone_known').notNull().default(false),
})

/** By which ways a landlord wants to hear of emergencies. No row: by all of them. */
export const alertPreference = messaging.table('alert_preference', {
  landlordId: landlordId().primaryKey(),
  emergencyEmail: boolean('emergency_email').notNull(),
  emergencySms: boolean('emergency_sms').notNull(),
  /** Null: the account's. */
  phone: text('phone'),
  updatedAt: updatedAt(),
})

export const sharedTables = ['delivery', 'opt_out', 'incoming_text', 'undelivered', 'outbox_message', 'recipient']
