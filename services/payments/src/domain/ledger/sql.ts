/** What a statement may carry: values, and fragments made with the same tag. */
export type SqlValue<F> = string | number | null | F

/**
 * A template tag for SQL: postgres.js's inside `db.read`, Drizzle's inside a transaction. A statement written against it
 * serves both, so that a record reads the same before and after the commit.
 */
export type Tag<F> = (text: TemplateStringsArray, ...values: SqlValue<F>[]) => F
