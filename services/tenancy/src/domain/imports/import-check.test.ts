import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFile, checkRow } from './import-check.ts'
import { columnNames, readHeadings } from './import-columns.ts'
import { createHomeFinder } from './import-homes.ts'

const findNoHome = createHomeFinder([], [])
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('checking a long file does not block the event loop', async () => {
  const file = [
    'first,last,email',
    ...Array.from({ length: 10_000 }, (_, i) => `Ann,No ${i},ann${i}@example.com`),
  ].join('\n')
  let turns = 0
  let next = setImmediate(function turn() {
    turns++
    next = setImmediate(turn)
  })
  const { rows } = await checkFile(bytesOf(file), findNoHome)
  clearImmediate(next)
  expect(rows).toHaveLength(10_000)
  expect(turns).toBeGreaterThan(3)
})

test('a row with any content has either issues or a form, never both', () => {
  const headings = readHeadings(Object.values(columnNames))
  const cell = fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'é', '😀', '\0', '\x07', '\u2028', '"', '@', '-', '$', '1', '/', ' '),
      maxLength: 8,
    }),
    fc.constantFrom('', 'Ann', 'a@example.com', '$1,200', '2026-03-01', '3/1/2026', '+1 555 010 0100'),
  )
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 17 }), (cells) => {
      const { form, issues, fields } = checkRow(2, cells, { headings, findHome: findNoHome })
      expect(form === null).toBe(issues.length > 0)
      expect(JSON.stringify(fields)).not.toContain(String.raw`\u0000`)
    }),
    { numRuns: 500 },
  )
})
