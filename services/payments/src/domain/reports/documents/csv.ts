/** Numbers are written as numbers, including negative ones. Days are text. */
export type CsvCell = string | number | null

const byteOrderMark = '\u{FEFF}'

// Characters that start a formula in spreadsheets, including their full-width forms (OWASP, "CSV Injection").
const formula = /^[\s\p{Cc}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/u

// A negative percentage is not a formula.
const percentage = /^-\d+(\.\d+)?%$/

/**
 * Rows as CSV (RFC 4180): CRLF, equal field counts, quotes where needed. Starts with a byte order mark so that spreadsheets detect UTF-8. Text that a
 * spreadsheet would run as a formula is prefixed with an apostrophe.
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
