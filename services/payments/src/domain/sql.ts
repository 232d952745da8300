/** What a statement may carry: values, and fragments made with the same tag. */
export type SqlValue<F> = string | number | null | F

/**
 * A template tag for SQL: postgres.js's inside `db.read`, Drizzle's inside a transaction. A statement written against it
 * serves both, so that a record reads the same before and after the commit.
 */
export type Tag<F> = (text: TemplateStringsArray, ...values: SqlValue<F>[]) => F

/**
 * A whole number as text of the statement, not as a parameter. For limits: where the planner does not know how few rows are
 * wanted, it plans the statement anew each time, which takes longer than running it.
 */
export function whole<F>(sql: Tag<F>, value: number): F {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`)
  return sql(Object.assign([String(value)], { raw: [String(value)] }))
}
