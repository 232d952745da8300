import { noticeTopics } from '@keyhold/contracts/messaging/notification-words'
import { consentKinds, preferenceChannels } from '@keyhold/contracts/messaging/notification-preferences'
import { createdAt, id, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** Channels that people switched on or off by topic. Without a row a channel is on. */
export const notificationPreference = schema.table(
  'notification_preference',
  {
    landlordId: landlordId(),
    /** The tenant, or the landlord. */
    personId: uuid('person_id').notNull(),
    /** Null for the landlord. */
    tenantId: uuidRef('tenant_id'),
    topic: text('topic', { enum: noticeTopics }).notNull(),
    channel: text('channel', { enum: preferenceChannels }).notNull(),
    isOn: boolean('is_on').notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.landlordId, t.personId, t.topic, t.channel] })],
)

/** The record of what tenants agreed to and refused; nothing of it is changed. STOP and START are in `incoming_text`. */
export const consent = schema.table(
  'consent',
  {
    id: id(),
    landlordId: landlordId(),
    tenantId: uuid('tenant_id').notNull(),
    kind: text('kind', { enum: consentKinds }).notNull(),
    channel: text('channel', { enum: preferenceChannels }).notNull(),
    address: text('address'),
    source: text('source').notNull(),
    shown: text('shown'),
    createdAt: createdAt(),
  },
  (t) => [
    index('consent_of_tenant').on(t.landlordId, t.tenantId, t.createdAt),
    uniqueIndex('consent_given_once')
      .on(t.landlordId, t.tenantId, t.channel, t.address)
      .where(sql`kind = 'given'`),
  ],
)

/** Addresses that a mail server refused for good. Of all landlords. */
export const bouncedAddress = schema.table('bounced_address', {
  address: text('address').primaryKey(),
  reason: text('reason').notNull(),
  createdAt: createdAt(),
})
