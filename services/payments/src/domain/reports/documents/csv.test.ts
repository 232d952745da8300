import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvOf } from './csv.ts'

const textOf = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Parses CSV by the grammar of RFC 4180. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  let [row, field, quoted]: [string[], string, boolean] = [[], '', false]
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (quoted) {
      if (char !== '"') field += char
      else if (text[i + 1] === '"') field += text[++i]!
      else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ',') [row, field] = [[...row, field], '']
    else if (char === '\r' && text[i + 1] === '\n') {
      rows.push([...row, field])
      ;[row, field] = [[], '']
      i++
    } else field += char
  }
  return rows
}

describe('a CSV file', () => {
  test('begins with a byte order mark, ends lines with CRLF and pads short rows', () => {
    expect(textOf(csvOf([['a', 'b'], ['é'], [null, 3]]))).toBe('\u{FEFF}a,b\r\né,\r\n,3\r\n')
  })

  test('keeps negative numbers as numbers, and quotes where needed', () => {
    expect(textOf(csvOf([[-12.5, 'a "b", c', 'two\nlines']]))).toBe('\u{FEFF}-12.5,"a ""b"", c","two\nlines"\r\n')
  })

  test('leaves a percentage as it is', () => {
    expect(Buffer.from(csvOf([['-47.8%', '-1%+1']])).toString()).toContain("-47.8%,'-1%+1")
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n-1', '＝1+1', '＠x'])(
    'does not let %j be a formula',
    (cell) => {
      expect(parse(textOf(csvOf([[cell]])).slice(1))[0]?.[0]).toBe(`'${cell}`)
    },
  )

  test('round-trips every text except for the apostrophe before a formula', () => {
    const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('a,b', '"', '=x', 'a\r\nb', ''))
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const read = parse(textOf(csvOf(rows)).slice(1))
        expect(
          read.map((row) => row.map((text, i) => (text === `'${rows[read.indexOf(row)]?.[i]}` ? text.slice(1) : text))),
        ).toEqual(rows)
        for (const text of read.flat()) expect(text).not.toMatch(/^[=+\-@](?!\d+(\.\d+)?%$)/)
      }),
    )
  })
})
