import { id } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import * as fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { cursorCodec, cursorInstant, cursorText } from './cursor.ts'
import { pageOf, pageBy, readCursor } from './paging.ts'

const refused = expect.objectContaining({
  code: 'invalid-input',
  message: 'This page of the list does not exist. Please start from the first page.',
})
const byName = cursorCodec(cursorText, id)
const byTime = cursorCodec(cursorInstant, id)

test('a cursor comes back as it was, and fits into the query of a list', () => {
  const last = v7()
  for (const name of ['', 'Zoë "Z" Ng', '\u{1F3E0}'.repeat(100), 'null']) {
    const cursor = byName.encode(name, last)
    expect(cursor).toMatch(/^[\w-]{1,2000}$/)
    expect(byName.decode(cursor)).toEqual([name, last])
  }
  const ranked = cursorCodec(z.int(), z.string().nullable(), id)
  expect(ranked.decode(ranked.encode(3, null, last))).toEqual([3, null, last])
  expect(byName.decode(undefined)).toBeUndefined()
})

test.each([
  ['nothing', ''],
  ['an id in the form of old cursors', Buffer.from('0192f0c1aaaa7bbb8cccddddeeeeffff', 'hex').toString('base64url')],
  ['values in the form of old cursors', Buffer.from(`2026-03-01 ${v7()}`).toString('base64url')],
  ["another list's cursor", byName.encode('a name', v7())],
  ['too few values', cursorCodec(cursorInstant).encode('2026-03-01T00:00:00.000Z')],
  ['too many values', cursorCodec(cursorInstant, id, id).encode('2026-03-01T00:00:00.000Z', v7(), v7())],
  ['a time that Postgres cannot read', byTime.encode('0000-01-01T00:00:00.000Z', v7())],
  ['no id', cursorCodec(cursorInstant, z.string()).encode('2026-03-01T00:00:00.000Z', '1')],
  ['half a cursor', byTime.encode('2026-03-01T00:00:00.000Z', v7()).slice(0, 20)],
])('%s is refused in words', (_, cursor) => {
  expect(() => byTime.decode(cursor)).toThrow(refused)
})

test('a control character in a text is refused: the database does not take it', () => {
  expect(() => byName.decode(byName.encode('a\u0000b', v7()))).toThrow(refused)
})

test('whatever a person makes up is refused or a value of the shape', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, isEncoded) => {
      try {
        byTime.decode(isEncoded ? Buffer.from(text).toString('base64url') : text)
      } catch (error) {
        expect(error).toEqual(refused)
      }
    }),
  )
})

test('a page has a next one where there is a row more than its limit', () => {
  const rows = [1, 2, 3].map((rank) => ({ rank, id: v7() }))
  const { items, next } = pageOf(rows, 2, 9)
  expect(items).toEqual(rows.slice(0, 2))
  expect(readCursor(next!)).toBe(rows[1]!.id)
  expect(pageOf(rows, 3, 9)).toEqual({ items: rows, total: 9, next: null })
  expect(pageBy(rows, { limit: 2, total: 3, cursorOf: ({ rank }) => `${rank}` }).next).toBe('2')
  expect(pageOf([], 3, 0)).toEqual({ items: [], total: 0, next: null })
})
