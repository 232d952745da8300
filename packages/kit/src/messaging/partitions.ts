import { crc32 } from 'node:zlib'
import type { Envelope } from '@keyhold/contracts/event'

/** Into how many partitions the events are divided. A stored message names its partition: changing this needs a migration of both buses. */
export const partitionCount = 64

/** How many partitions the events of one landlord are spread over, by their subject. */
export const partitionsPerLandlord = 4

/**
 * The partition of an event. The events of a record share one, so that their order holds; those of a landlord fill `partitionsPerLandlord` of them,
 * which differ from landlord to landlord.
 */
export function partitionOf({ landlordid, subject }: Pick<Envelope, 'landlordid' | 'subject'>): number {
  if (landlordid === undefined) return crc32(subject) % partitionCount
  return crc32(`${landlordid} ${crc32(subject) % partitionsPerLandlord}`) % partitionCount
}
