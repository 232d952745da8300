import { type Tx, violated } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { and, eq, inArray } from 'drizzle-orm'
import { type ImportRow, tenantImportRow } from '../../schema/imports.ts'
import { unit } from '../../schema/projections.ts'
import { mapEmailConflict } from '../tenant-emails.ts'
import { addTenant, addTenants, type NewTenant } from '../tenants/add-tenant.ts'
import { recordOutcomes, type RowOutcome } from './row-outcomes.ts'

const batch = 250

interface ValidRow {
  line: number
  form: NewTenant
}

/** Creates the tenants of the next rows of a locked import. @returns whether there may be more rows */
export async function importNextRows(tx: Tx, imported: ImportRow, at: string): Promise<boolean> {
  const { landlordId, id, userId } = imported
  const rows = await tx
    .select({ line: tenantImportRow.line, form: tenantImportRow.form })
    .from(tenantImportRow)
    .where(
      and(
        eq(tenantImportRow.landlordId, landlordId),
        eq(tenantImportRow.importId, id),
        eq(tenantImportRow.status, 'valid'),
      ),
    )
    .orderBy(tenantImportRow.line)
    .limit(batch)
  if (rows.length === 0) return false
  const all = rows.map(({ line, form }) => ({ line, form: form as NewTenant }))
  const deleted = await deletedUnits(tx, landlordId, all)
  const importable = all.filter(({ form }) => !deleted.has(form.unitId ?? ''))
  const failed = all
    .filter(({ form }) => deleted.has(form.unitId ?? ''))
    .map(({ line }): RowOutcome => ({ line, status: 'failed', issues: [unitWasRemoved] }))
  const options = { landlordId, at, by: { by: 'landlord', userId } as const }
  const outcomes = (await addTogether(tx, importable, options)) ?? (await addOneByOne(tx, importable, options))
  await recordOutcomes(tx, imported, [...failed, ...outcomes])
  return rows.length === batch
}

const unitWasRemoved = { path: 'unit', message: 'This unit has been removed' }

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

const columnOfField: Record<string, string> = { propertyId: 'property', unitId: 'unit' }

function issuesOf(error: unknown) {
  if (!(error instanceof Refusal)) return [{ path: '', message: 'This tenant could not be added' }]
  const issues = error.issues ?? [{ path: '', message: error.message }]
  return issues.map(({ path, message }) => ({ path: columnOfField[path] ?? path, message: message.replace(/\.$/, '') }))
}
