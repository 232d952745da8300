import { type Tx, violated } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import { and, eq, inArray } from 'drizzle-orm'
import { tenantImportRow } from '../../schema/imports.ts'
import { unit } from '../../schema/projections.ts'
import { addTenant, addTenants, type NewTenant } from '../tenants/add-tenant.ts'
import { noteRows, type Outcome } from './import-outcomes.ts'
import type { ImportRow } from './imports.ts'
import { mapEmailConflict } from '../tenant-emails.ts'

const batch = 250

interface Due {
  line: number
  form: NewTenant
}

/** Makes tenants of the next rows; whether there may be more. The caller holds the import. */
export async function makeSome(tx: Tx, imported: ImportRow, at: string): Promise<boolean> {
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
  const gone = await goneUnits(tx, landlordId, all)
  const due = all.filter(({ form }) => !gone.has(form.unitId ?? ''))
  const homeless = all
    .filter(({ form }) => gone.has(form.unitId ?? ''))
    .map(({ line }): Outcome => ({ line, status: 'failed', issues: [unitIsGone] }))
  const adding = { landlordId, at, by: { by: 'landlord', userId } as const }
  await noteRows(tx, imported, [
    ...homeless,
    ...((await allAtOnce(tx, due, adding)) ?? (await oneByOne(tx, due, adding))),
  ])
  return rows.length === batch
}

const unitIsGone = { path: 'unit', message: 'This unit is gone by now' }

/** Days may lie between the check and now: units that were removed meanwhile. */
async function goneUnits(tx: Tx, landlordId: string, due: readonly Due[]): Promise<Set<string>> {
  const unitIds = [...new Set(due.flatMap(({ form }) => form.unitId ?? []))]
  if (unitIds.length === 0) return new Set()
  const rows = await tx
    .select({ unitId: unit.unitId })
    .from(unit)
    .where(and(eq(unit.landlordId, landlordId), inArray(unit.unitId, unitIds), eq(unit.isDeleted, true)))
  return new Set(rows.map(({ unitId }) => unitId))
}

type Adding = Omit<Parameters<typeof addTenants>[1], 'forms'>

/** Nothing where one of them can't be added. */
async function allAtOnce(tx: Tx, due: readonly Due[], adding: Adding): Promise<Outcome[] | null> {
  try {
    const made = await tx.transaction((part) => addTenants(part, { ...adding, forms: due.map(({ form }) => form) }))
    const idOf = new Map(made.map(({ email, id }) => [email, id]))
    return due.map(({ line, form }) => ({ line, status: 'imported', tenantId: idOf.get(form.email)! }))
  } catch (error) {
    if (isAboutARow(error)) return null
    throw error
  }
}

/** What can't be added, as somebody with the address became a tenant meanwhile or a property is gone, fails with the reason; the others are made. */
async function oneByOne(tx: Tx, due: readonly Due[], adding: Adding): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { line, form } of due)
    try {
      const { id } = await mapEmailConflict(tx.transaction((part) => addTenant(part, { ...adding, form })))
      outcomes.push({ line, status: 'imported', tenantId: id })
    } catch (error) {
      if (!isAboutARow(error)) throw error
      outcomes.push({ line, status: 'failed', issues: issuesOf(error) })
    }
  return outcomes
}

const isAboutARow = (error: unknown) => error instanceof Refusal || violated(error) !== null

const columnOfField: Record<string, string> = { propertyId: 'property', unitId: 'unit' }

function issuesOf(error: unknown) {
  if (!(error instanceof Refusal)) return [{ path: '', message: 'This tenant could not be added' }]
  const issues = error.issues ?? [{ path: '', message: error.message }]
  return issues.map(({ path, message }) => ({ path: columnOfField[path] ?? path, message: message.replace(/\.$/, '') }))
}
