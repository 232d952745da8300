import { deliveryMethods } from '@keyhold/contracts/messaging/notification-words'
import { reminderTriggers } from '@keyhold/contracts/messaging/reminder-triggers'
import { maintenanceStatuses } from '@keyhold/contracts/maintenance/requests'
import {
  asOf,
  calendarDate,
  createdAt,
  id,
  instant,
  landlordId,
  updatedAt,
  uuidRef,
} from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** A message that is sent by itself when a record says so. */
export const reminderRule = schema.table(
  'reminder_rule',
  {
    id: id(),
    landlordId: landlordId(),
    trigger: text('trigger', { enum: reminderTriggers }).notNull(),
    days: integer('days').notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    deliveryMethod: text('delivery_method', { enum: deliveryMethods }).notNull(),
    isOn: boolean('is_on').notNull().default(false),
    /** What was due before is not reminded of. */
    onSince: instant('on_since'),
    isPreset: boolean('is_preset').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index('reminder_rule_by_landlord').on(t.landlordId, t.trigger),
    uniqueIndex('reminder_rule_preset')
      .on(t.landlordId, t.trigger)
      .where(sql`is_preset`),
    index('reminder_rule_on')
      .on(t.landlordId)
      .where(sql`is_on`),
  ],
)

/** What a rule did about a record: once for each. */
export const reminderLog = schema.table(
  'reminder_log',
  {
    id: id(),
    landlordId: landlordId(),
    ruleId: uuid('rule_id')
      .notNull()
      .references(() => reminderRule.id, { onDelete: 'cascade' }),
    /** The record and the day that made it due. */
    recordKey: text('record_key').notNull(),
    /** Not named `tenant_id`: only the landlord reads it. */
    aboutTenantId: uuidRef('about_tenant_id'),
    recipient: text('recipient').notNull(),
    /** The record in words. */
    record: text('record').notNull(),
    outcome: text('outcome', { enum: ['sent', 'skipped'] }).notNull(),
    reason: text('reason'),
    noticeId: uuidRef('notice_id'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('reminder_log_once').on(t.landlordId, t.ruleId, t.recordKey),
    index('reminder_log_of_rule').on(t.landlordId, t.ruleId, t.createdAt, t.id),
  ],
)

/** Projection of maintenance's requests. */
export const maintenanceRequest = schema.table(
  'maintenance_request',
  {
    requestId: uuid('request_id').primaryKey(),
    landlordId: landlordId(),
    /** Not named `tenant_id`: tenants read their requests with maintenance. */
    reportedBy: uuidRef('reported_by'),
    propertyId: uuidRef('property_id'),
    title: text('title').notNull(),
    status: text('status', { enum: maintenanceStatuses }).notNull(),
    openedAt: instant('opened_at'),
    scheduledDate: calendarDate('scheduled_date'),
    asOf: asOf(),
  },
  (t) => [
    index('maintenance_request_open')
      .on(t.landlordId, t.openedAt)
      .where(sql`status = 'open'`),
    index('maintenance_request_visits').on(t.landlordId, t.scheduledDate),
  ],
)

/** Landlords whose requests from before messaging stored them have been asked for. */
export const knownRequests = schema.table('known_requests', {
  landlordId: landlordId().primaryKey(),
  takenOverAt: instant('taken_over_at').notNull(),
})
