import { createHash } from 'node:crypto'
import type { FeedChannel } from '@keyhold/contracts/properties/stays/feed-values'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** By which another Keyhold home knows an entry of a feed again that it reads at first hand. `key`: the entry's. */
export const originOf = (channel: FeedChannel, key: string): string => `${channel}:${hash(key)}`

/** The same of a booking or block that was decided here. A home that reads our calendar has it under the id that stands there. */
export const ownOrigin = (claimId: string): string => originOf('keyhold', `${claimId}@keyhold`)

/** By which another Keyhold home knows that it reads the same calendar itself. */
export const calendarOf = (channel: FeedChannel, url: string): string => `${channel}@${hash(url)}`

/** The ways that an entry came, which an export tells on. */
export const waysOf = (origins: readonly string[], ...own: string[]): string[] => [...origins, ...own].slice(-16)

interface ReadFeed {
  channel: FeedChannel
  /** Hash of its address. */
  calendar: string
  lastSuccessAt: string | null
  /** Of its entries. */
  origins: ReadonlySet<string>
}

interface Told {
  origins: readonly string[]
  firstSeenAt: string
}

/**
 * The channels to which nights that another home reported are not exported: those whose own calendar has it; those it came from, as the same calendar is
 * read here; and, until their calendar is read again, those it may have come from.
 */
export const heldBackFrom = ({ origins, firstSeenAt }: Told, feeds: readonly ReadFeed[]): FeedChannel[] =>
  feeds
    .filter(
      (feed) =>
        feed.channel !== 'keyhold' &&
        (origins.includes(feed.calendar) ||
          origins.some((one) => feed.origins.has(one)) ||
          (origins.some((one) => one.startsWith(`${feed.channel}:`)) && (feed.lastSuccessAt ?? '') <= firstSeenAt)),
    )
    .map(({ channel }) => channel)
