import {
  deliveryMethods,
  noticeChannels,
  notificationStatuses,
  notificationTypes,
  noticeTopics,
  recurringTypes,
} from '@keyhold/contracts/messaging/notification-words'
import { calendarDate, createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** What a landlord sends to one tenant, those of a property, or all: with its placeholders, and how far it has come. */
export const notification = schema.table(
  'notification',
  {
    id: id(),
    landlordId: landlordId(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    /** Not named `tenant_id`: tenants read their own notices, never this. */
    toTenantId: uuidRef('to_tenant_id'),
    propertyId: uuidRef('property_id'),
    notificationType: text('notification_type', { enum: notificationTypes }).notNull(),
    deliveryMethod: text('delivery_method', { enum: deliveryMethods }).notNull(),
    status: text('status', { enum: notificationStatuses }).notNull().default('pending'),
    reason: text('reason'),
    isRead: boolean('is_read').notNull().default(false),
    scheduledFor: instant('scheduled_for'),
    /** `YYYY-MM-DDTHH:MM` at each recipient's home; null where the moment is one for all. */
    scheduledLocal: text('scheduled_local'),
    dueDate: calendarDate('due_date'),
    effectiveDate: calendarDate('effective_date'),
    isRecurring: boolean('is_recurring').notNull().default(false),
    recurringType: text('recurring_type', { enum: recurringTypes }),
    recurringDay: integer('recurring_day'),
    nextSendDate: calendarDate('next_send_date'),
    lastSentDate: calendarDate('last_sent_date'),
    sentAt: instant('sent_at'),
    /** Names the latest message of a recurring notification, the only one of any other. */
    occurrence: text('occurrence').notNull(),
    isSending: boolean('is_sending').notNull().default(false),
    /** Every message of the latest occurrence was sent, failed or skipped, and the counts say so. */
    isFinal: boolean('is_final').notNull().default(false),
    recipients: integer('recipients').notNull().default(0),
    prepared: integer('prepared').notNull().default(0),
    sentCount: integer('sent_count').notNull().default(0),
    failedCount: integer('failed_count').notNull().default(0),
    problemCount: integer('problem_count').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('notification_by_landlord').on(t.landlordId, t.createdAt, t.id),
    index('notification_by_status').on(t.landlordId, t.status, t.createdAt, t.id),
    index('notification_counting')
      .on(t.id)
      .where(sql`sent_at is not null and not is_final`),
    check('notification_recurring_day', sql`${t.recurringDay} between 1 and 28`),
  ],
)

/** One message of a notification to the recipients of one time zone. The last one of an occurrence takes everybody who is left. */
export const notificationRun = schema.table(
  'notification_run',
  {
    id: id(),
    landlordId: landlordId(),
    notificationId: uuid('notification_id')
      .notNull()
      .references(() => notification.id, { onDelete: 'cascade' }),
    occurrence: text('occurrence').notNull(),
    timeZone: text('time_zone').notNull(),
    isLast: boolean('is_last').notNull(),
    dueAt: instant('due_at').notNull(),
    /** The last tenant whose message was written. */
    cursor: uuidRef('cursor'),
    startedAt: instant('started_at'),
    doneAt: instant('done_at'),
  },
  (t) => [
    unique('notification_run_once').on(t.landlordId, t.notificationId, t.occurrence, t.timeZone),
    index('notification_run_by_notification').on(t.notificationId),
  ],
)

/** What one person was told: a tenant, or where there is no tenant, the landlord. */
export const notice = schema.table(
  'notice',
  {
    id: id(),
    landlordId: landlordId(),
    tenantId: uuidRef('tenant_id'),
    topic: text('topic', { enum: noticeTopics }).notNull(),
    /** Telling somebody again with the same key does nothing. */
    key: text('key').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    path: text('path'),
    /** It stands behind the person's bell. */
    inPortal: boolean('in_portal').notNull(),
    notificationId: uuidRef('notification_id'),
    occurrence: text('occurrence'),
    ruleId: uuidRef('rule_id'),
    readAt: instant('read_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('notice_once').on(t.landlordId, t.key),
    index('notice_of_person')
      .on(t.landlordId, t.tenantId, t.createdAt, t.id)
      .where(sql`in_portal`),
    index('notice_unread')
      .on(t.landlordId, t.tenantId)
      .where(sql`in_portal and read_at is null`),
    index('notice_of_notification').on(t.landlordId, t.notificationId, t.occurrence, t.id),
  ],
)

/** The channels of a notice. What happened to a text or a mail is in its delivery. */
export const noticeChannel = schema.table(
  'notice_channel',
  {
    landlordId: landlordId(),
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => notice.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: noticeChannels }).notNull(),
    deliveryId: uuidRef('delivery_id'),
    /** Why nothing is sent on this channel. */
    skipped: text('skipped'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.noticeId, t.channel] }),
    index('notice_channel_by_notice').on(t.noticeId),
    index('notice_channel_by_delivery').on(t.deliveryId),
  ],
)

/** When the next message of a notification may go to a provider, so that large ones keep its rate. Of all landlords. */
export const providerPace = schema.table('provider_pace', {
  channel: text('channel', { enum: ['sms', 'email'] }).primaryKey(),
  freeAt: instant('free_at').notNull(),
})
