import { expect, test } from 'vitest'
import { changesOf, line, optional, whole } from './scalars.ts'
import { z } from './zod.ts'

const form = z.object({
  name: line(20),
  kind: z.enum(['a', 'b']).default('a'),
  days: whole(1, 9, 'A number').prefault(3),
  note: optional(line(20)),
  tags: z
    .array(line(20))
    .nullish()
    .transform((list) => list ?? []),
})

test('a change leaves absent fields absent, whatever their default', () => {
  const changes = changesOf(form)
  expect(changes.parse({})).toEqual({})
  expect(changes.parse({ kind: 'b', note: '', tags: null })).toEqual({ kind: 'b', note: null, tags: [] })
})

test('given fields are validated as in the form', () => {
  expect(
    changesOf(form)
      .safeParse({ name: '', kind: 'c' })
      .error?.issues.map(({ path }) => path[0]),
  ).toEqual(['name', 'kind'])
})
