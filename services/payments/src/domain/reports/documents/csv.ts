/** A number stays a number, a minus in front of it too. Days are text. */
export type CsvCell = string | number | null

const byteOrderMark = '\u{FEFF}'

// What spreadsheets take for the beginning of a formula, also in their wide forms (OWASP, "CSV Injection").
const formula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

// A minus before digits alone computes nothing.
const percentage = /^-\d+(\.\d+)?%$/

/**
 * Rows as CSV (RFC 4180): CRLF, each line with as many fields as the longest, quotes where they are needed. It begins with a byte order mark, by
 * which spreadsheets know UTF-8. Text that a spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): Uint8Array {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const lines = rows.map((row) => `${Array.from({ length: width }, (_, i) => fieldOf(row[i] ?? null)).join(',')}\r\n`)
  return Buffer.from(byteOrderMark + lines.join(''), 'utf8')
}

function fieldOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = formula.test(cell) && !percentage.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
