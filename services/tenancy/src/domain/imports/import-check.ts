import { TenantForm } from '@keyhold/contracts/tenancy/tenants'
import { maxImportRows, type TenantImportRow } from '@keyhold/contracts/tenancy/imports'
import { refuse } from '@keyhold/kit/http/problem'
import { eventLoopYielder } from '@keyhold/kit/lib/event-loop-yielder'
import type { NewTenant } from '../tenants/add-tenant.ts'
import { type Column, type Headings, readHeadings } from './import-columns.ts'
import { readCsv } from './import-file.ts'
import type { FindHome } from './import-homes.ts'
import { type ReadResult, readDate, readMoney, storableText } from './import-values.ts'

type Issue = TenantImportRow['issues'][number]

export interface CheckedRow {
  line: number
  /** The cells by column, as in the file. */
  fields: Partial<Record<Column, string>>
  issues: Issue[]
  /** Null if there are issues. */
  form: NewTenant | null
}

const readers: Partial<Record<Column, (text: string) => ReadResult<string | number>>> = {
  leaseStartDate: readDate,
  leaseEndDate: readDate,
  dateOfBirth: readDate,
  billFrom: readDate,
  monthlyRent: readMoney,
  securityDeposit: readMoney,
  monthlyIncome: readMoney,
}
/** Longer than any valid field, so that a shortened cell stays invalid. */
const maxCellLength = 1000

/** Reads a file and validates its rows one by one. @throws Refusal 400 for a file without rows, with too many, or without a required column */
export async function checkFile(
  bytes: Uint8Array,
  findHome: FindHome,
): Promise<{ rows: CheckedRow[]; unknown: string[] }> {
  const yieldToOthers = eventLoopYielder()
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
    const row = checkRow(line, cells, { headings, findHome })
    rows.push(rejectDuplicate(row, lineOf))
    await yieldToOthers()
  }
  if (!headings || rows.length === 0) refuse('invalid-input', 'The file has headings, but no tenants below them.')
  return { rows, unknown: headings.unknown }
}

export function checkRow(
  line: number,
  cells: readonly string[],
  { headings, findHome }: { headings: Headings; findHome: FindHome },
): CheckedRow {
  const texts: Partial<Record<Column, string>> = {}
  for (const [index, column] of headings.columns.entries())
    if (column && cells[index]) texts[column] = cells[index].slice(0, maxCellLength)
  const issues: Issue[] = []
  const values: Record<string, unknown> = {}
  for (const [column, text] of Object.entries(texts) as [Column, string][]) {
    const read = readers[column]?.(text) ?? { value: text }
    if ('error' in read) issues.push({ path: column, message: read.error })
    else values[column] = read.value
  }
  if (cells.slice(headings.columns.length).some(Boolean))
    issues.push({ path: '', message: 'This line has more cells than there are headings' })
  const home = findHome(texts.property ?? '', texts.unit ?? '')
  if ('message' in home) issues.push(home)
  else Object.assign(values, home)
  const parsed = TenantForm.safeParse(values)
  if (!parsed.success)
    issues.push(...parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  const fields = Object.fromEntries(Object.entries(texts).map(([column, text]) => [column, storableText(text)]))
  return { line, fields, issues, form: parsed.success && issues.length === 0 ? parsed.data : null }
}

/** A second row with the same e-mail address is invalid. */
function rejectDuplicate(row: CheckedRow, lineOf: Map<string, number>): CheckedRow {
  const email = row.fields.email?.toLowerCase()
  if (!email) return row
  const first = lineOf.get(email)
  if (first !== undefined)
    return withIssue(row, { path: 'email', message: `This email address is already on line ${first}` })
  lineOf.set(email, row.line)
  return row
}

export const withIssue = (row: CheckedRow, issue: Issue): CheckedRow => ({
  ...row,
  issues: [...row.issues, issue],
  form: null,
})
