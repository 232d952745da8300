import { asOf, createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgSchema, text, unique, uuid } from 'drizzle-orm/pg-core'

export const messaging = pgSchema('messaging')

/**
 * A message and its status. Shared, since some messages belong to no landlord (mails of the platform).
 * The body is removed once the message is sent or has failed, because it may contain a private link. With `keeps_body` it contains none: it
 * stays while the message is failed, so that it can be sent again, and for some days with a text, which its carrier may still fail to deliver.
 */
export const delivery = messaging.table(
  'delivery',
  {
    id: id(),
    key: text('key').notNull(),
    ownerId: uuidRef('owner_id'),
    channel: text('channel', { enum: ['sms', 'email'] }).notNull(),
    /** Null: the user `owner_id`, whose address or number is looked up when the message is sent. */
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
    /** An event asked for it; otherwise a request that waits for its outcome. */
    queued: boolean('queued').notNull(),
    /** The landlord dismissed the failed message. */
    dismissedAt: instant('dismissed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('delivery_key_once').on(t.key),
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

/** Numbers (E.164) whose last keyword was STOP. */
export const optOut = messaging.table('opt_out', { number: text('number').primaryKey(), createdAt: createdAt() })

/** Incoming texts by the provider's id, so that a repeated webhook has no further effect. */
export const incomingText = messaging.table('incoming_text', {
  providerId: text('provider_id').primaryKey(),
  from: text('from').notNull(),
  keyword: text('keyword', { enum: ['opt-out', 'opt-in'] }),
  createdAt: createdAt(),
})

/** Reports that an accepted text was not delivered, by the provider's id. A report may arrive before the delivery's `provider_id` is stored. */
export const undelivered = messaging.table('undelivered', {
  providerId: text('provider_id').primaryKey(),
  /** A sentence for the sender. */
  reason: text('reason').notNull(),
  hasOptedOut: boolean('has_opted_out').notNull().default(false),
  createdAt: createdAt(),
})

/** With local delivery: messages stored instead of sent. The id is the delivery's. */
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

/** Projection of identity's users. */
export const recipient = messaging.table('recipient', {
  userId: uuid('user_id').primaryKey(),
  email: text('email').notNull(),
  firstName: text('first_name').notNull(),
  phone: text('phone'),
  /** Identity has been asked for the phone number, or an event brought it: null then means that there is none. */
  isPhoneKnown: boolean('is_phone_known').notNull().default(false),
  asOf: asOf(),
})

/** The channels on which a landlord wants emergency alerts. Without a row: all of them. */
export const alertPreference = messaging.table('alert_preference', {
  landlordId: landlordId().primaryKey(),
  emergencyEmail: boolean('emergency_email').notNull(),
  emergencySms: boolean('emergency_sms').notNull(),
  /** Null: the account's number. */
  phone: text('phone'),
  updatedAt: updatedAt(),
})

export const sharedTables = ['delivery', 'opt_out', 'incoming_text', 'undelivered', 'outbox_message', 'recipient']
