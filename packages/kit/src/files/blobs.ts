import { randomBytes } from 'node:crypto'
import { refuse } from '../http/problem.ts'

/**
 * Files as bytes under keys; what they are (type, owner, name) stands in the database of whoever keeps them.
 * Every call may throw Refusal `unavailable`: the store is down, and trying again later is right.
 */
export interface BlobStore {
  /** Durable when it resolves. A key that is taken is overwritten whole, never half. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** null when there is none. */
  get(key: string): Promise<Uint8Array | null>
  /** Deleting what is not there is done. */
  delete(key: string): Promise<void>
  /** Rejects unless the store answers within two seconds. */
  check(): Promise<void>
  close(): void
}

/** A name nobody guesses, 128 bits, as a part of keys. */
export const blobName = (): string => randomBytes(16).toString('hex')

/** Lower-case words between slashes: no such key leads out of a folder, or means two files. @throws on any other */
export function checkKey(key: string): void {
  if (key.length > 200 || !/^[a-z0-9]+(?:[/-][a-z0-9]+)*$/.test(key))
    throw new TypeError(`${JSON.stringify(key)} is no key of a blob`)
}

/** What a store throws when it does not do what it should. */
export const storeDown = (cause: unknown): never =>
  refuse('unavailable', 'The file store is not reachable right now. Please try again in a moment.', { cause })
