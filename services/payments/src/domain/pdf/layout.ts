import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { Letterhead } from './letterhead.ts'
import { drawable } from './text.ts'

export interface Column {
  title: string
  /** In points; `*`: an equal share of the remaining width. */
  width: number | '*'
  isNumber?: boolean
}

export type Block =
  | { kind: 'table'; heading?: string; columns: Column[]; rows: string[][]; totals?: string[]; empty: string }
  | { kind: 'figures'; heading?: string; items: [label: string, value: string, note?: string][] }
  | { kind: 'note'; text: string }

/** The content of a PDF as plain data, so that it can be sent to the worker thread. */
export interface Sheet {
  title: string
  subtitle: string | null
  /** The parameters and the time of generation. */
  details: [label: string, value: string][]
  blocks: Block[]
  isWide: boolean
  /** The landlord's own, in place of Keyhold's. */
  letterhead?: Letterhead | null
  /** Time of generation, ISO 8601. */
  madeAt: string
}

const ink = '#1f2933'
const soft = '#5b6770'
const line = '#d5dae0'
const shade = '#f3f5f7'
const margin = 48

/** The pdfmake definition of a sheet: US letter, title and page number on each page, tables with repeated headers. */
export function definitionOf(sheet: Sheet): TDocumentDefinitions {
  const missing = { any: false }
  const text = (raw: string): string => {
    const { text: drawn, isWhole } = drawable(raw)
    if (!isWhole) missing.any = true
    return drawn
  }
  const title = text(sheet.title)
  const content: Content[] = [
    ...letterheadBlock(sheet.letterhead, text),
    titleBlock(title, sheet, text),
    ...sheet.blocks.flatMap((block) => contentOf(block, text)),
  ]
  if (missing.any)
    content.push({
      text: "\u25A0 marks a character that this file's font does not have. It is shown on the screen.",
      style: 'note',
    })
  const label = text([sheet.title, sheet.subtitle].filter(Boolean).join(' · '))
  return {
    pageSize: 'LETTER',
    pageOrientation: sheet.isWide ? 'landscape' : 'portrait',
    pageMargins: [margin, margin + 8, margin, margin + 4],
    info: { title, creator: 'Keyhold', producer: 'Keyhold', creationDate: new Date(sheet.madeAt) },
    defaultStyle: { font: 'Roboto', fontSize: 9, color: ink, lineHeight: 1.15 },
    styles: {
      title: { fontSize: 20, bold: true, lineHeight: 1 },
      subtitle: { fontSize: 11, color: soft, margin: [0, 4, 0, 0] },
      label: { fontSize: 7.5, color: soft },
      heading: { fontSize: 11, bold: true, margin: [0, 16, 0, 6] },
      head: { fontSize: 7.5, bold: true, color: soft },
      note: { fontSize: 8, color: soft, margin: [0, 12, 0, 0] },
    },
    header: (page: number) => (page === 1 ? '' : { text: label, style: 'label', margin: [margin, 30, margin, 0] }),
    footer: (page: number, pages: number) => ({
      columns: [
        { text: text(sheet.letterhead?.name || 'Keyhold'), style: 'label' },
        { text: `Page ${page} of ${pages}`, style: 'label', alignment: 'right' as const },
      ],
      margin: [margin, 14, margin, 0],
    }),
    content,
  }
}

type Draw = (raw: string) => string

/** Points that a logo may take. */
const logoSpace = { width: 180, height: 44 }

/** The logo, else the name, above a line in the landlord's colour. */
function letterheadBlock(letterhead: Letterhead | null | undefined, text: Draw): Content[] {
  if (!letterhead) return []
  const { name, logo, color } = letterhead
  const mark: Content = logo
    ? { image: `data:image/png;base64,${Buffer.from(logo.png).toString('base64')}`, ...sized(logo) }
    : { text: text(name), fontSize: 14, bold: true, color: color ?? ink }
  const rule = { type: 'line' as const, x1: 0, y1: 0, x2: 516, y2: 0, lineWidth: 1.5, lineColor: color ?? line }
  return [
    ...(logo || name !== '' ? [mark] : []),
    { canvas: [rule], margin: [0, 8, 0, 16] as [number, number, number, number] },
  ]
}

/** In points, at 96 pixels an inch, and smaller where that is too large. */
function sized({ width, height }: { width: number; height: number }) {
  const factor = Math.min(0.75, logoSpace.width / width, logoSpace.height / height)
  return { width: width * factor, height: height * factor }
}

const titleBlock = (title: string, { subtitle, details }: Sheet, text: Draw): Content => ({
  stack: [
    { text: title, style: 'title' },
    ...(subtitle === null ? [] : [{ text: text(subtitle), style: 'subtitle' }]),
    { ...pairs(details, text), margin: [0, 14, 0, 4] as [number, number, number, number] },
  ],
})

/** Labels above their values, three or four in a row. */
function pairs(items: [string, string][], text: Draw): ContentTable {
  const across = items.length <= 4 ? Math.max(1, items.length) : 3
  const rows = Array.from({ length: Math.ceil(items.length / across) }, (_, row) =>
    Array.from({ length: across }, (__, i): TableCell => {
      const item = items[row * across + i]
      return item
        ? { stack: [{ text: text(item[0]), style: 'label' }, { text: text(item[1]) }], margin: [0, 0, 0, 6] }
        : ''
    }),
  )
  return { table: { widths: Array<'*'>(across).fill('*'), body: rows.length > 0 ? rows : [['']] }, layout: 'noBorders' }
}

function contentOf(block: Block, text: Draw): Content[] {
  switch (block.kind) {
    case 'note':
      return [{ text: text(block.text), style: 'note' }]
    case 'figures':
      return [together(block.heading, figures(block.items, text), text)]
    case 'table': {
      const content = block.rows.length === 0 ? { text: text(block.empty), color: soft } : table(block, text)
      return block.rows.length <= shortTable
        ? [together(block.heading, content, text)]
        : [...headed(block.heading, text), content]
    }
  }
}

/** A table with at most this many rows is not split across pages. */
const shortTable = 12

const headed = (heading: string | undefined, text: Draw): Content[] =>
  heading === undefined ? [] : [{ text: text(heading), style: 'heading' }]

const together = (heading: string | undefined, content: Content, text: Draw): Content => ({
  stack: [...headed(heading, text), content],
  unbreakable: true,
})

const figures = (items: [string, string, string?][], text: Draw): Content => ({
  table: {
    widths: ['*', 90],
    dontBreakRows: true,
    body: items.map(([label, value, note]): TableCell[] => [
      note === undefined
        ? { text: text(label) }
        : { stack: [{ text: text(label) }, { text: text(note), style: 'label' }] },
      { text: text(value), alignment: 'right', bold: true },
    ]),
  },
  layout: ruled(0),
})

function table({ columns, rows, totals }: Extract<Block, { kind: 'table' }>, text: Draw): Content {
  // Number columns are wide enough for their longest value, so that numbers do not wrap.
  const widthOf = ({ width, isNumber }: Column, i: number) =>
    width === '*' || !isNumber
      ? width
      : Math.max(width, ...[...rows, totals ?? []].map((row) => (row[i] ?? '').length * 4.4))
  const cell = (value: string, i: number, more: object = {}): TableCell => ({
    text: text(value),
    ...(columns[i]?.isNumber ? { alignment: 'right' as const, noWrap: true } : {}),
    ...more,
  })
  return {
    fontSize: 8,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(widthOf),
      body: [
        columns.map(({ title }, i) => cell(title, i, { style: 'head', noWrap: false })),
        ...rows.map((row) => row.map((value, i) => cell(value, i))),
        ...(totals ? [totals.map((value, i) => cell(value, i, { bold: true, fillColor: shade }))] : []),
      ],
    },
    layout: ruled(1),
  }
}

/** Thin lines between rows and a stronger one below the header. */
const ruled = (headerRows: number) => ({
  hLineWidth: (i: number, { table: { body } }: ContentTable) =>
    i === 0 || i === body.length ? 0 : i === headerRows ? 1 : 0.5,
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingLeft: (i: number) => (i === 0 ? 0 : 5),
  paddingRight: () => 4,
  paddingTop: () => 3.5,
  paddingBottom: () => 2.5,
})
