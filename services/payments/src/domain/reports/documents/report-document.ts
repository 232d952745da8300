import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { type CsvCell, csvOf } from './csv.ts'
import type { Block, Sheet } from '../../pdf/layout.ts'

export interface ReportColumn {
  title: string
  /** In points in the PDF; `*`: an equal share of the remaining width. */
  width: number | '*'
  kind: 'text' | 'money' | 'count'
}

export interface ReportTable {
  heading?: string
  columns: ReportColumn[]
  rows: CsvCell[][]
  totals?: CsvCell[]
  /** Shown if there are no rows. */
  empty: string
}

/** The content of a report file, independent of its format. */
export interface ReportDocument {
  /** File name without extension. */
  name: string
  title: string
  subtitle: string
  /** The parameters as shown to a person. */
  details: [label: string, value: string][]
  tables: ReportTable[]
  notes: string[]
  isWide: boolean
  madeAt: string
  /** The content of the JSON file besides its parameters. */
  data: Record<string, unknown>
  parameters: Record<string, string | null>
}

const momentFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** 2026-03-15T15:00:00.000Z → Mar 15, 2026, 3:00 PM UTC */
export const momentText = (instant: string): string =>
  `${momentFormat.format(new Date(instant)).replaceAll('\u202F', ' ')} UTC`

const detailsOf = ({ details, madeAt }: ReportDocument): [string, string][] => [
  ...details,
  ['Made on', momentText(madeAt)],
]

export const rowsOf = ({ tables }: ReportDocument): number => tables.reduce((sum, { rows }) => sum + rows.length, 0)

export function sheetOf(document: ReportDocument): Sheet {
  const { title, subtitle, tables, notes, isWide, madeAt } = document
  const blocks: Block[] = tables.map(({ heading, columns, rows, totals, empty }) => {
    const shown = (cells: CsvCell[]) => columns.map(({ kind }, i) => shownOf(cells[i] ?? null, kind))
    return {
      kind: 'table',
      ...(heading === undefined ? {} : { heading }),
      columns: columns.map(({ title: head, width, kind }) => ({ title: head, width, isNumber: kind !== 'text' })),
      rows: rows.map(shown),
      ...(totals ? { totals: shown(totals) } : {}),
      empty,
    }
  })
  return {
    title,
    subtitle,
    details: detailsOf(document),
    blocks: [...blocks, ...notes.map((text): Block => ({ kind: 'note', text }))],
    isWide,
    madeAt,
  }
}

function shownOf(cell: CsvCell, kind: ReportColumn['kind']): string {
  if (cell === null) return ''
  return typeof cell === 'number' && kind === 'money' ? moneyText(toCents(cell)) : String(cell)
}

/** The parameters, one per line, then the tables, each after an empty line. */
export function csvFile(document: ReportDocument): Uint8Array {
  const facts: CsvCell[][] = [['Report', document.title], ...detailsOf(document)]
  const tables = document.tables.flatMap(({ heading, columns, rows, totals }): CsvCell[][] => [
    [],
    ...(heading === undefined ? [] : [[heading]]),
    columns.map(({ title }) => title),
    ...rows,
    ...(totals ? [totals] : []),
  ])
  return csvOf([...facts, ...tables, ...document.notes.flatMap((note): CsvCell[][] => [[], [note]])])
}

export const jsonFile = ({ title, parameters, madeAt, data }: ReportDocument): Uint8Array =>
  Buffer.from(`${JSON.stringify({ report: title, parameters, generatedAt: madeAt, ...data }, null, 2)}\n`, 'utf8')
