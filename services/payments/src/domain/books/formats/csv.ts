import { toDollars } from '@keyhold/kit/lib/money'
import { type CsvCell, csvOf } from '../../reports/documents/csv.ts'
import type { BookEntry, BookLine, BookWriter } from '../types.ts'
import { nameOf, oneLine, shortId } from './text.ts'

/** One row for each posting, with everything that is known about it. */
export const csvWriter = (): BookWriter => ({
  head: () => csvOf([titles]).toString(),
  write: (entries) => rowsText(entries.flatMap(postingRows)),
})

const titles = [
  'Date',
  'Entry',
  'Kind',
  'Description',
  'Account',
  'Debit',
  'Credit',
  'Tenant',
  'Tenant id',
  'Property',
  'Unit',
  'Tenancy id',
  'Due',
  'Charge id',
  'Receipt id',
  'Recorded at',
  'Recorded by',
  'Belongs on',
]

const postingRows = (entry: BookEntry): CsvCell[][] =>
  entry.lines.map((line) => [
    entry.on,
    entry.id,
    entry.kind,
    oneLine(entry.narration),
    nameOf(line),
    line.cents > 0 ? toDollars(line.cents) : null,
    line.cents < 0 ? toDollars(-line.cents) : null,
    entry.tenant && oneLine(entry.tenant.name),
    entry.tenant?.id ?? null,
    line.property && oneLine(line.property),
    line.unit && oneLine(line.unit),
    line.tenancyId,
    line.dueOn,
    entry.chargeId,
    entry.receiptId,
    entry.recordedAt,
    entry.recordedBy,
    entry.belongsOn,
  ])

/**
 * What QuickBooks Online imports as journal entries (Settings, Import data): its columns, dates as MM/DD/YYYY, amounts above 0. Not IIF, which only
 * QuickBooks Desktop reads, and which Intuit no longer sells to new customers. QuickBooks asks for a customer on each line of accounts receivable.
 */
export const quickBooksWriter = (): BookWriter => ({
  head: () =>
    csvOf([['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name']]).toString(),
  write: (entries) => rowsText(entries.flatMap(quickBooksRows)),
})

function quickBooksRows({ id, on, tenant, narration, lines }: BookEntry): CsvCell[][] {
  const [year, month, day] = on.split('-')
  // At most 21 characters: the random part of the id.
  const number = id.replaceAll('-', '').slice(-20)
  // QuickBooks has one customer of a name, and takes no colons and quotes in it.
  const customer =
    tenant && `${oneLine(tenant.name.replaceAll(/[:"]+/g, ' '))} ${shortId(tenant.id)}`.trim().slice(-100)
  return lines.map((line) => [
    number,
    `${month}/${day}/${year}`,
    quickBooksName(line),
    line.cents > 0 ? toDollars(line.cents) : null,
    line.cents < 0 ? toDollars(-line.cents) : null,
    oneLine(narration),
    customer,
  ])
}

/** A colon begins the name of a sub-account, so that names have none. */
const quickBooksName = (line: BookLine): string =>
  nameOf({ ...line, bankAccount: null }) +
  (line.bankAccount ? `:${oneLine(line.bankAccount.name.replaceAll(/[:"]+/g, ' '))}` : '')

/** Rows that follow others, without the mark that begins a file. */
const rowsText = (rows: readonly CsvCell[][]): string =>
  rows.length === 0 ? '' : csvOf(rows).toString().replace('\u{FEFF}', '')
