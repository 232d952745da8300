import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Values that a statement can contain: parameters and fragments made with the same tag. */
export type SqlValue<F> = string | number | null | F

/**
 * An SQL template tag: postgres.js's inside `db.read`, Drizzle's inside a transaction. A statement written against it works with both, so a record
 * reads the same before and after the commit.
 */
export type Tag<F> = (text: TemplateStringsArray, ...values: SqlValue<F>[]) => F

/** The id in a column is one of these. Unlike `inArray`, it is the same statement for any number of them, which the server prepares once. */
export const isAnyOf = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(ids)}::uuid[])`
