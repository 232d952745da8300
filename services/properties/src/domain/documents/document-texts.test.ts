import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf, searchParts, searchable } from './document-texts.ts'

/** Whether a query matches a text. */
const isFound = (text: string, q: string) => {
  const parts = searchParts(q)
  return parts.length > 0 && parts.every((part) => searchable(text).includes(part))
}

test.each([
  ['RENT', true],
  ['rent 1,850', true],
  ['$1,850.00', true],
  ['"willow', true],
  ['willow-creek', true],
  ['creek willow', true],
  ['wil', true],
  ['illow', false],
  ['creek rent', true],
  ['rent deposit', false],
  ['office', true],
  ['été', true],
  ['%', false],
  ['_', false],
  ['  ', false],
])('%j matches the beginnings of words: %s', (q, expected) => {
  // A ligature in "office", as in PDFs.
  expect(isFound('Rent of $1,850.00 at Willow Creek; the oﬃce is closed in (Été)', q)).toBe(expected)
})

test('every word of a text matches it, and queries are not patterns', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (words) => {
      const text = words.join(' ')
      for (const part of searchParts(text)) {
        expect(searchable(text)).toContain(part)
        expect(part).toMatch(/^( [\p{L}\p{M}\p{N}]+)+$/u)
      }
    }),
  )
})

test('an excerpt consists of whole words and shows where the text continues', () => {
  const cut = (piece: string, isCutBefore: boolean, isCutAfter: boolean) =>
    excerptOf({ piece, isCutBefore, isCutAfter })
  expect(cut('rds and the rent of  $900 per mon', true, true)).toBe('… and the rent of $900 per …')
  expect(cut('words and the rent', false, false)).toBe('words and the rent')
  expect(cut('x'.repeat(240), true, true)).toBe(`… ${'x'.repeat(240)} …`)
})
