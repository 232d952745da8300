import { Readable } from 'node:stream'
import { refuse } from '@keyhold/kit/http/problem'
import { eventLoopYielder } from '@keyhold/kit/lib/event-loop-yielder'
import { CsvError, type Options, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { columnOf } from './import-columns.ts'

/** A non-blank row of the file. A quoted cell can span lines; `line` is the first line of the row. */
export interface CsvLine {
  line: number
  cells: string[]
}

const separators = [',', ';', '\t']
const chunkLength = 32 * 1024
/** The part of the file that is searched for the headings. */
const headLength = 64 * 1024

/**
 * Reads a CSV file as spreadsheets write it: UTF-8, UTF-16 or Windows-1252; separated by comma, semicolon or tab; quoted cells; blank lines
 * are skipped. All cells are text. Yields to the event loop, so that a long file does not block other requests.
 * @throws Refusal 400 for anything else, possibly in the middle of the file
 */
export async function* readCsv(bytes: Uint8Array): AsyncGenerator<CsvLine, void, undefined> {
  const { text, separator } = parseSeparatorLine(decode(bytes))
  const yieldToOthers = eventLoopYielder()
  const skipped = separator === undefined ? 0 : 1
  let read = 0
  const parser = parse({
    ...dialect,
    delimiter: separator ?? detectSeparator(text),
    info: true,
    // Recorded here, because a stream that fails discards rows that were not read yet.
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
      await yieldToOthers()
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

const starts = (bytes: Uint8Array, ...with_: number[]) => with_.every((byte, index) => bytes[index] === byte)

/** The text of the file, with `\n` as the only line ending. */
export function decode(bytes: Uint8Array): string {
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04) || starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    refuse('invalid-input', 'This is an Excel workbook. Save it as a CSV file and choose that one.')
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
    // Written by older versions of Excel, without a byte order mark.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Excel can name the separator in a first line such as `sep=;`. */
function parseSeparatorLine(text: string): { text: string; separator: string | undefined } {
  const match = /^"?sep=([,;\t])"?\n/i.exec(text)
  return match ? { text: text.slice(match[0].length), separator: match[1] } : { text, separator: undefined }
}

/** The separator that gives the most known headings. */
function detectSeparator(text: string): string {
  const head = text.slice(0, headLength)
  const knownHeadings = (delimiter: string) => {
    try {
      const [cells = []] = parseAtOnce(head, { ...dialect, delimiter, to: 1 })
      return cells.filter(columnOf).length
    } catch {
      return 0
    }
  }
  return separators.toSorted((one, other) => knownHeadings(other) - knownHeadings(one))[0] ?? ','
}

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    // Not between the two surrogates of a character.
    const end = at + chunkLength + (isHighSurrogate(text.charCodeAt(at + chunkLength - 1)) ? 1 : 0)
    yield text.slice(at, end)
    at = end
  }
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00

const newlinesIn = (cells: string[]) => cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
