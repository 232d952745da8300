import type { Actor } from '../runtime/actor.ts'
import type { Call } from './call.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'

/** A request as a service receives it, in memory or over HTTP. */
export interface ServiceRequest {
  actor: Actor
  /** A service calls by itself, on somebody's behalf or not; otherwise the request came from outside. */
  isFromService?: boolean
  params: Record<string, string>
  query: Record<string, string>
  /** The body as text, empty when there is none; as bytes for the encodings `bytes` and `multipart`. */
  body: string | Uint8Array
  requestId: string
  /** IP address of the caller, as determined by the gateway. */
  ip: string
  /** The caller uses HTTPS. */
  secure: boolean
  /** One of `forwardedHeaders`, or a header that the endpoint declares; in lower case. */
  header(name: string): string | undefined
}

/** Headers of every request that reach the service. An endpoint that needs others declares them (`headers`). */
export const forwardedHeaders = [
  'cookie',
  'content-type',
  'user-agent',
  'idempotency-key',
  'if-none-match',
  'origin',
  'host',
] as const
export type ForwardedHeader = (typeof forwardedHeaders)[number]

export interface ServiceResponse {
  status: number
  /** JSON text or the bytes of a file; null for no body, and for one that comes as a stream. */
  body: string | Uint8Array | null
  /** The body of a `byteStream`: it comes while it is made, and ends with an error if that fails. */
  stream?: AsyncIterable<Uint8Array>
  headers: [name: string, value: string][]
}

/** What every handler of a service receives besides the request. */
export interface Tools {
  db: Database
  call: Call
  clock: Clock
  log: Log
}
