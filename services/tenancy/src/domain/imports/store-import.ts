import type { PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { maxCheckedImports } from '@keyhold/contracts/tenancy/imports'
import type { z } from '@keyhold/contracts/zod'
import { snapshotTime, upsertSnapshots } from '@keyhold/kit/messaging/projection'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, count, eq, inArray } from 'drizzle-orm'
import { type ImportRow, tenantImport, tenantImportRow } from '../../schema/imports.ts'
import { tenant } from '../../schema/tenants.ts'
import { readResidents } from '../tenancies/residents.ts'
import { type CheckedRow, withIssue } from './import-check.ts'
import { askQuestions, type AskedRow } from './import-questions.ts'
import { properties as propertyProjection } from '../../projections/properties.ts'

/** Rows per statement. */
const chunk = 500

interface CheckedFile {
  fileName: string
  rows: CheckedRow[]
  unknown: string[]
  properties: Map<string, z.output<typeof PropertySnapshot>>
}

/** Stores a checked file. Rows of people who are active tenants already become invalid here, as of this moment. @throws Refusal 409 */
export async function storeImport(
  tx: Tx,
  { landlordId, userId }: LandlordActor,
  { fileName, rows, unknown, properties }: CheckedFile,
  now: Date,
): Promise<ImportRow> {
  const [waiting] = await tx
    .select({ files: count() })
    .from(tenantImport)
    .where(and(eq(tenantImport.landlordId, landlordId), eq(tenantImport.status, 'checked')))
  if (waiting && waiting.files >= maxCheckedImports)
    refuse('conflict', `You have ${waiting.files} checked files that were not imported. Delete some of them first.`)
  const at = now.toISOString()
  const [stored] = await tx
    .insert(tenantImport)
    .values({
      landlordId,
      fileName,
      status: 'checked',
      total: rows.length,
      unknownColumns: unknown,
      userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  const used = [...new Set(rows.flatMap(({ form }) => form?.propertyId ?? []))].flatMap(
    (propertyId) => properties.get(propertyId) ?? [],
  )
  for (let from = 0; from < used.length; from += chunk)
    await upsertSnapshots(tx, propertyProjection, used.slice(from, from + chunk), snapshotTime({ now: () => now }))
  const valid: CheckedRow[] = []
  for (let from = 0; from < rows.length; from += chunk)
    valid.push(...(await rejectActiveTenants(tx, landlordId, rows.slice(from, from + chunk))))
  const residents = await readResidents(tx, { landlordId, propertyIds: used.map((one) => one.propertyId), at })
  const asked = askQuestions(valid, residents)
  for (let from = 0; from < asked.length; from += chunk)
    await tx.insert(tenantImportRow).values(
      asked.slice(from, from + chunk).map((row) => ({
        ...row,
        landlordId,
        importId: stored!.id,
        status: statusOf(row),
      })),
    )
  return stored!
}

function statusOf({ form, questions }: AskedRow): 'valid' | 'question' | 'invalid' {
  if (form === null) return 'invalid'
  return Object.keys(questions).length > 0 ? 'question' : 'valid'
}

async function rejectActiveTenants(tx: Tx, landlordId: string, rows: CheckedRow[]): Promise<CheckedRow[]> {
  const emails = rows.flatMap(({ form }) => form?.email ?? [])
  if (emails.length === 0) return rows
  const active = await tx
    .select({ email: tenant.email })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.isActive, true), inArray(tenant.email, emails)))
  const taken = new Set(active.map(({ email }) => email))
  return rows.map((row) => (row.form && taken.has(row.form.email) ? withIssue(row, emailTaken) : row))
}

const emailTaken = { path: 'email', message: 'You already have an active tenant with this email address' }
