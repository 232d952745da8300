import { holds } from '@keyhold/contracts/messaging/deliveries'
import { createdAt, id, instant, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, text, unique, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** The file of a mail. It is stored as long as the body of the mail. */
export interface StoredAttachment {
  name: string
  blobName: string
}

/**
 * A message and its status. Shared, since some messages belong to no landlord (mails of the platform).
 * The body is removed once the message is sent or has failed, because it may contain a private link. With `keeps_body` it contains none: it
 * stays while the message is failed, so that it can be sent again, and for some days with a text, which its carrier may still fail to deliver.
 */
export const delivery = schema.table(
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
    /** Where answers to a mail go. */
    replyTo: text('reply_to'),
    attachment: jsonb('attachment').$type<StoredAttachment>(),
    bodySha256: text('body_sha256').notNull(),
    bodyLength: integer('body_length').notNull(),
    status: text('status', { enum: ['pending', 'sent', 'failed'] })
      .notNull()
      .default('pending'),
    reason: text('reason'),
    providerId: text('provider_id'),
    /** An event asked for it; otherwise a request that waits for its outcome. */
    queued: boolean('queued').notNull(),
    /** A pending message that waits: for the landlord's proof, for the limits of texts, or for the administrator. */
    held: text('held', { enum: holds }),
    wasHeld: boolean('was_held').notNull().default(false),
    /** The administrator has let it out: it is held no more. */
    letOut: boolean('let_out').notNull().default(false),
    /** What is sent in place of the body for an account without history; the body where there is none. */
    fixedBody: text('fixed_body'),
    /** The landlord dismissed the failed message. */
    dismissedAt: instant('dismissed_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique('delivery_key_once').on(t.key),
    index('delivery_by_provider_id').on(t.providerId),
    index('delivery_texts_to')
      .on(t.to, t.createdAt)
      .where(sql`channel = 'sms'`),
    index('delivery_texts')
      .on(t.ownerId, t.createdAt)
      .where(sql`channel = 'sms' and queued`),
    index('delivery_failed')
      .on(t.ownerId, t.updatedAt, t.id)
      .where(sql`status = 'failed' and dismissed_at is null`),
    index('delivery_held')
      .on(t.createdAt, t.id)
      .where(sql`held is not null`),
    index('delivery_held_of_owner')
      .on(t.ownerId)
      .where(sql`held is not null`),
    check('delivery_held', sql`${t.held} is null or ${t.status} = 'pending'`),
    index('delivery_kept')
      .on(t.updatedAt)
      .where(sql`status = 'sent' and body is not null`),
    index('delivery_failed_with_file')
      .on(t.updatedAt)
      .where(sql`status = 'failed' and attachment is not null and body is not null`),
    check('delivery_keeps_file', sql`${t.attachment} is null or ${t.keepsBody}`),
    check(
      'delivery_body_until_done',
      sql`case when ${t.status} = 'pending' then ${t.body} is not null else ${t.body} is null or ${t.keepsBody} end`,
    ),
  ],
)

/** Reports that an accepted text was not delivered, by the provider's id. A report may arrive before the delivery's `provider_id` is stored. */
export const undelivered = schema.table('undelivered', {
  providerId: text('provider_id').primaryKey(),
  /** A sentence for the sender. */
  reason: text('reason').notNull(),
  hasOptedOut: boolean('has_opted_out').notNull().default(false),
  createdAt: createdAt(),
})

/** Texts that were let out, by the number they go to; the limits count them. One row per delivery, however often it is tried. */
export const countedText = schema.table(
  'counted_text',
  {
    deliveryId: uuid('delivery_id').primaryKey(),
    number: text('number').notNull(),
    ownerId: uuidRef('owner_id'),
    at: instant('at').notNull(),
  },
  (t) => [
    index('counted_text_number').on(t.number, t.at),
    index('counted_text_owner').on(t.ownerId, t.at),
    index('counted_text_at').on(t.at),
  ],
)

/** Channels on which nothing is sent for landlords, by order of an administrator. */
export const channelSwitch = schema.table('channel_switch', {
  channel: text('channel', { enum: ['sms', 'email'] }).primaryKey(),
  isOff: boolean('is_off').notNull(),
  changedBy: uuidRef('changed_by').notNull(),
  changedAt: instant('changed_at').notNull(),
})
