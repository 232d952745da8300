import type { Page } from '@keyhold/contracts/endpoint'
import { refuse } from './problem.ts'

/** A cursor names the last record of the page before; where that record stands in the order is asked in the query itself. */
export function readCursor(cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined
  const hex = /^[\w-]{22}$/.test(cursor) ? Buffer.from(cursor, 'base64url').toString('hex') : ''
  if (hex.length !== 32)
    refuse('invalid-input', 'This page of the list does not exist. Please start from the first one.')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** A page from up to `limit + 1` rows: the extra one only tells that there is a next page. */
export function pageOf<T extends { id: string }>(rows: readonly T[], limit: number, total: number): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return {
    items,
    total,
    next: rows.length > limit && last ? Buffer.from(last.id.replaceAll('-', ''), 'hex').toString('base64url') : null,
  }
}

/** A LIKE pattern for "contains", in which what a person typed means itself. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A whole number as text of the statement, not as a parameter. For limits: where the planner does not know how few rows are
 * wanted, it plans the statement anew each time, which takes longer than running it.
 */
export function whole<F>(sql: (text: TemplateStringsArray) => F, value: number): F {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`)
  return sql(Object.assign([String(value)], { raw: [String(value)] }))
}
