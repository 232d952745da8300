import type { JournalAccount } from '@keyhold/contracts/payments/journal'
import { accounts, openingAccount } from '../domain/books/accounts.ts'

/** An entry of an exported file. `account` is the one of the chart. */
export interface ExportedEntry {
  on: string
  payee: string
  lines: { account: JournalAccount | 'opening'; cents: number }[]
}

const accountOf = new Map<string, JournalAccount | 'opening'>([
  ...Object.entries(accounts).flatMap(([account, { path, name }]): [string, JournalAccount][] => [
    [path, account as JournalAccount],
    [name, account as JournalAccount],
  ]),
  [openingAccount.path, 'opening'],
  [openingAccount.name, 'opening'],
])

/** @throws where an account is none of the chart */
function lineOf(path: string, decimal: string): ExportedEntry['lines'][number] {
  const account =
    accountOf.get(path) ??
    accountOf.get(path.split(':').slice(0, 2).join(':')) ??
    accountOf.get(path.split(':')[0] ?? '')
  if (!account) throw new Error(`${path} is no account of the chart`)
  return { account, cents: Math.round(Number(decimal) * 100) }
}

const posting = /^ {2,4}([A-Z][\w:-]+) {2}(-?\d+\.\d\d) USD/

/** The transactions of a Beancount file, read by the shape of their lines. */
export const readBeancount = (text: string): ExportedEntry[] =>
  readText(text, /^(\d{4}-\d\d-\d\d) \* ("(?:[^"\\]|\\.)*")/, (payee) => JSON.parse(payee) as string)

/** The transactions of an hledger journal. */
export const readHledger = (text: string): ExportedEntry[] =>
  readText(text, /^(\d{4}-\d\d-\d\d) \* \([^)]*\) (.*?) \| /, (payee) => payee)

function readText(text: string, head: RegExp, payeeOf: (match: string) => string): ExportedEntry[] {
  const entries: ExportedEntry[] = []
  for (const line of text.split('\n')) {
    const [, on, payee] = head.exec(line) ?? []
    if (on !== undefined) entries.push({ on, payee: payeeOf(payee ?? ''), lines: [] })
    const [, path, decimal] = posting.exec(line) ?? []
    if (path !== undefined && decimal !== undefined) entries.at(-1)?.lines.push(lineOf(path, decimal))
  }
  return entries
}

/** The entries of either CSV file, by their number. */
export function readCsv(text: string): ExportedEntry[] {
  const [titles = [], ...rows] = cellsOf(text.replace('\u{FEFF}', ''))
  const cell = (row: string[], ...names: string[]) => row[titles.findIndex((title) => names.includes(title))] ?? ''
  const groups = Map.groupBy(rows, (row) => cell(row, 'Entry', 'JournalNo'))
  return [...groups.values()].map((group) => ({
    on: cell(group[0] ?? [], 'Date', 'JournalDate'),
    payee: cell(group[0] ?? [], 'Tenant', 'Name'),
    lines: group.map((row) => {
      const [debit, credit] = [cell(row, 'Debit', 'Debits'), cell(row, 'Credit', 'Credits')]
      return lineOf(cell(row, 'Account', 'AccountName'), debit === '' ? `-${credit}` : debit)
    }),
  }))
}

/** Rows and cells of a CSV file (RFC 4180). */
function cellsOf(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end !== ',') {
      rows.push(row)
      row = []
    }
  }
  return rows
}
