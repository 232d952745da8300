import { sql } from 'drizzle-orm'
import { customType, date, numeric, uuid } from 'drizzle-orm/pg-core'
import { isoInstant } from './values.ts'

/** Primary key. UUIDs of version 7 sort by time, so new rows are appended to the index. */
export const id = () =>
  uuid('id')
    .primaryKey()
    .default(sql`uuidv7()`)

/** The id of another record. Nullable unless `.notNull()` follows. */
export const uuidRef = <N extends string>(name: N) => uuid(name)

/** The landlord who owns the record. Row level security is derived from this column. */
export const landlordId = () => uuid('landlord_id').notNull()

/** Dollars with two decimals, below 100 million. */
export const money = <N extends string>(name: N) => numeric(name, { precision: 10, scale: 2, mode: 'number' })

/** A day without a time zone, `YYYY-MM-DD`. */
export const calendarDate = <N extends string>(name: N) => date(name, { mode: 'string' })

const instantType = customType<{ data: string; driverData: string | Date }>({
  // Milliseconds, as on the wire, so that a cursor made from it skips no row.
  dataType: () => 'timestamp(3) with time zone',
  toDriver: (value: string | Date) => (value instanceof Date ? value.toISOString() : value),
  fromDriver: (value) => (value instanceof Date ? value.toISOString() : isoInstant(value)),
})

/** A moment, always read as `YYYY-MM-DDTHH:MM:SS.sssZ`; written from any ISO 8601 string with an offset. */
export const instant = (name: string) => instantType(name)

export const createdAt = () =>
  instant('created_at')
    .notNull()
    .default(sql`now()`)

/** Set by the code that updates the row; there is no trigger. */
export const updatedAt = () =>
  instant('updated_at')
    .notNull()
    .default(sql`now()`)

/** Of a projection's row: the time of the event it was written from. Without one it is older than any event. */
export const asOf = () => instant('as_of').notNull().default('1970-01-01T00:00:00.000Z')
