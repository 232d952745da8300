import { documentTypes, maxDocumentBytes } from '@keyhold/contracts/properties/documents'
import { documentCategories } from '@keyhold/contracts/properties/document-analysis'
import { expect, test } from 'vitest'
import { categories, fileFault, marked, maxBytes, sizeWords, types, valueWords } from './words.ts'

const file = (name: string, size = 10) => new File([new Uint8Array(size)], name)

test('the page names the categories, types and bound of the contract', () => {
  expect(categories).toEqual(documentCategories)
  expect(types).toEqual(documentTypes)
  expect(maxBytes).toBe(maxDocumentBytes)
})

test('sizes are shown in B, KB or MB', () => {
  expect([0, 1023, 1024, 1536, 1024 * 1024 - 1, 1024 * 1024, 26_214_400].map(sizeWords)).toEqual([
    '0 B',
    '1023 B',
    '1 KB',
    '1.5 KB',
    '1,024 KB',
    '1 MB',
    '25 MB',
  ])
})

test('a file that is not a document is refused before it is sent', () => {
  expect(fileFault(file('a.exe'))).toBe('This is not a PDF, DOC, DOCX, JPG, PNG or GIF file.')
  expect(fileFault(file('a.pdf', 0))).toBe('This file is empty.')
  expect(fileFault(file('Lease.JPEG'))).toBeUndefined()
  expect(fileFault(Object.defineProperty(file('a.pdf'), 'size', { value: maxBytes + 1 }))).toBe(
    'This file is larger than 25 MB.',
  )
})

test('findings are formatted for people', () => {
  const base = { key: 'x', label: 'x', confidence: 1, page: 1, quote: 'x' }
  expect(valueWords({ ...base, kind: 'money', value: '1850.00' })).toBe('$1,850.00')
  expect(valueWords({ ...base, kind: 'date', value: '2026-03-01' })).toBe('Mar 1, 2026')
  expect(valueWords({ ...base, kind: 'text', value: 'Ann Archer' })).toBe('Ann Archer')
})

test('search terms are marked at the start of words, and nothing else', () => {
  const marks = (text: string, search: string) =>
    marked(text, search)
      .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
      .join('')
  expect(marks('1420 Willow Creek Drive', 'willow cre')).toBe('1420 [Willow] [Cre]ek Drive')
  expect(marks('1420 Elm: rent of $1,850.00, or $1 850', '$1,850')).toBe('1420 Elm: rent of $[1,850].00, or $[1 850]')
  expect(marks('part of the art', 'art')).toBe('part of the [art]')
  expect(marks('a (b) <b>c</b>', '.*( $ \\')).toBe('a (b) <b>c</b>')
  expect(marks('', 'x')).toBe('')
})
