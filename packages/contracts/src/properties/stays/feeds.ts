import * as routes from './feeds.routes.ts'
import { endpoint } from '../../endpoint.ts'
import { event } from '../../event.ts'
import { changesOf, flag, id, instant, line, pageQuery, whole } from '../../scalars.ts'
import { z } from '../../zod.ts'
import {
  feedChannels,
  feedEntryHolds,
  feedEntryKinds,
  feedEntryStates,
  feedHealths,
  feedOutcomes,
} from './feed-values.ts'

export { feedChannels, type FeedChannel } from './feed-values.ts'

export const feedIntervals = { min: 15, max: 1440, default: 30 } as const
export const maxFeedsPerRental = 10
/** A feed is stale after so many intervals without a good fetch. */
export const staleAfterIntervals = 3

/** How long another channel could have sold a night before Keyhold knew, or before the channel knew from Keyhold. */
export const FeedExposure = z.object({
  /** Minutes since this calendar was last read: what was booked there meanwhile is not known here. Null before the first good fetch. */
  inbound: z.int().nullable(),
  /** Minutes since the channel last read Keyhold's calendar: it does not know what was booked elsewhere meanwhile. Null where it never did. */
  outbound: z.int().nullable(),
  /** The longest time between two good fetches in the last 30 days, in minutes. */
  longest: z.int(),
})

export const Feed = z
  .object({
    id,
    rentalId: id,
    rentalName: z.string(),
    name: z.string(),
    channel: z.enum(feedChannels),
    /** The address without its secret: the host and the last four characters. */
    maskedUrl: z.string(),
    intervalMinutes: z.int(),
    endIsLastNight: z.boolean(),
    isPaused: z.boolean(),
    health: z.enum(feedHealths),
    /** What is wrong, in a sentence; null where nothing is. */
    problem: z.string().nullable(),
    /** A fetch is queued or under way. */
    isSyncing: z.boolean(),
    lastTryAt: instant.nullable(),
    lastSuccessAt: instant.nullable(),
    lastChangeAt: instant.nullable(),
    nextSyncAt: instant.nullable(),
    /** From when on the feed counts as stale. */
    staleAt: instant.nullable(),
    lastError: z.string().nullable(),
    goodFetches: z.int(),
    failedFetches: z.int(),
    exposure: FeedExposure,
    /** From today on. */
    upcomingReservations: z.int(),
    upcomingBlocks: z.int(),
    openConflicts: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'CalendarFeed' })
export type Feed = z.output<typeof Feed>

const url = z
  .string('Paste the address of the calendar')
  .trim()
  .min(1, 'Paste the address of the calendar')
  .max(2000, 'At most 2,000 characters')
const interval = whole(
  feedIntervals.min,
  feedIntervals.max,
  `Choose ${feedIntervals.min} to ${feedIntervals.max} minutes`,
)

export const FeedForm = z.object({
  rentalId: id,
  name: line(100, 'Name the calendar'),
  channel: z.enum(feedChannels, 'Choose a channel'),
  url,
  intervalMinutes: interval.default(feedIntervals.default),
  /** Some sites write the last night where the day of departure belongs. */
  endIsLastNight: flag.default(false),
})

export const FeedChanges = changesOf(FeedForm.omit({ rentalId: true })).extend({ isPaused: flag.optional() })

const ofRental = pageQuery.extend({ rentalId: id.optional() })

export const listFeeds = endpoint(routes.listFeeds, {
  query: ofRental,
  response: z.array(Feed),
  paged: true,
  summary: 'Calendars that are read for the landlord’s rentals, those that need attention first',
})

export const feedsSummary = endpoint(routes.feedsSummary, {
  response: z.object({ feeds: z.int(), stale: z.int(), failing: z.int(), empty: z.int(), openConflicts: z.int() }),
  summary: 'How many calendars and conflicts need attention',
})

export const FeedEntry = z
  .object({
    id,
    from: z.iso.date(),
    to: z.iso.date(),
    kind: z.enum(feedEntryKinds),
    state: z.enum(feedEntryStates),
    hold: z.enum(feedEntryHolds),
    summary: z.string(),
    guestName: z.string().nullable(),
    code: z.string().nullable(),
    bookingId: id.nullable(),
    conflictId: id.nullable(),
    firstSeenAt: instant,
    lastSeenAt: instant,
  })
  .meta({ id: 'CalendarFeedEntry' })
export type FeedEntry = z.output<typeof FeedEntry>

export const FeedTrial = z.object({
  isReadable: z.boolean(),
  /** Why it could not be read, in a sentence. */
  problem: z.string().nullable(),
  /** The channel that the calendar says it is from. */
  channel: z.enum(feedChannels).nullable(),
  name: z.string().nullable(),
  /** The first 100. */
  entries: z.array(
    z.object({
      from: z.iso.date(),
      to: z.iso.date(),
      kind: z.enum(feedEntryKinds),
      summary: z.string(),
      guestName: z.string().nullable(),
      /** A reservation in nights that are taken here: it would become a conflict. */
      isTaken: z.boolean(),
    }),
  ),
  reservations: z.int(),
  unavailable: z.int(),
  closed: z.int(),
  /** Events that say nothing about coming nights, and those that could not be read. */
  past: z.int(),
  skipped: z.int(),
  unreadable: z.int(),
})
export type FeedTrial = z.output<typeof FeedTrial>

/** 429 above 20 in an hour. Stores nothing. */
export const tryFeed = endpoint(routes.tryFeed, {
  body: FeedForm.pick({ rentalId: true, channel: true, url: true, endIsLastNight: true }),
  response: FeedTrial,
  idempotent: false,
  summary: 'Fetch a calendar and show what it says, before it is added',
})

/** 400 for an address that is not public https; 409 where the rental has this calendar already, or ten. Its first fetch is queued. */
export const createFeed = endpoint(routes.createFeed, {
  status: 201,
  body: FeedForm,
  response: Feed,
  summary: 'Read a calendar for a rental from now on',
})

export const getFeed = endpoint(routes.getFeed, { response: Feed, summary: 'A calendar with its health' })

/** A new address or channel is fetched at once; entries keep their bookings where their nights are the same. */
export const updateFeed = endpoint(routes.updateFeed, {
  body: FeedChanges,
  response: Feed,
  summary: 'Rename, pause or change a calendar',
})

/** Its blocks always go. */
export const deleteFeed = endpoint(routes.deleteFeed, {
  query: z.object({ bookings: z.enum(['keep', 'cancel']).default('keep') }),
  summary: 'Stop reading a calendar and keep or cancel the coming bookings it brought',
})

/** 409 while it is paused; 429 sooner than a minute after the last fetch. */
export const syncFeed = endpoint(routes.syncFeed, {
  response: Feed,
  idempotent: false,
  summary: 'Fetch a calendar now',
})

/** 409 where the latest calendar was not empty. */
export const acceptEmptyFeed = endpoint(routes.acceptEmptyFeed, {
  response: Feed,
  summary: 'Confirm that a calendar which lost all its entries really is empty: they are cancelled',
})

export const listFeedEntries = endpoint(routes.listFeedEntries, {
  query: pageQuery.extend({ state: z.enum(feedEntryStates).optional() }),
  response: z.array(FeedEntry),
  paged: true,
  summary: 'What a calendar said, latest nights first',
})

export const FeedChange = z.object({
  what: z.enum(['added', 'moved', 'changed', 'missing', 'back', 'cancelled']),
  from: z.iso.date(),
  to: z.iso.date(),
  kind: z.enum(feedEntryKinds),
  /** What a moved entry had. */
  before: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
})
export type FeedChange = z.output<typeof FeedChange>

export const FeedSync = z.object({
  id,
  outcome: z.enum(feedOutcomes),
  /** The first and the last fetch in a row with the same outcome, and how many they are. */
  at: instant,
  lastAt: instant,
  fetches: z.int(),
  error: z.string().nullable(),
  status: z.int().nullable(),
  bytes: z.int().nullable(),
  entries: z.int().nullable(),
  unreadable: z.int(),
  /** The first 200. */
  changes: z.array(FeedChange),
})
export type FeedSync = z.output<typeof FeedSync>

export const listFeedSyncs = endpoint(routes.listFeedSyncs, {
  query: pageQuery,
  response: z.array(FeedSync),
  paged: true,
  summary: 'The log of a calendar’s fetches, newest first',
})

export const FeedConflictFound = event({
  type: 'properties.feed_conflict.found',
  version: 1,
  subject: 'conflictId',
  data: z.object({
    conflictId: id,
    landlordId: id,
    rentalId: id,
    rentalName: z.string(),
    feedName: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    /** By when the landlord should have chosen. */
    deadline: instant,
  }),
})

export const FeedHealthChanged = event({
  type: 'properties.feed.health-changed',
  version: 1,
  subject: 'feedId',
  data: z.object({
    feedId: id,
    landlordId: id,
    rentalId: id,
    rentalName: z.string(),
    feedName: z.string(),
    health: z.enum(feedHealths),
    lastSuccessAt: instant.nullable(),
  }),
})

export const FeedSynced = event({
  type: 'properties.feed.synced',
  version: 1,
  subject: 'feedId',
  data: z.object({ feedId: id, landlordId: id, rentalId: id, changes: z.int() }),
})
