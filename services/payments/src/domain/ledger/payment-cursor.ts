import { calendarDate, id as recordId } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { refuse } from '@keyhold/kit/http/problem'

/** Where a page ended: the due date and id of its last charge. */
export interface Position {
  dueDate: string
  id: string
}

const Parts = z.tuple([calendarDate, recordId])

export const cursorOf = ({ dueDate, id }: Position): string => Buffer.from(`${dueDate} ${id}`).toString('base64url')

/** @throws Refusal 400 for a cursor that no list gave */
export function positionOf(cursor: string): Position {
  const parts = Parts.safeParse(Buffer.from(cursor, 'base64url').toString('utf8').split(' '))
  if (!parts.success)
    refuse('invalid-input', 'The cursor is not valid: take it from the Link header of the page before.')
  const [dueDate, id] = parts.data
  return { dueDate, id }
}
