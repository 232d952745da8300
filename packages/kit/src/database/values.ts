import { types } from 'pg'

/** Postgres's text of a timestamptz (session in UTC) as `YYYY-MM-DDTHH:MM:SS.sssZ`. Any other text is returned unchanged. */
export function isoInstant(text: string): string {
  // '2026-11-21 03:31:29.123456+00'; the fraction is absent or 1 to 6 digits long
  if (text.length < 22 || text[10] !== ' ' || !text.endsWith('+00')) return otherInstant(text)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

function otherInstant(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

type Parser = (text: string) => unknown

const asIs: Parser = (text) => text
const parseTexts = types.getTypeParser(1009 as number, 'text')
const each = (values: unknown[], parse: Parser): unknown[] =>
  values.map((value) => (Array.isArray(value) ? each(value, parse) : value === null ? null : parse(value as string)))
const listOf =
  (parse: Parser): Parser =>
  (text) =>
    each(parseTexts(text) as unknown[], parse)

// By OID: int8, numeric; date, time, timestamp, interval; timestamptz; and lists of these.
const parsers = new Map<number, Parser>([
  ...[20, 1700].map((oid): [number, Parser] => [oid, Number]),
  ...[1082, 1083, 1114, 1186].map((oid): [number, Parser] => [oid, asIs]),
  [1184, isoInstant],
  ...[1016, 1231].map((oid): [number, Parser] => [oid, listOf(Number)]),
  ...[1182, 1183, 1115, 1187].map((oid): [number, Parser] => [oid, listOf(asIs)]),
  [1185, listOf(isoInstant)],
])

/** Values of rows as the API sends them: numbers, `YYYY-MM-DD`, ISO instants. Other types are parsed as node-postgres does. */
export const wireTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

/** A parameter in the form that is sent. Done before sending, so that a value that cannot be sent fails its own statement alone. */
export function parameter(value: unknown): unknown {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value
  if (value === undefined) throw new TypeError('A parameter is undefined: pass null, or leave the condition out')
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(parameter)
  if (typeof value === 'object') return JSON.stringify(value)
  // A number, boolean or bigint.
  return (value as number).toString()
}

const camelNames = new Map<string, string>()

/** `due_on` as `dueOn`. */
export function camelCase(name: string): string {
  let camel = camelNames.get(name)
  if (camel === undefined) {
    camel = name.replace(/_+(.)/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(name, camel)
  }
  return camel
}
