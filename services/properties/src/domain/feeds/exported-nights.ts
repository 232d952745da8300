import type { FeedChannel, FeedEntryKind } from '@keyhold/contracts/properties/stays/feed-values'
import type { ExportedNights } from './write-feed.ts'

/** Nights of a home that are taken, and where that was decided. */
export interface TakenNights extends ExportedNights {
  /** Null for what was decided in Keyhold. */
  source: { channel: FeedChannel; feedId: string | null; kind: FeedEntryKind } | null
  /** Channels that it may have come from by way of another home: they are told when their own calendar was read and does not have it. */
  heldBackFrom: readonly FeedChannel[]
}

/** Who reads an export. `feedId`: the feed of the same site. */
export interface Reader {
  channel: FeedChannel
  feedId: string | null
}

/** Names of many sites, unlike those of the channels. */
const isOneSite = (channel: FeedChannel) => channel === 'airbnb' || channel === 'vrbo' || channel === 'booking_com'

/** Whether nights came from the reader. Where that can't be told, it is assumed: nothing may come back to the channel it came from. */
function cameFrom(source: NonNullable<TakenNights['source']>, reader: Reader): boolean {
  if (source.channel !== reader.channel) return false
  return (
    isOneSite(reader.channel) || reader.feedId === null || source.feedId === null || source.feedId === reader.feedId
  )
}

/** What a reader is told: all that is taken, but nothing that came from it, and nothing that another channel only does not sell. */
export const exportedTo = (reader: Reader, taken: readonly TakenNights[]): TakenNights[] =>
  taken.filter(
    ({ source, heldBackFrom }) =>
      source === null ||
      (source.kind !== 'unavailable' && !cameFrom(source, reader) && !heldBackFrom.includes(reader.channel)),
  )
