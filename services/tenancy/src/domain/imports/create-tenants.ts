import { type Tx, violated } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { and, eq, inArray } from 'drizzle-orm'
import { type ImportRow, tenantImportRow } from '../../schema/imports.ts'
import { unit } from '../../schema/projections.ts'
import { tenant } from '../../schema/tenants.ts'
import { readResidents } from '../tenancies/residents.ts'
import { lockEmails, mapEmailConflict } from '../tenant-emails.ts'
import { addTenant, addTenants, type NewTenant } from '../tenants/add-tenant.ts'
import { unitOfForm } from './import-questions.ts'
import { firstRowsWith, rowsWith } from './imports.ts'
import { recordOutcomes, type RowOutcome } from './row-outcomes.ts'

const batch = 50

type StoredRow = Pick<typeof tenantImportRow.$inferSelect, 'line' | 'form' | 'questions' | 'answers'>

interface ValidRow {
  line: number
  form: NewTenant
  /** The earlier line whose tenant this one lives with. */
  joinsLine: number | undefined
  /** The landlord has said how the tenant lives in the home. */
  isAnswered: boolean
}

/** Creates the tenants of the next rows of a locked import. @returns whether there may be more rows */
export async function importNextRows(tx: Tx, imported: ImportRow, at: string): Promise<boolean> {
  const { landlordId, userId } = imported
  const rows = await firstRowsWith(tx, imported, 'valid', batch)
  if (rows.length === 0) return false
  const all = rows.map(validRow)
  await lockEmails(
    tx,
    landlordId,
    all.map(({ form }) => form.email),
  )
  const { importable, failed } = await rejectChangedHomes(tx, landlordId, all, at)
  await recordOutcomes(tx, imported, failed)
  const options = { landlordId, at, by: { by: 'landlord', userId } as const }
  // Those who live with somebody of the same file come after them.
  for (let waiting = importable; waiting.length > 0;) {
    const lines = new Set(waiting.map(({ line }) => line))
    const next = waiting.filter(({ joinsLine }) => joinsLine === undefined || !lines.has(joinsLine))
    const { ready, orphaned } = await findHouseholds(tx, imported, next)
    const outcomes = (await addTogether(tx, ready, options)) ?? (await addOneByOne(tx, ready, options))
    await recordOutcomes(tx, imported, [...orphaned, ...outcomes])
    waiting = waiting.filter((row) => !next.includes(row))
  }
  return rows.length === batch
}

/** A stored row with the landlord's answers in its form. */
function validRow({ line, form, questions, answers: { home, term } }: StoredRow): ValidRow {
  const filled = { ...(form as NewTenant) }
  const isJoining = home !== undefined && !('own' in home)
  if (isJoining) filled.joinedOn = filled.leaseStartDate
  if (home && 'tenancyId' in home) filled.tenancyId = home.tenancyId
  if (term === 'ends') filled.endsWithTerm = true
  if (term === 'goes_on') filled.termKind = 'rollover'
  const joinsLine = home && 'line' in home ? home.line : undefined
  return { line, form: filled, joinsLine, isAnswered: questions.home !== undefined }
}

/** Rows whose unit was removed, or whose home others moved into, after the file was checked, which can be days ago. */
async function rejectChangedHomes(
  tx: Tx,
  landlordId: string,
  rows: readonly ValidRow[],
  at: string,
): Promise<{ importable: ValidRow[]; failed: RowOutcome[] }> {
  const deleted = await deletedUnits(tx, landlordId, rows)
  const propertyIds = rows.flatMap(({ form, isAnswered }) => (form.propertyId && !isAnswered ? form.propertyId : []))
  const occupied = new Set((await readResidents(tx, { landlordId, propertyIds, at })).map(({ unitId }) => unitId))
  const failed: RowOutcome[] = []
  const importable = rows.filter(({ line, form, isAnswered }) => {
    const home = unitOfForm(form)
    if (home === null) return true
    const issue = deleted.has(home) ? unitWasRemoved : !isAnswered && occupied.has(home) ? homeIsOccupied : null
    if (issue) failed.push({ line, status: 'failed', issues: [issue] })
    occupied.add(home)
    return issue === null
  })
  return { importable, failed }
}

/** The tenancies that rows join because they name an earlier line, whose tenant has been created. */
async function findHouseholds(
  tx: Tx,
  imported: ImportRow,
  rows: readonly ValidRow[],
): Promise<{ ready: ValidRow[]; orphaned: RowOutcome[] }> {
  const lines = rows.flatMap(({ joinsLine }) => joinsLine ?? [])
  if (lines.length === 0) return { ready: [...rows], orphaned: [] }
  const found = await tx
    .select({ line: tenantImportRow.line, tenancyId: tenant.tenancyId })
    .from(tenantImportRow)
    .innerJoin(tenant, and(eq(tenant.landlordId, imported.landlordId), eq(tenant.id, tenantImportRow.tenantId)))
    .where(and(rowsWith(imported, 'imported'), inArray(tenantImportRow.line, lines)))
  const tenancyOf = new Map(found.map((one) => [one.line, one.tenancyId]))
  const orphaned: RowOutcome[] = []
  const ready = rows.flatMap((row): ValidRow[] => {
    if (row.joinsLine === undefined) return [row]
    const tenancyId = tenancyOf.get(row.joinsLine) ?? null
    if (tenancyId !== null) return [{ ...row, form: { ...row.form, tenancyId } }]
    const message = `The tenant on line ${row.joinsLine}, with whom they live, was not imported`
    orphaned.push({ line: row.line, status: 'failed', issues: [{ path: '', message }] })
    return []
  })
  return { ready, orphaned }
}

const unitWasRemoved = { path: 'unit', message: 'This unit has been removed' }
const homeIsOccupied = {
  path: 'property',
  message: 'Someone lives there now. Upload the file again to choose how this tenant lives with them',
}

/** Units of these rows that were removed after the file was checked, which can be days ago. */
async function deletedUnits(tx: Tx, landlordId: string, rows: readonly ValidRow[]): Promise<Set<string>> {
  const unitIds = [...new Set(rows.flatMap(({ form }) => form.unitId ?? []))]
  if (unitIds.length === 0) return new Set()
  const deleted = await tx
    .select({ unitId: unit.unitId })
    .from(unit)
    .where(and(eq(unit.landlordId, landlordId), inArray(unit.unitId, unitIds), eq(unit.isDeleted, true)))
  return new Set(deleted.map(({ unitId }) => unitId))
}

type AddOptions = Omit<Parameters<typeof addTenants>[1], 'forms'>

/** Null, without effect, if one of them cannot be added. */
async function addTogether(tx: Tx, rows: readonly ValidRow[], options: AddOptions): Promise<RowOutcome[] | null> {
  try {
    const added = await tx.transaction((nested) =>
      addTenants(nested, { ...options, forms: rows.map(({ form }) => form) }),
    )
    const idOf = new Map(added.map(({ email, id }) => [email, id]))
    return rows.map(({ line, form }) => ({ line, status: 'imported', tenantId: idOf.get(form.email)! }))
  } catch (error) {
    if (isRowError(error)) return null
    throw error
  }
}

/** Rows that cannot be added (the address or the property was taken meanwhile, for example) fail with the reason; the others are added. */
async function addOneByOne(tx: Tx, rows: readonly ValidRow[], options: AddOptions): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = []
  for (const { line, form } of rows)
    try {
      const { id } = await mapEmailConflict(tx.transaction((nested) => addTenant(nested, { ...options, form })))
      outcomes.push({ line, status: 'imported', tenantId: id })
    } catch (error) {
      if (!isRowError(error)) throw error
      outcomes.push({ line, status: 'failed', issues: issuesOf(error) })
    }
  return outcomes
}

const isRowError = (error: unknown) => error instanceof Refusal || violated(error) !== null

const columnOfField: Record<string, string> = {
  propertyId: 'property',
  tenancyId: 'property',
  unitId: 'unit',
  joinedOn: 'leaseStartDate',
}

function issuesOf(error: unknown) {
  if (!(error instanceof Refusal)) return [{ path: '', message: 'This tenant could not be added' }]
  const issues = error.issues ?? [{ path: '', message: error.message }]
  return issues.map(({ path, message }) => ({ path: columnOfField[path] ?? path, message: message.replace(/\.$/, '') }))
}
