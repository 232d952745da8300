import { crc32 } from 'node:zlib'
import type { Envelope } from '@keyhold/contracts/event'
import { partitionCount } from './nats-rights.mjs'

/** Into how many partitions the events are divided. A stored message names its partition: changing this needs a migration of both buses. */
export { partitionCount }

/** How many partitions the events of one landlord are spread over, by their subject. */
export const partitionsPerLandlord = 4

/**
 * The partition of an event. The events of a record share one, so that their order holds; those of a landlord fill a few, which differ from
 * landlord to landlord.
 */
export function partitionOf({ landlordid, subject }: Pick<Envelope, 'landlordid' | 'subject'>): number {
  return landlordid === undefined ? hash(subject) : hash(`${landlordid} ${crc32(subject) % partitionsPerLandlord}`)
}

/** Fibonacci hashing of a checksum: checksums alone differ by the same bits for all landlords. */
const hash = (text: string) => Math.floor(((Math.imul(crc32(text), 0x9e3779b1) >>> 0) / 2 ** 32) * partitionCount)
