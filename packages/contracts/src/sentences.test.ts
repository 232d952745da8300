import { expect, test } from 'vitest'
import { endpoints } from './api.ts'
import { z } from './zod.ts'

const wrong: unknown[] = [undefined, null, 7, 'x', '', true, [], [7], {}, { a: {} }]

/** What the library says by itself. */
const foreign = /^invalid |: expected|received|^too (small|big)|unrecognized|must be of/i

/** Bodies with one wrong value in each field. */
function* attempts(schema: z.ZodType): Generator {
  yield* wrong
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  for (const value of wrong) yield Object.fromEntries(fields.map((field) => [field, value]))
}

test('no sentence of the API about a value is the library’s', () => {
  const said = new Map<string, string>()
  for (const { endpoint } of endpoints)
    for (const schema of [endpoint.body, endpoint.query] as (z.ZodType | undefined)[]) {
      if (!schema) continue
      for (const value of attempts(schema)) {
        const { error } = schema.safeParse(value)
        for (const { message, path } of error?.issues ?? [])
          if (foreign.test(message)) said.set(message, `${endpoint.method} ${endpoint.path} ${path.join('.')}`)
      }
    }
  expect([...said]).toEqual([])
})

test.each([
  [z.string(), undefined, 'This field is required'],
  [z.string(), 7, 'Enter text'],
  [z.number(), 'x', 'Enter a number'],
  [z.boolean(), 'x', 'Choose yes or no'],
  [z.enum(['a', 'b']), 'c', 'Choose one of a, b'],
  [z.array(z.string()).min(1), [], 'At least 1 entry'],
  [z.string().max(3), 'long', 'At most 3 characters'],
  [z.number().max(3), 4, 'At most 3'],
  [z.uuid(), 'x', 'This is not a valid id'],
  [z.strictObject({}), { a: 1 }, 'Unknown: a'],
  [z.union([z.string(), z.number()]), true, 'This value is not valid'],
])('a sentence for people (%#)', (schema: z.ZodType, value, sentence) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(sentence)
})
