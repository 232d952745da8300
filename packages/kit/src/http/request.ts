import type { Actor } from '../runtime/actor.ts'
import type { Call } from './call.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'

/** A request as it reaches a service, however it travelled: in memory or over HTTP. */
export interface ServiceRequest {
  actor: Actor
  params: Record<string, string>
  query: Record<string, string>
  /** The body's text, empty when there is none; its bytes where the endpoint takes bytes or parts (which the `content-type` header tells apart). */
  body: string | Uint8Array
  requestId: string
  /** Address of the person behind the request, as the gateway judged it. */
  ip: string
  /** The person came over HTTPS. */
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
  /** JSON text, or a file's bytes; null when there is no body. */
  body: string | Uint8Array | null
  headers: [name: string, value: string][]
}

/** What a service hands to every handler beside the request. */
export interface Tools {
  db: Database
  call: Call
  clock: Clock
  log: Log
}
