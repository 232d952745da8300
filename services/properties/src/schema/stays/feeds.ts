import {
  feedChannels,
  feedEntryHolds,
  feedEntryKinds,
  feedEntryStates,
  feedOutcomes,
} from '@keyhold/contracts/properties/stays/feed-values'
import type { FeedChange } from '@keyhold/contracts/properties/stays/feeds'
import { calendarDate, createdAt, id, instant, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, customType, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from '../schema.ts'

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' })

/** A calendar of a channel that is read for a rental. */
export const feed = schema.table(
  'feed',
  {
    id: id(),
    landlordId: landlordId(),
    rentalId: uuidRef('rental_id').notNull(),
    name: text('name').notNull(),
    channel: text('channel', { enum: feedChannels }).notNull(),
    /** A secret: whoever has it reads the calendar. Never logged, and answered in part only. */
    url: text('url').notNull(),
    intervalMinutes: integer('interval_minutes').notNull(),
    endIsLastNight: boolean('end_is_last_night').notNull().default(false),
    isPaused: boolean('is_paused').notNull().default(false),
    /** Of the latest answer, sent with the next request. */
    etag: text('etag'),
    lastModified: text('last_modified'),
    /** The calendar that was read last. */
    textId: uuidRef('text_id'),
    /** It lost all its entries, which the landlord has not confirmed. */
    isEmpty: boolean('is_empty').notNull().default(false),
    nextSyncAt: instant('next_sync_at'),
    /** Somebody asked for a fetch then. */
    askedAt: instant('asked_at'),
    lastTryAt: instant('last_try_at'),
    lastSuccessAt: instant('last_success_at'),
    lastChangeAt: instant('last_change_at'),
    lastError: text('last_error'),
    /** In a row. */
    goodFetches: integer('good_fetches').notNull().default(0),
    failedFetches: integer('failed_fetches').notNull().default(0),
    /** The landlord was told that it is stale. */
    staleSince: instant('stale_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Removed feeds keep their row and their log, because bookings came from them. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('feed_by_rental').on(table.landlordId, table.rentalId, table.id),
    uniqueIndex('feed_url')
      .on(table.landlordId, table.rentalId, table.url)
      .where(sql`deleted_at is null`),
    // For the schedule, which looks through all landlords.
    index('feed_due')
      .on(table.nextSyncAt)
      .where(sql`next_sync_at is not null`),
  ],
)
export type FeedRow = typeof feed.$inferSelect

/** An entry of a feed, from when it was first seen. */
export const feedEntry = schema.table(
  'feed_entry',
  {
    id: id(),
    landlordId: landlordId(),
    feedId: uuidRef('feed_id').notNull(),
    rentalId: uuidRef('rental_id').notNull(),
    /** The channel's id of it, which may change. */
    key: text('key').notNull(),
    from: calendarDate('from_date').notNull(),
    to: calendarDate('to_date').notNull(),
    kind: text('kind', { enum: feedEntryKinds }).notNull(),
    /** What the landlord says it is. */
    chosenKind: text('chosen_kind', { enum: feedEntryKinds }),
    /** The landlord decided that it takes no nights. */
    isSetAside: boolean('is_set_aside').notNull().default(false),
    state: text('state', { enum: feedEntryStates }).notNull(),
    /** Good fetches in a row without it. */
    missed: integer('missed').notNull().default(0),
    hold: text('hold', { enum: feedEntryHolds }).notNull(),
    /** Of a reservation. It has the nights `bookedFrom` to `bookedTo`, which differ from those of the entry while they are in conflict. */
    bookingId: uuidRef('booking_id'),
    bookedFrom: calendarDate('booked_from'),
    bookedTo: calendarDate('booked_to'),
    /** Its claims, as a block. */
    claimIds: jsonb('claim_ids').$type<string[]>().notNull().default([]),
    summary: text('summary').notNull(),
    guestName: text('guest_name'),
    code: text('code'),
    phoneLastDigits: text('phone_last_digits'),
    origins: jsonb('origins').$type<string[]>().notNull().default([]),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    uniqueIndex('feed_entry_key').on(table.landlordId, table.feedId, table.key),
    index('feed_entry_by_nights').on(table.landlordId, table.feedId, table.from, table.id),
    index('feed_entry_by_rental').on(table.landlordId, table.rentalId, table.to),
    index('feed_entry_by_booking')
      .on(table.landlordId, table.bookingId)
      .where(sql`booking_id is not null`),
    check('feed_entry_has_nights', sql`${table.from} < ${table.to}`),
  ],
)
export type FeedEntryRow = typeof feedEntry.$inferSelect

/** A calendar as it was received, for each time that it said something else. */
export const feedText = schema.table(
  'feed_text',
  {
    id: id(),
    landlordId: landlordId(),
    feedId: uuidRef('feed_id').notNull(),
    gzip: bytea('gzip').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('feed_text_by_feed').on(table.landlordId, table.feedId, table.id)],
)

/** A fetch, or several in a row with the same outcome. */
export const feedSync = schema.table(
  'feed_sync',
  {
    id: id(),
    landlordId: landlordId(),
    feedId: uuidRef('feed_id').notNull(),
    outcome: text('outcome', { enum: feedOutcomes }).notNull(),
    at: instant('at').notNull(),
    lastAt: instant('last_at').notNull(),
    fetches: integer('fetches').notNull().default(1),
    /** What was read; null for a failure. */
    textId: uuidRef('text_id'),
    /** The landlord confirmed that the calendar is empty. */
    isEmptyAccepted: boolean('is_empty_accepted').notNull().default(false),
    error: text('error'),
    status: integer('status'),
    bytes: integer('bytes'),
    entries: integer('entries'),
    unreadable: integer('unreadable').notNull().default(0),
    /** Minutes since the good fetch before the first one. */
    gapMinutes: integer('gap_minutes').notNull().default(0),
    changes: jsonb('changes').$type<FeedChange[]>().notNull().default([]),
  },
  (table) => [index('feed_sync_by_feed').on(table.landlordId, table.feedId, table.at, table.id)],
)
export type FeedSyncRow = typeof feedSync.$inferSelect

/** Who had the nights when a conflict was found. */
export interface ConflictHolder {
  claimId: string
  kind: string
  label: string | null
  from: string
  to: string | null
}

/** A reservation of a channel in nights that somebody else has. */
export const feedConflict = schema.table(
  'feed_conflict',
  {
    id: id(),
    landlordId: landlordId(),
    feedId: uuidRef('feed_id').notNull(),
    rentalId: uuidRef('rental_id').notNull(),
    entryId: uuidRef('entry_id').notNull(),
    from: calendarDate('from_date').notNull(),
    to: calendarDate('to_date').notNull(),
    holders: jsonb('holders').$type<ConflictHolder[]>().notNull(),
    status: text('status', { enum: ['open', 'resolved', 'gone'] }).notNull(),
    choice: text('choice', { enum: ['keep', 'move', 'cancel'] }),
    foundAt: instant('found_at').notNull(),
    deadline: instant('deadline').notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuidRef('resolved_by'),
  },
  (table) => [
    uniqueIndex('feed_conflict_open')
      .on(table.landlordId, table.entryId)
      .where(sql`status = 'open'`),
    index('feed_conflict_by_deadline').on(table.landlordId, table.status, table.deadline, table.id),
  ],
)
export type FeedConflictRow = typeof feedConflict.$inferSelect

/** Nights that were exported to a channel, and until when it may still show them as its own. */
export interface ServedNights {
  from: string
  to: string
  lastAt: string
}

/** An address at which a channel reads the taken nights of a rental, stored as the hash of its token. */
export const calendarExport = schema.table(
  'calendar_export',
  {
    id: id(),
    landlordId: landlordId(),
    rentalId: uuidRef('rental_id').notNull(),
    name: text('name').notNull(),
    channel: text('channel', { enum: feedChannels }).notNull(),
    feedId: uuidRef('feed_id'),
    tokenHash: text('token_hash').notNull(),
    lastCharacters: text('last_characters').notNull(),
    served: jsonb('served').$type<ServedNights[]>().notNull().default([]),
    lastFetchedAt: instant('last_fetched_at'),
    fetches: integer('fetches').notNull().default(0),
    createdAt: createdAt(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    index('calendar_export_by_rental').on(table.landlordId, table.rentalId, table.id),
    // For the channels, which are nobody's.
    index('calendar_export_by_token').on(table.tokenHash),
  ],
)
export type CalendarExportRow = typeof calendarExport.$inferSelect
