import { id, instant } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { refuse } from './problem.ts'

type Shapes = readonly [z.ZodType, ...z.ZodType[]]
type Values<S extends Shapes> = { -readonly [K in keyof S]: z.output<S[K]> }

export interface CursorCodec<S extends Shapes> {
  encode(...values: Values<S>): string
  /** @throws Refusal 400 for a cursor that this list did not give */
  decode(cursor: string | undefined): Values<S> | undefined
}

/**
 * The cursor of a list: the values that its last row has in the order of the list, its id at the end. `shapes` say what each value is, so that
 * nothing that a person made up reaches the database.
 */
export function cursorCodec<const S extends Shapes>(...shapes: S): CursorCodec<S> {
  const shape = z.tuple(shapes as unknown as [z.ZodType, ...z.ZodType[]])
  return {
    encode: (...values) => Buffer.from(JSON.stringify(values)).toString('base64url'),
    decode(cursor) {
      if (cursor === undefined) return undefined
      const read = shape.safeParse(parsed(Buffer.from(cursor, 'base64url').toString()))
      if (!read.success)
        refuse('invalid-input', 'This page of the list does not exist. Please start from the first page.')
      return read.data as Values<S>
    },
  }
}

/** A moment in a cursor: of the years that Postgres can read. */
export const cursorInstant = instant.refine((text) => text >= '1000')

/** Of a list by time. */
export const timeCursor = cursorCodec(cursorInstant, id)

/** A text in a cursor, of what a record's name can hold. */
export const cursorText = z
  .string()
  .max(500)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
