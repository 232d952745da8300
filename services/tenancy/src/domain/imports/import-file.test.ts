import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, readCsv } from './import-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'))
const linesOf = async (file: Uint8Array | string) =>
  Array.fromAsync(readCsv(typeof file === 'string' ? utf8(file) : file))
const cellsOf = async (file: Uint8Array | string) => (await linesOf(file)).map(({ cells }) => cells)

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
// Trimmed cells, as the reader returns them; the first of a row is never blank.
const cell = fc
  .string({ unit: fc.constantFrom('a', 'é', '😀', '"', ',', ';', '\t', '\n', ' ', '=', "'"), maxLength: 12 })
  .map((text) => text.trim())
const table = fc.array(
  fc.array(cell, { minLength: 3, maxLength: 3 }).map(([first = '', ...others]) => [`x${first}`, ...others]),
  { minLength: 1, maxLength: 8 },
)

test('quoted cells are read unchanged with every separator, line ending and encoding', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom(utf8, utf16, (text: string) => utf8(`\uFEFF${text}`)),
      async (rows, separator, end, encode) => {
        const text = [['First name', 'Last name', 'Email'], ...rows]
          .map((cells) => cells.map(quoted).join(separator))
          .join(end)
        expect((await cellsOf(encode(text))).slice(1)).toEqual(rows)
      },
    ),
    { numRuns: 200 },
  )
})

test('a file of Western European Excel is read: Windows-1252, semicolons, a line that names the separator', async () => {
  const bytes = Buffer.from('sep=;\r\nFirst name;Last name\r\nZo\xEB;O\x92Neil \x80\r\n', 'latin1')
  expect(await linesOf(bytes)).toEqual([
    { line: 2, cells: ['First name', 'Last name'] },
    { line: 3, cells: ['Zoë', 'O’Neil €'] },
  ])
})

test('blank lines are skipped, and each row has its line number in the file', async () => {
  expect(await linesOf('\r\nfirst name,email\r\n\r\nAnn,"a\r\nb"\r\n,,\r\n  \r\nBob,b')).toEqual([
    { line: 2, cells: ['first name', 'email'] },
    { line: 4, cells: ['Ann', 'a\nb'] },
    { line: 8, cells: ['Bob', 'b'] },
  ])
})

test('all cells are text, even if they look like formulas or numbers', async () => {
  expect(await cellsOf('first name,email\n=1+1,"=HYPERLINK(""http://x"")"\n007,1e3\n5\'10" tall,"a" ')).toEqual([
    ['first name', 'email'],
    ['=1+1', '=HYPERLINK("http://x")'],
    ['007', '1e3'],
    [`5'10" tall`, 'a'],
  ])
})

test.each(['Bob,"b\nCid,c', 'Bob,"b\nCid,"c', 'Bob,"b" ob'])(
  'unbalanced quotes are reported with the line of their row: %j',
  async (broken) => {
    const rows = Array.from({ length: 100 }, (_, index) => `Ann,"a\n${index}"\n`).join('')
    await expect(linesOf(`sep=,\nfirst name,email\n${rows}\n${broken}\nDan,d`)).rejects.toThrow(
      "The quotes in the row that begins on line 204 don't match.",
    )
  },
)

test('an Excel workbook and an empty file are refused with that reason', () => {
  expect(() => decode(Uint8Array.of(0x50, 0x4b, 3, 4, 20))).toThrow('This is an Excel workbook.')
  expect(() => decode(utf8('\uFEFF \n\n'))).toThrow('The file is empty.')
})

test('characters at the boundary of two chunks are not split', async () => {
  const name = '😀'.repeat(40_000)
  expect(await cellsOf(`first name,email\nx${name},${name}`)).toEqual([
    ['first name', 'email'],
    [`x${name}`, name],
  ])
})
