import type { Page } from '../../domain/documents/extract/text.ts'

/** What was read from a file. */
export interface FileText {
  /** Null when nothing could be read. */
  engine: 'pdf-text' | 'pdf-ocr' | 'docx' | 'ocr' | null
  text: Page[]
  /** Number of pages; null for files without pages. */
  pages: number | null
  /** What could not be read, and why. */
  notes: string[]
}

export const nothing = (note: string, pages: number | null = null): FileText => ({
  engine: null,
  text: [],
  pages,
  notes: [note],
})

interface Placed {
  text: string
  x: number
  /** Downwards. */
  y: number
  width: number
  height: number
}

/** Positioned words as lines, from top to bottom. Columns and cells on a line are separated by two spaces. */
export function linesOf(items: readonly Placed[]): string[] {
  const rows: { y: number; height: number; items: Placed[] }[] = []
  for (const item of items.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    if (row && item.y - row.y < Math.max(row.height, item.height) * 0.5) row.items.push(item)
    else rows.push({ y: item.y, height: item.height, items: [item] })
  }
  return rows.map((row) => joined(row.items.toSorted((a, b) => a.x - b.x)))
}

function joined(items: readonly Placed[]): string {
  let line = ''
  let end = Number.NEGATIVE_INFINITY
  for (const { text, x, width, height } of items) {
    const gap = x - end
    if (line !== '' && gap > height * 0.9) line = `${line.trimEnd()}  `
    else if (line !== '' && gap > height * 0.12 && !/\s$/.test(line)) line += ' '
    line += text
    end = x + width
  }
  return line.trimEnd()
}
