import { TenantForm } from '@keyhold/contracts/tenancy/tenants'
import { maxImportRows, type TenantImportRow } from '@keyhold/contracts/tenancy/imports'
import { refuse } from '@keyhold/kit/http/problem'
import type { NewTenant } from '../tenants/add-tenant.ts'
import { type Column, type Headings, readHeadings } from './import-columns.ts'
import { breather, readCsv } from './import-file.ts'
import type { FindPlace } from './import-homes.ts'
import { type Read, readDate, readMoney } from './import-values.ts'

type Issue = TenantImportRow['issues'][number]

export interface CheckedRow {
  line: number
  /** What stands in the file, by column. */
  fields: Partial<Record<Column, string>>
  issues: Issue[]
  /** None where there are issues. */
  form: NewTenant | null
}

const readers: Partial<Record<Column, (text: string) => Read<string | number>>> = {
  leaseStartDate: readDate,
  leaseEndDate: readDate,
  dateOfBirth: readDate,
  monthlyRent: readMoney,
  securityDeposit: readMoney,
  monthlyIncome: readMoney,
}
/** Longer than anything a form takes: what is cut off changes no judgement. */
const longestCell = 1000

/** Reads a file and judges its rows one by one. @throws Refusal 400 where it has no rows, too many, or lacks a column */
export async function checkFile(
  bytes: Uint8Array,
  find: FindPlace,
): Promise<{ rows: CheckedRow[]; unknown: string[] }> {
  const breathe = breather()
  const lineOf = new Map<string, number>()
  const rows: CheckedRow[] = []
  let headings: Headings | undefined
  for await (const { line, cells } of readCsv(bytes)) {
    if (!headings) {
      headings = readHeadings(cells)
      continue
    }
    if (rows.length === maxImportRows)
      refuse(
        'invalid-input',
        `The file has more than ${maxImportRows.toLocaleString('en')} tenants. Please import it in parts.`,
      )
    const row = checkRow(line, cells, { headings, find })
    rows.push(notTwice(row, lineOf))
    await breathe()
  }
  if (!headings || rows.length === 0) refuse('invalid-input', 'The file has headings, but no tenants below them.')
  return { rows, unknown: headings.unknown }
}

export function checkRow(
  line: number,
  cells: readonly string[],
  { headings, find }: { headings: Headings; find: FindPlace },
): CheckedRow {
  const texts: Partial<Record<Column, string>> = {}
  for (const [index, column] of headings.columns.entries())
    if (column && cells[index]) texts[column] = cells[index].slice(0, longestCell)
  const issues: Issue[] = []
  const values: Record<string, unknown> = {}
  for (const [column, text] of Object.entries(texts) as [Column, string][]) {
    const read = readers[column]?.(text) ?? { value: text }
    if ('fault' in read) issues.push({ path: column, message: read.fault })
    else values[column] = read.value
  }
  if (cells.slice(headings.columns.length).some(Boolean))
    issues.push({ path: '', message: 'This line has more cells than there are headings' })
  const place = find(texts.property ?? '', texts.unit ?? '')
  if ('message' in place) issues.push(place)
  else Object.assign(values, place)
  const judged = TenantForm.safeParse(values)
  if (!judged.success)
    issues.push(...judged.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  const fields = Object.fromEntries(Object.entries(texts).map(([column, text]) => [column, kept(text)]))
  return { line, fields, issues, form: judged.success && issues.length === 0 ? judged.data : null }
}

/** One person, one row: who stands in the file already is told where. */
function notTwice(row: CheckedRow, lineOf: Map<string, number>): CheckedRow {
  const email = row.fields.email?.toLowerCase()
  if (!email) return row
  const first = lineOf.get(email)
  if (first !== undefined)
    return withIssue(row, { path: 'email', message: `This e-mail address is on line ${first} already` })
  lineOf.set(email, row.line)
  return row
}

export const withIssue = (row: CheckedRow, issue: Issue): CheckedRow => ({
  ...row,
  issues: [...row.issues, issue],
  form: null,
})

// Postgres holds no NUL, in JSON neither.
const kept = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
