import { z } from '@keyhold/contracts/zod'
import { refuse } from '@keyhold/kit/http/problem'

/** Where a page of a list ended: the value it is ordered by and the id of the last row. */
export interface Cursor {
  key: string
  id: string
}

const Instant = z.iso.datetime().refine((text) => text >= '1000')
const Day = z.iso.date()
const Name = z
  .string()
  .max(300)
  .regex(/^[^\p{Cc}]*$/u)

const kinds = { instant: Instant, day: Day, name: Name }

export const encodeCursor = ({ key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

/** @throws Refusal 400 for what no list gave out */
export function decodeCursor(text: string | undefined, kind: keyof typeof kinds): Cursor | null {
  if (text === undefined) return null
  const parsed = z.tuple([kinds[kind], z.uuid()]).safeParse(readJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success)
    return refuse('invalid-input', 'The cursor is not valid: take it from the Link header of the page before.')
  return { key: parsed.data[0], id: parsed.data[1] }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A page out of up to `limit` + 1 rows. */
export function pageOf<T extends { id: string }>(
  rows: readonly T[],
  { limit, total, keyOf }: { limit: number; total: number; keyOf: (row: T) => string },
): { items: T[]; total: number; next: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last ? encodeCursor({ key: keyOf(last), id: last.id }) : null }
}
