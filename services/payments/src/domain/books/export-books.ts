import type { journalFormats } from '@keyhold/contracts/payments/books'
import { beancountWriter } from './formats/beancount.ts'
import { csvWriter, quickBooksWriter } from './formats/csv.ts'
import { hledgerWriter } from './formats/hledger.ts'
import { type BookReading, entryPages, openingPages } from './read-books.ts'
import type { BookRange, BookWriter } from './types.ts'

type Format = (typeof journalFormats)[number]

const formats: Record<Format, { writer: () => BookWriter; type: string; ending: string }> = {
  beancount: { writer: beancountWriter, type: 'text/plain; charset=utf-8', ending: '.beancount' },
  hledger: { writer: hledgerWriter, type: 'text/plain; charset=utf-8', ending: '.journal' },
  csv: { writer: csvWriter, type: 'text/csv; charset=utf-8', ending: '.csv' },
  quickbooks: { writer: quickBooksWriter, type: 'text/csv; charset=utf-8', ending: '-quickbooks.csv' },
}

/** The name and the content type of an exported file. */
export const fileOf = (format: Format, { from, to }: BookRange): { name: string; type: string } => ({
  name: `books-${from}-to-${to}${formats[format].ending}`,
  type: formats[format].type,
})

/** The books of a range in a format. One page of entries is in memory at a time. */
export async function* exportBooks(reading: BookReading, range: BookRange, format: Format): AsyncGenerator<Uint8Array> {
  const writer = formats[format].writer()
  let text = writer.head(range)
  for (const pages of [openingPages(reading, range), entryPages(reading, range)])
    for await (const entries of pages) {
      text += writer.write(entries)
      if (text !== '') yield Buffer.from(text)
      text = ''
    }
}
