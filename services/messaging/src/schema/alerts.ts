import { createdAt, id, instant, landlordId, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, text, unique } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** An emergency of which a landlord is told, again and again until somebody confirms it. Its rounds are jobs. */
export const emergencyAlert = schema.table(
  'emergency_alert',
  {
    id: id(),
    landlordId: landlordId(),
    requestId: uuidRef('request_id').notNull(),
    /** Of the event; one event makes one alert. */
    eventId: uuidRef('event_id').notNull(),
    title: text('title').notNull(),
    category: text('category').notNull(),
    priority: text('priority').notNull(),
    /** Why it counts as an emergency although the tenant chose another urgency. */
    words: jsonb('words').$type<string[]>().notNull(),
    propertyId: uuidRef('property_id'),
    /** Not named as row level security would, since tenants have no part in it. */
    reportedBy: uuidRef('reported_by'),
    isRaised: boolean('is_raised').notNull(),
    /** False: it is sent once. */
    isRepeated: boolean('is_repeated').notNull(),
    rounds: integer('rounds').notNull().default(0),
    stoppedAt: instant('stopped_at'),
    createdAt: createdAt(),
  },
  (t) => [
    unique('emergency_alert_once').on(t.landlordId, t.eventId),
    index('emergency_alert_sounding')
      .on(t.landlordId, t.requestId)
      .where(sql`stopped_at is null`),
  ],
)
export type AlertRow = typeof emergencyAlert.$inferSelect
