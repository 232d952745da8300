import postgres, { type Sql } from 'postgres'
import { arrayText, parseArray } from './arrays.ts'
import { StalePlan } from './errors.ts'

/** Postgres's text of a timestamptz (session in UTC) as `YYYY-MM-DDTHH:MM:SS.sssZ`. What is no such text comes back as it is. */
export function isoInstant(text: string): string {
  // '2026-11-21 03:31:29.123456+00'; the fraction is absent or 1 to 6 digits long
  if (text.length < 22 || text[10] !== ' ' || !text.endsWith('+00')) return otherInstant(text)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

function otherInstant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

const text = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))
/** JSON text; a string is taken for that already. */
export const json = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const parseJson = (value: string): unknown => JSON.parse(value)
const listOf = (parse: (element: string) => unknown, ...oids: [number, ...number[]]) => ({
  to: oids[0],
  from: oids,
  serialize: (value: unknown) => (Array.isArray(value) ? arrayText(value) : text(value)),
  parse: (value: string) => parseArray(value, parse),
})

/** Values as the wire wants them, in both leaves. A string given for a json column is taken for JSON text. */
const types = {
  number: { to: 1700, from: [20, 1700], serialize: text, parse: Number },
  instant: { to: 1184, from: [1184], serialize: text, parse: isoInstant },
  plainTime: { to: 1114, from: [1082, 1083, 1114], serialize: text, parse: (value: string) => value },
  json: { to: 114, from: [114, 3802], serialize: json, parse: parseJson },
  texts: listOf((value) => value, 1009, 1002, 1014, 1015, 2951, 1115, 1182, 1183), // text, char, varchar, uuid, plain times
  numbers: listOf(Number, 1007, 1005, 1016, 1021, 1022, 1231),
  booleans: listOf((value) => value === 't', 1000),
  instants: listOf(isoInstant, 1185),
  jsons: listOf(parseJson, 3807, 199),
}

export interface LeafOptions {
  url: string
  service: string
  statementTimeoutMs: number
  /** Rows' columns in camelCase. */
  camelCase: boolean
  onClose: () => void
}

/** A client of one connection, opened when needed and closed when idle. Outside `begin read write` it can only read. */
export function openLeaf({ url, service, statementTimeoutMs, camelCase, onClose }: LeafOptions): Sql {
  return postgres(url, {
    max: 1,
    idle_timeout: 30,
    max_lifetime: null, // it would move statements that wait to a connection where no actor is set
    connect_timeout: 4, // a busy machine may take seconds to let one in, and whoever calls waits five
    backoff: () => 0.02, // a leaf that failed is thrown away; its successor need not wait
    types: types as never,
    ...(camelCase ? { transform: { column: { from: postgres.toCamel } } } : {}), // once per statement, not per row
    // Asking for array types at each connect is a round trip, and when the connection dies in it, an unhandled rejection.
    fetch_types: false,
    onnotice: () => {},
    onclose: onClose,
    connection: {
      application_name: `keyhold-${service}`,
      search_path: `${service}, public`,
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
      // A statement that fell out of its transaction (connection lost and made anew) must not write.
      default_transaction_read_only: true,
    },
  })
}

const rejectInstead: PropertyDescriptor & ThisType<{ cancelled: unknown; reject(error: unknown): void }> = {
  get: () => undefined,
  set(error: Error) {
    this.cancelled = true // never sent, hence
    this.reject(new StalePlan(error.message, { cause: error }))
  },
}

/**
 * A statement whose prepared plan went stale is rejected with `StalePlan`. Left to itself postgres.js 3.4.9 sends it once more,
 * behind whatever others have sent since: in their transaction, with their settings, and with the answers out of order.
 */
export function withoutResend<T extends object>(query: T): T {
  return Object.defineProperty(query, 'retried', rejectInstead)
}

/** Calls `onStuck` when something is under way and nothing has moved for `ms`: the server does not answer any more. */
export function watchProgress(
  ms: number,
  onStuck: () => void,
): { started: () => void; finished: () => void; stop: () => void } {
  let running = 0
  let timer: NodeJS.Timeout | undefined
  return {
    started() {
      if (running++ === 0) timer = setTimeout(onStuck, ms).unref()
    },
    finished() {
      if (--running === 0) clearTimeout(timer)
      else timer?.refresh()
    },
    stop: () => clearTimeout(timer),
  }
}
