import { id as recordId, instant } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { refuse } from '@keyhold/kit/http/problem'

/** Where a page ended. Insights come and go, so the cursor says the place itself and not whose place it was. */
export interface Position {
  rank: number
  createdAt: string
  id: string
}

const Parts = z.tuple([z.coerce.number().int().min(1).max(3), instant, recordId])

export const cursorOf = ({ rank, createdAt, id }: Position): string =>
  Buffer.from(`${rank} ${createdAt} ${id}`).toString('base64url')

/** @throws Refusal 400 for a cursor that no list gave */
export function positionOf(cursor: string): Position {
  const parts = Parts.safeParse(Buffer.from(cursor, 'base64url').toString('utf8').split(' '))
  if (!parts.success)
    refuse('invalid-input', 'The cursor is not valid: take it from the Link header of the page before.')
  const [rank, createdAt, id] = parts.data
  return { rank, createdAt, id }
}
