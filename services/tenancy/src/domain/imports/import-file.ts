import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { refuse } from '@keyhold/kit/http/problem'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { columnOf } from './import-columns.ts'

/** A line of the file with something in it; a cell in quotes may go over several, the first of them counts. */
export interface CsvLine {
  line: number
  cells: string[]
}

const separators = [',', ';', '\t']
const chunkLength = 32 * 1024
/** Headings are looked for in so much of the file. */
const headLength = 64 * 1024

/**
 * The lines of a CSV file as spreadsheets write them: UTF-8, UTF-16 or Windows-1252; comma, semicolon or tab; quoted cells; blank lines
 * are passed over. Cells are text, whatever they look like. Others get their turn while a long file is read.
 * @throws Refusal 400 where it is no such file, as it turns out
 */
export async function* readCsv(bytes: Uint8Array): AsyncGenerator<CsvLine, void, undefined> {
  const { text, said } = afterSeparatorLine(decode(bytes))
  const breathe = breather()
  const skipped = said === undefined ? 0 : 1
  let read = 0
  const parser = parse({
    ...dialect,
    delimiter: said ?? separatorOf(text),
    info: true,
    // Noted here, as a stream that fails drops what nobody took yet.
    on_record(record: string[], { lines }) {
      read = lines
      return record
    },
  })
  try {
    for await (const { record, info } of Readable.from(chunksOf(text)).pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      yield { line: info.lines + skipped - newlinesIn(record), cells: record.map((cell) => cell.trim()) }
      await breathe()
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = text.split('\n').findIndex((one, index) => index >= read && one.includes('"')) + 1
    refuse('invalid-input', `The quotes in the row that begins on line ${line + skipped} don't match.`)
  }
}

const dialect = {
  record_delimiter: '\n',
  relax_column_count: true,
  // A quote in the middle of a cell is a quote.
  relax_quotes: true,
  trim: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
} satisfies Options

/** Gives others their turn when it has been ours for a while. */
export function breather(ms = 15): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < ms) return undefined
    return turn().then(() => void (since = performance.now()))
  }
}

const starts = (bytes: Uint8Array, ...with_: number[]) => with_.every((byte, index) => bytes[index] === byte)

/** The text of the file, its lines ending with `\n` alone. */
export function decode(bytes: Uint8Array): string {
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04) || starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    refuse('invalid-input', 'This is an Excel workbook. Save it as CSV there and choose that file.')
  const text = textOf(bytes).replace(/\r\n?/g, '\n')
  if (text.trim() === '') refuse('invalid-input', 'The file is empty.')
  return text
}

function textOf(bytes: Uint8Array): string {
  if (starts(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (starts(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // What older Excel writes, without a word about it.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Excel may say by a first line `sep=;` what parts the cells. */
function afterSeparatorLine(text: string): { text: string; said: string | undefined } {
  const match = /^"?sep=([,;\t])"?\n/i.exec(text)
  return match ? { text: text.slice(match[0].length), said: match[1] } : { text, said: undefined }
}

/** The one by which most headings are known. */
function separatorOf(text: string): string {
  const head = text.slice(0, headLength)
  const known = (delimiter: string) => {
    try {
      const [cells = []] = parseAtOnce(head, { ...dialect, delimiter, to: 1 })
      return cells.filter(columnOf).length
    } catch {
      return 0
    }
  }
  return separators.toSorted((one, other) => known(other) - known(one))[0] ?? ','
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    // Not between the halves of a character.
    const end = at + chunkLength + (isHalf(text.charCodeAt(at + chunkLength - 1)) ? 1 : 0)
    yield text.slice(at, end)
    at = end
  }
}

const isHalf = (code: number) => code >= 0xd800 && code < 0xdc00

const newlinesIn = (cells: string[]) => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
