/** Values that a statement can contain: parameters and fragments made with the same tag. */
export type SqlValue<F> = string | number | null | F

/**
 * An SQL template tag: postgres.js's inside `db.read`, Drizzle's inside a transaction. A statement written against it works with both, so a record
 * reads the same before and after the commit.
 */
export type Tag<F> = (text: TemplateStringsArray, ...values: SqlValue<F>[]) => F
