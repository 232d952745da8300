import { randomBytes } from 'node:crypto'
import { refuse } from '../http/problem.ts'

/**
 * Files as bytes under keys. Their type, owner and name are in the database of the service that stores them.
 * Every call may throw Refusal `unavailable` while the store is down.
 */
export interface BlobStore {
  /** Durable when it resolves. An existing key is overwritten as a whole. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** null when there is no such key. */
  get(key: string): Promise<Uint8Array | null>
  /** Deleting a missing key succeeds. */
  delete(key: string): Promise<void>
  /** Rejects unless the store answers within two seconds. */
  check(): Promise<void>
  close(): void
}

/** An unguessable name of 128 bits, for use in keys. */
export const blobName = (): string => randomBytes(16).toString('hex')

/** Checks a key: lower-case words between slashes, so that it cannot lead out of a folder or name two files. @throws Error otherwise */
export function checkKey(key: string): void {
  if (key.length > 200 || !/^[a-z0-9]+(?:[/-][a-z0-9]+)*$/.test(key))
    throw new TypeError(`${JSON.stringify(key)} is no key of a blob`)
}

/** What a store throws when it fails. */
export const storeDown = (cause: unknown): never =>
  refuse('unavailable', 'The file store is not reachable right now. Please try again in a moment.', { cause })
