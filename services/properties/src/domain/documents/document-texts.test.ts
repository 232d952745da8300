import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf, searchParts, searchable } from './document-texts.ts'

/** Whether a text is found by what is typed. */
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
])('by %j is found what has words that begin so: %s', (q, expected) => {
  // As PDFs have it: a ligature in "office".
  expect(isFound('Rent of $1,850.00 at Willow Creek; the oﬃce is closed in (Été)', q)).toBe(expected)
})

test('every word of a text finds it, and whatever is typed is no pattern', () => {
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

test('an excerpt is whole words, and says where the text goes on', () => {
  const cut = (piece: string, isCutBefore: boolean, isCutAfter: boolean) =>
    excerptOf({ piece, isCutBefore, isCutAfter })
  expect(cut('rds and the rent of  $900 per mon', true, true)).toBe('… and the rent of $900 per …')
  expect(cut('words and the rent', false, false)).toBe('words and the rent')
  expect(cut('x'.repeat(240), true, true)).toBe(`… ${'x'.repeat(240)} …`)
})
