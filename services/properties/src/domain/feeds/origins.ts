import { createHash } from 'node:crypto'
import { feedChannels, type FeedChannel } from '@keyhold/contracts/properties/stays/feed-values'

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** By which another Keyhold home knows an entry of a feed again that it reads at first hand. `key`: the entry's. */
export const originOf = (channel: FeedChannel, key: string): string => `${channel}:${hash(key)}`

/** The same of a booking or block that was decided here. A home that reads our calendar has it under the id that stands there. */
export const ownOrigin = (claimId: string): string => originOf('keyhold', `${claimId}@keyhold`)

/** The channels that something may have come from by way of other homes. */
export const channelsOf = (origins: readonly string[]): FeedChannel[] =>
  feedChannels.filter((channel) => channel !== 'keyhold' && origins.some((one) => one.startsWith(`${channel}:`)))
