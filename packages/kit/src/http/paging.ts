import type { Page } from '@keyhold/contracts/endpoint'
import { id } from '@keyhold/contracts/scalars'
import { cursorCodec } from './cursor.ts'

const idCursor = cursorCodec(id)

/**
 * The id in the cursor of a list whose query looks up the position of that record.
 * @throws Refusal 400 for a malformed cursor
 */
export const readCursor = (cursor: string | undefined): string | undefined => idCursor.decode(cursor)?.[0]

interface PageOptions<T> {
  limit: number
  total: number
  cursorOf: (last: T) => string
}

/** A page from up to `limit + 1` rows; the extra one shows that there is a next page. */
export function pageBy<T>(rows: readonly T[], { limit, total, cursorOf }: PageOptions<T>): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** The same, with the id of the last record as the cursor. */
export const pageOf = <T extends { id: string }>(rows: readonly T[], limit: number, total: number): Page<T> =>
  pageBy(rows, { limit, total, cursorOf: (last) => idCursor.encode(last.id) })

/** A LIKE pattern for "contains", with wildcards in the text escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * A whole number as text of the statement, not as a parameter; for limits. Without a known limit the planner plans the statement
 * again each time, which takes longer than running it.
 */
export function whole<F>(sql: (text: TemplateStringsArray) => F, value: number): F {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is not a whole number`)
  return sql(Object.assign([String(value)], { raw: [String(value)] }))
}
